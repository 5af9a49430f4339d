"""Fixtures that every part of the suite may use."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser import PlayerSite


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
def old_database(tmp_path: Path) -> Path:
    """What the program of revision 0001 left of two sessions on b 3, the second of which met levels of the first."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((Path(__file__).parent / "assets" / "revision_0001.sql").read_text(encoding="utf-8"))
    return path


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The slow tests run only where they are asked for by name (make slow)."""
    if "slow" not in (config.option.markexpr or ""):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("slow")])
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """In CI a skip means that something was not tested, which is a failure."""
    if os.environ.get("CI") and terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("CI: a skipped test is a failure", red=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and exitstatus == 0 and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
