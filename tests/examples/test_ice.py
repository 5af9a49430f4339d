"""A family in a package of its own, installed: every command, the worker processes and the pages know it."""

import json
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import open_page
from tests.installing import ROOT, install_project, search_path
from tests.patience import PATIENCE
from tests.service.conftest import CENOTE
from tests.service.web.conftest import served

pytestmark = pytest.mark.process

PROJECT = ROOT / "examples" / "ice"
KEYS = {"l": "ArrowLeft", "u": "ArrowUp", "r": "ArrowRight", "d": "ArrowDown"}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the package is installed."""
    site = tmp_path_factory.mktemp("site")
    install_project(PROJECT, site)
    return site


@pytest.fixture(autouse=True)
def installed(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package, for all processes that a test starts."""
    monkeypatch.setenv("PYTHONPATH", search_path(package))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def pond(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a session without workers."""
    path = tmp_path_factory.mktemp("pond") / "cenote.db"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", search_path(package))
        run("0", f"sqlite:///{path}")
    return path


def cenote(*arguments: str) -> str:
    done = subprocess.run([CENOTE, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(workers: str, storage: str = "sqlite:///cenote.db") -> None:
    cenote("run", "--family", "ice", "--preset", "pond", "--seed", "5", "--evaluations", "160", "--workers", workers,
           "--quiet", "--storage", storage)  # fmt: skip


def test_it_keeps_the_contract_of_all_families() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(PROJECT / "pyproject.toml")]
    done = subprocess.run([*command, PROJECT / "test_ice.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def found(storage: str) -> list[str]:
    """The levels of a database."""
    return [level["level"] for level in json.loads(cenote("best", "-f", "json", "--storage", storage))]


def test_sessions_run_with_workers_as_without_and_are_resumed_and_verified(pond: Path) -> None:
    run("2")
    assert found("sqlite:///cenote.db") == found(f"sqlite:///{pond}")
    cenote("resume", "1", "--evaluations", "240", "--workers", "2", "--quiet")
    best, *others = json.loads(cenote("best", "--family", "ice", "-f", "json"))
    assert others
    shown = cenote("show", str(best["id"]))
    assert f"depth      {best['depth']} (proven" in shown
    assert best["solution"] in shown
    verified = cenote("verify").strip()
    count = verified.rpartition(" ")[2]
    assert verified == f"levels verified: {count} of {count}"


def test_levels_of_a_package_that_was_uninstalled_are_listed_but_not_shown(
    pond: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CENOTE_STORAGE", f"sqlite:///{pond}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert "5x5" in cenote("best")
    done = subprocess.run([CENOTE, "show", "1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: there is no puzzle family 'ice'; there are: linjat")


def test_verify_goes_on_with_the_others_where_a_package_was_uninstalled(
    pond: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(pond, tmp_path)
    cenote("run", "--family", "template", "--seed", "1", "--evaluations", "16", "--workers", "0", "--quiet")
    others = len(json.loads(cenote("best", "--family", "template", "-f", "json", "--limit", "1000")))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    done = subprocess.run([CENOTE, "verify"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "level 1: there is no puzzle family 'ice'" in done.stdout
    assert f"levels verified: {others} of " in done.stdout


def test_pages_show_it_and_it_is_played_in_the_browser(browser: Browser, pond: Path, tmp_path: Path) -> None:
    shutil.copy(pond, tmp_path)
    best, *_ = json.loads(cenote("best", "-f", "json"))
    with served("sqlite:///cenote.db") as address:
        with urllib.request.urlopen(f"{address}/sessions/new?family=ice", timeout=PATIENCE) as answer:
            assert "rows and columns, 3 to 20 [8]" in answer.read().decode()
        page = open_page(browser, f"{address}/play/levels/{best['id']}")
        for letter in best["solution"]:
            page.keyboard.press(KEYS[letter])
        expect(page.get_by_role("status").filter(has_text="slides, proven optimal")).to_be_visible()
        expect(page.locator("#player-figures dd").first).to_have_text(str(best["depth"]))
        assert page.errors == []  # type: ignore[attr-defined]
        page.context.close()
