"""The live page of a session that runs, over HTTP."""

import json
import shutil
from collections.abc import Iterator

import httpx2
import pytest

from service.sessions.processes import SessionProcesses
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.locks import holder
from tests.patience import PATIENCE
from tests.service.sessions.test_processes import settings, until
from tests.service.web.conftest import Serve, end_sessions, served

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def url(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database that all tests share."""
    path = tmp_path_factory.mktemp("streams") / "levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def address(url: str) -> Iterator[str]:
    """The address of a service."""
    with served(url) as address:
        yield address


@pytest.fixture(scope="module")
def running(url: str, address: str) -> Iterator[int]:
    """A session that runs until the tests are over, and no longer: not while the service starts and ends."""
    processes = SessionProcesses(url)
    with Database.open(url) as database:
        session = processes.start(database, settings(StopConditions(evaluations=10**6)), 0)
        until(lambda: holder(database.path, session) is not None)
    yield session
    end_sessions(url)


def events(answer: httpx2.Response) -> Iterator[tuple[str, str]]:
    """The events of a stream by name, as browsers understand them."""
    name, lines = "", []
    for line in answer.iter_lines():
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            lines.append(value)
        elif not line and lines:
            yield name, "\n".join(lines)
            lines = []


def test_the_stream_of_a_page_follows_a_running_session_in_its_language(address: str, running: int) -> None:
    stream = f"{address}/sessions/{running}/stream"
    with httpx2.stream("GET", stream, headers={"Accept-Language": "en"}, timeout=PATIENCE) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        reached = [0]
        for name, text in events(answer):
            if name == "status":
                assert 'data-activity="running"' in text
            if name == "point":
                reached.append(json.loads(text)["generation"])
                if len(reached) > 3:
                    break
        assert reached == sorted({*reached}), "every point is a new one"


def test_programs_follow_it_as_json(address: str, running: int) -> None:
    with httpx2.stream("GET", f"{address}/api/sessions/{running}/events", timeout=PATIENCE) as answer:
        found = dict(next_events for next_events, _ in zip(events(answer), range(4), strict=False))
    session = json.loads(found["session"])
    assert (session["id"], session["activity"]) == (running, "running")
    assert json.loads(found["point"])["evaluations"] <= session["evaluations"] + 10**6


def test_a_session_goes_on_when_the_service_is_started_again(
    url: str, serve: Serve, address: str, running: int
) -> None:
    first = httpx2.get(f"{address}/api/sessions/{running}").json()
    again = serve(url)
    until(lambda: httpx2.get(f"{again}/api/sessions/{running}").json()["generation"] > first["generation"])
    assert httpx2.get(f"{again}/api/sessions/{running}").json()["activity"] == "running"
