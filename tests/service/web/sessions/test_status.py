"""What programs are told of how sessions are doing."""

import json

import pytest
from fastapi.testclient import TestClient

from service.web.app import create_app
from service.web.settings import WebSettings
from storage.database import Database
from storage.recorder import DatabaseRecorder, start_session
from tests.service.conftest import Invoke
from tests.service.web.conftest import log_in
from tests.service.web.sessions.test_pages import SMALL
from tests.storage.records import SETTINGS, full_generation


@pytest.fixture
def killed(url: str) -> int:
    """A session that was killed, beside the one that has ended."""
    with Database.open(url) as database:
        session = start_session(database, SETTINGS, "doors")
        DatabaseRecorder(database, session).record(full_generation(session, 1))
    return session


@pytest.mark.parametrize("every", [False, True])
def test_it_is_what_the_command_says(client: TestClient, cenote: Invoke, url: str, killed: int, every: bool) -> None:
    options = ("--all",) if every else ()
    command = json.loads(cenote("status", "-f", "json", "--storage", url, *options).stdout)
    answer = client.get("/api/status", params={"all": every})
    assert answer.status_code == 200
    assert answer.json()["sessions"] == command["sessions"]
    assert [row["id"] for row in command["sessions"]] == ([1, killed] if every else [killed])
    assert answer.json()["database"].keys() == command["database"].keys() - {"path"}, (
        "where files lie is told to nobody"
    )


def test_it_is_for_those_who_may_see_sessions(guest: TestClient, killed: int) -> None:
    assert guest.get("/api/status").status_code == 401
    assert log_in(guest) == 303
    (row,) = guest.get("/api/status").json()["sessions"]
    assert (row["name"], row["state"], row["process"]) == ("doors", "interrupted", None)


@pytest.mark.process
def test_a_session_that_the_service_has_started_is_seen_running(url: str) -> None:
    with TestClient(create_app(WebSettings(url, "key")), base_url="http://localhost") as client:
        new = SMALL | {"evaluations": 10_000_000, "workers": 0}
        session = client.post("/api/sessions", json=new).json()["id"]
        states = set()
        while "running" not in states:
            states |= {row["state"] for row in client.get("/api/status").json()["sessions"] if row["id"] == session}
        assert states <= {"starting", "running", "interrupted"}
        client.post(f"/api/sessions/{session}/stop")
        while client.get("/api/status").json()["sessions"]:
            pass
