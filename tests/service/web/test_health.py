"""What monitors ask: whether the service is well, and its figures."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.accounts.passwords import keep_account
from service.settings import program_version
from service.web.app import create_app
from service.web.settings import WebSettings
from storage.database import Database
from tests.service.web.conftest import NAME, PASSWORD, log_in

TOKEN = "sixteen letters!"


@pytest.fixture
def monitored(url: str) -> Iterator[TestClient]:
    """A guest of a public service that has a token for monitors."""
    with Database.open(url) as database:
        keep_account(database, NAME, PASSWORD)
    app = create_app(WebSettings(url, "key", public=True, metrics_token=TOKEN))
    with TestClient(app, base_url="http://levels.example", follow_redirects=False) as client:
        yield client


def figure(client: TestClient, name: str) -> float:
    text = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


def test_everybody_may_ask_whether_the_service_is_well(guest: TestClient) -> None:
    answer = guest.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "version": program_version()})


def test_a_service_whose_database_does_not_answer_is_not_well(guest: TestClient, tmp_path: Path) -> None:
    guest.app.state.database.close()
    (tmp_path / "levels.db").rename(tmp_path / "elsewhere.db")
    answer = guest.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "the database does not answer"})


def test_figures_are_for_those_who_are_logged_in_and_for_monitors_with_the_token(monitored: TestClient) -> None:
    assert monitored.get("/metrics").status_code == 401
    assert monitored.get("/metrics", headers={"authorization": "Bearer "}).status_code == 401
    assert monitored.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert log_in(monitored) == 303
    assert monitored.get("/metrics").status_code == 200


def test_without_a_token_nobody_has_it(guest: TestClient) -> None:
    assert guest.get("/metrics", headers={"authorization": "Bearer "}).status_code == 401


def test_on_ones_own_machine_figures_are_open(client: TestClient) -> None:
    assert client.get("/metrics").headers["content-type"].startswith("text/plain")


def test_requests_are_counted_by_route_and_status(monitored: TestClient) -> None:
    for number in (1, 2, 3):
        monitored.get(f"/levels/{number}")
    monitored.get("/nothing")
    monitored.request("BREW", "/coffee")
    assert figure(monitored, 'cenote_requests_total{method="GET",route="/levels/{level_id}",status="303"}') == 3
    assert figure(monitored, 'cenote_requests_total{method="any",route="other",status="404"}') == 2
    assert figure(monitored, 'cenote_request_seconds_count{route="/levels/{level_id}"}') == 3


def test_what_waits_and_what_runs_are_told(monitored: TestClient, tmp_path: Path) -> None:
    for name in ("cenote_bodies_bytes", "cenote_judge_pending", "cenote_sandbox_pending", "cenote_sessions_running"):
        assert figure(monitored, name) == 0
    assert figure(monitored, "cenote_database_bytes") == (tmp_path / "levels.db").stat().st_size
    assert figure(monitored, "cenote_database_log_bytes") >= 0
