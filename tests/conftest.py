"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from optimiser.garbage import BETWEEN
from tests.openings import watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser import PlayerSite

watch()

# Hypothesis' own number is 100; with 6,000 tests, 30 each are what two cores can do in a quarter of an hour.
settings.register_profile("suite", parent=settings(), max_examples=30)
settings.load_profile("suite")

TESTS = Path(__file__).parent
FIRST = (
    "generator/test_sokoban_family.py",
    "generator/test_linjat_family.py",
    "generator/puzzles/watersort",
    "generator/puzzles/linjat",
    "service/test_kills.py",
    "journeys",
    "service/web/test_server.py",
    "service/cli/test_cluster.py",
    "service/web/browser/test_sessions.py",
    "storage/test_processes.py",
)
"""Files and folders that come before all others, since whole files are dealt out in turn to processes: one compiles
nearly all kernels of sokoban, the next those of linjat, the third those of water sort; and the longest files are not
the last."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public test data beside the project; only tests ever read it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the folder ../shared with public test data is not here")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one module: while it runs, its loop keeps others from being run in this thread."""
    from tests.browser import chromium  # it takes a second to import, and few tests need it

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def site() -> Iterator[PlayerSite]:
    """A server with the players of all families."""
    from tests.browser import PlayerSite

    with PlayerSite() as site:
        yield site


@pytest.fixture(scope="module")
def scripts(browser: Browser, site: PlayerSite) -> Page:
    """An empty page that may import the scripts of the players."""
    page = browser.new_page()
    page.goto(site.add_blank())
    return page


@pytest.fixture
def database_of(tmp_path: Path) -> Callable[[str], Path]:
    """Makes the database that the program of a revision left."""

    def make(revision: str) -> Path:
        path = tmp_path / "old.db"
        script = Path(__file__).parent / "assets" / f"revision_{revision}.sql"
        with closing(sqlite3.connect(path)) as database:
            database.executescript(script.read_text(encoding="utf-8"))
        return path

    return make


@pytest.fixture
def old_database(database_of: Callable[[str], Path]) -> Path:
    """What the program of revision 0001 left of two sessions on b 3, the second of which met levels of the first."""
    return database_of("0001")


def pytest_xdist_auto_num_workers() -> int:
    """One more process than cores, up to four: tests of processes and pages often wait for what they have started."""
    return min((os.cpu_count() or 1) + 1, 4)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests and the modules they import stay until the end: to look for garbage among them is in vain.

    Later it is looked for seldom: compiling kernels takes a twentieth less time then.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(BETWEEN, *gc.get_threshold()[1:])
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The slow tests run only where they are asked for by name (make slow)."""
    if "slow" not in (config.option.markexpr or ""):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("slow")])
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
    items.sort(key=lambda item: _turn(item.path))


@cache
def _turn(path: Path) -> int:
    place = path.relative_to(TESTS)
    return next((turn for turn, first in enumerate(FIRST) if place.is_relative_to(first)), len(FIRST))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """In CI a skip means that something was not tested, which is a failure."""
    if os.environ.get("CI") and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("CI: a skipped test is a failure", red=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and exitstatus == 0 and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
