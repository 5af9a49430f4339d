"""A family in a package of its own, installed: every command, the worker processes and the pages know it."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import open_page
from tests.installing import ROOT, install_project, search_path
from tests.service.conftest import CENOTE
from tests.service.web.conftest import served

pytestmark = pytest.mark.process

PROJECT = ROOT / "examples" / "ice"
KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package, for all processes that a test starts."""
    install_project(PROJECT, tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", search_path(tmp_path / "site"))
    monkeypatch.chdir(tmp_path)


def cenote(*arguments: str) -> str:
    done = subprocess.run([CENOTE, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(workers: str, storage: str = "sqlite:///cenote.db") -> None:
    cenote("run", "--family", "ice", "--preset", "pond", "--seed", "5", "--evaluations", "160", "--workers", workers,
           "--quiet", "--storage", storage)  # fmt: skip


def test_it_keeps_the_contract_of_all_families() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", PROJECT / "pyproject.toml"]
    done = subprocess.run([*command, PROJECT / "test_ice.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_sessions_run_are_resumed_and_verified() -> None:
    run("2")
    cenote("resume", "1", "--evaluations", "240", "--workers", "2", "--quiet")
    best, *others = json.loads(cenote("best", "--family", "ice", "-f", "json"))
    assert others
    shown = cenote("show", str(best["id"]))
    assert f"depth      {best['depth']} (proven" in shown
    assert best["solution"] in shown
    verified = cenote("verify").strip()
    count = verified.rpartition(" ")[2]
    assert verified == f"levels verified: {count} of {count}"


def test_worker_processes_find_the_same_levels_as_none() -> None:
    found = []
    for workers in ("0", "2"):
        storage = f"sqlite:///{workers}.db"
        run(workers, storage)
        found.append([level["level"] for level in json.loads(cenote("best", "-f", "json", "--storage", storage))])
    assert found[0] == found[1]


def test_levels_of_a_package_that_was_uninstalled_are_listed_but_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    run("0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert "5x5" in cenote("best")
    done = subprocess.run([CENOTE, "show", "1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: there is no puzzle family 'ice'; there are: linjat")


def test_verify_goes_on_with_the_others_where_a_package_was_uninstalled(monkeypatch: pytest.MonkeyPatch) -> None:
    run("0")
    cenote("run", "--family", "template", "--seed", "1", "--evaluations", "16", "--workers", "0", "--quiet")
    others = len(json.loads(cenote("best", "--family", "template", "-f", "json", "--limit", "1000")))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    done = subprocess.run([CENOTE, "verify"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "level 1: there is no puzzle family 'ice'" in done.stdout
    assert f"levels verified: {others} of " in done.stdout


def test_pages_show_it_and_it_is_played_in_the_browser(browser: Browser) -> None:
    run("0")
    best, *_ = json.loads(cenote("best", "-f", "json"))
    with served("sqlite:///cenote.db") as address:
        with urllib.request.urlopen(f"{address}/sessions/new?family=ice", timeout=30) as answer:
            assert "rows and columns, 3 to 20 [8]" in answer.read().decode()
        page = open_page(browser, f"{address}/play/levels/{best['id']}")
        for letter in best["solution"]:
            page.keyboard.press(KEYS[letter])
        expect(page.get_by_role("status").filter(has_text="Solved")).to_be_visible()
        expect(page.locator("#player-figures dd").first).to_have_text(str(best["depth"]))
        assert page.errors == []  # type: ignore[attr-defined]
        page.context.close()
