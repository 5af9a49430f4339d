"""The application in this process, for one's own machine or for the public, and in a process that speaks HTTP."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.accounts.passwords import keep_account
from service.web.app import create_app
from service.web.settings import WebSettings
from storage.database import Database
from storage.locks import holder
from storage.queries import list_sessions
from tests.patience import PATIENCE
from tests.service.conftest import CENOTE

NAME, PASSWORD = "anian", "ten boxes in a well"


@pytest.fixture
def url(evolved: str, tmp_path: Path) -> str:
    """The URL of a database of its own with the levels of one session on b 4."""
    shutil.copy(evolved.removeprefix("sqlite:///"), tmp_path / "levels.db")
    return f"sqlite:///{tmp_path}/levels.db"


@contextmanager
def browsing(url: str) -> Iterator[TestClient]:
    """A browser on the same machine, where no login is needed."""
    with TestClient(create_app(WebSettings(url, "key")), base_url="http://localhost", follow_redirects=False) as client:
        yield client


@pytest.fixture
def client(url: str) -> Iterator[TestClient]:
    """A browser on the same machine, over a database of its own."""
    with browsing(url) as client:
        yield client


@pytest.fixture
def guest(url: str) -> Iterator[TestClient]:
    """A browser anywhere, of a public service at which anian has an account."""
    with Database.open(url) as database:
        keep_account(database, NAME, PASSWORD)
    app = create_app(WebSettings(url, "key", public=True))
    with TestClient(app, base_url="http://levels.example", follow_redirects=False) as client:
        yield client


def token(client: TestClient) -> str:
    """The token that forms of this browser carry."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/login").text)
    assert found
    return found[1]


def log_in(client: TestClient, name: str = NAME, password: str = PASSWORD) -> int:
    """Send the form to log in; the status tells what came of it."""
    return client.post("/login", data={"csrf": token(client), "name": name, "password": password}).status_code


Serve = Callable[..., str]


@contextmanager
def served(url: str, *options: str) -> Iterator[str]:
    """The address of `cenote serve` for a database; it ends with the block."""
    command = [str(CENOTE), "serve", "--port", "0", "--storage", url, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the service has not begun"
        yield found[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts `cenote serve` for a database, and returns its address; ends it when the test is over."""
    with ExitStack() as running:
        yield lambda url, *options: running.enter_context(served(url, *options))


def end_sessions(url: str) -> None:
    """Kill what runs the sessions of a database, which would go on when the tests are over."""
    with Database.open_readonly(url) as database:
        for row in list_sessions(database):
            process = holder(database.path, row.id)
            if process is not None:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
