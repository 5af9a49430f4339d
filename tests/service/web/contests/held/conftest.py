"""The service with an open contest of two levels, as an organiser and a guest find it."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.web.app import create_app
from service.web.security.limits import RateLimits
from service.web.settings import WebSettings
from tests.service.conftest import TRADE, Invoke
from tests.service.web.conftest import browsing
from tests.service.web.contests.held.holding import CORRIDOR, moment


@pytest.fixture(scope="package")
def held(tmp_path_factory: pytest.TempPathFactory, cenote: Invoke) -> Path:
    """A database with two levels, which are those of contest 1, open for an hour."""
    folder = tmp_path_factory.mktemp("held")
    (folder / "levels.xsb").write_text(f"{TRADE}Title: Trade\nAuthor: nobody\n\n{CORRIDOR}Title: <b>Corridor</b>\n")
    storage = "--storage", f"sqlite:///{folder}/levels.db"
    for command in (
        ("import", folder / "levels.xsb"),
        ("contest", "create", "May", "--opens", moment(hours=1), "--closes", moment(hours=-1), "--text", "Good luck!"),
        ("contest", "add-level", "1", "main", "1"),
        ("contest", "add-level", "1", "extra", "2"),
    ):
        assert cenote(*command, *storage).exit_code == 0
    return folder / "levels.db"


@pytest.fixture(scope="package")
def copy(held: Path) -> Path:
    """A copy of that database."""
    return Path(shutil.copy(held, held.with_name("copy.db")))


@pytest.fixture(scope="package")
def services(copy: Path) -> Iterator[tuple[TestClient, TestClient]]:
    """The service at the machine of the organisers and as the public sees it: each has a process that judges."""
    url = f"sqlite:///{copy}"
    public = create_app(WebSettings(url, "key", public=True))
    with (
        browsing(url) as client,
        TestClient(public, base_url="http://levels.example", follow_redirects=False) as player,
    ):
        yield client, player


@pytest.fixture
def url(held: Path, copy: Path) -> str:
    """The URL of the copy, which is now as it was."""
    with closing(sqlite3.connect(held)) as before, closing(sqlite3.connect(copy)) as after:
        before.backup(after)
    return f"sqlite:///{copy}"


@pytest.fixture
def client(url: str, services: tuple[TestClient, TestClient]) -> TestClient:
    """An organiser, of whom the service knows nothing yet."""
    return unknown(services[0])


@pytest.fixture
def player(url: str, services: tuple[TestClient, TestClient]) -> TestClient:
    """A guest of the same service as the public sees it."""
    return unknown(services[1])


def unknown(client: TestClient) -> TestClient:
    client.cookies.clear()
    client.app.state.limits = RateLimits()
    return client


@pytest.fixture
def contest() -> str:
    """The address of the open contest."""
    return "/contests/1"
