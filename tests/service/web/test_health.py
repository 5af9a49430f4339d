"""What monitors ask: whether the service is well, and its figures."""

import re
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from generator.messages import Message
from optimiser.recorder import EventRecord, Outcome
from service.accounts.passwords import keep_account
from service.settings import program_version
from service.web.app import create_app
from service.web.settings import WebSettings
from storage.database import Database
from storage.progress import progress
from storage.recorder import DatabaseRecorder, start_session
from tests.patience import PATIENCE
from tests.service.web.conftest import NAME, PASSWORD, log_in
from tests.storage.records import SETTINGS, candidate, generation
from tests.storage.writers import hold_session

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
    assert figure(monitored, "cenote_disk_free_bytes") > 0


@pytest.mark.process
def test_the_figures_of_sessions_that_run_or_were_killed_are_told(monitored: TestClient, url: str) -> None:
    with Database.open(url) as database:
        killed, held = (start_session(database, SETTINGS, name) for name in ("doors", None))
        lost = EventRecord("worker", Message("a worker process died"))
        failed = candidate(0, None, outcome=Outcome.FAILED)
        DatabaseRecorder(database, killed).record(generation(1, [failed], events=[lost]))
        recorded = progress(database, killed).last_generation_at
    processes = get_context("spawn")
    ready = processes.Event()
    holder = processes.Process(target=hold_session, args=(url, held, ready))
    holder.start()
    assert ready.wait(PATIENCE)
    text = monitored.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    holder.kill()
    holder.join()
    told = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("cenote_session_"))
    assert told.pop(f'cenote_session_last_generation_timestamp_seconds{{session="{killed}"}}') == told.pop(
        f'cenote_session_best_timestamp_seconds{{session="{killed}"}}'
    )
    assert recorded is not None
    assert {name: float(value) for name, value in told.items() if f'session="{killed}"' in name} == {
        f'cenote_session_info{{family="sokoban",name="doors",objective="deep",session="{killed}"}}': 1,
        f'cenote_session_running{{session="{killed}"}}': 0,
        f'cenote_session_workers{{session="{killed}"}}': 0,
        f'cenote_session_generations_total{{session="{killed}"}}': 1,
        f'cenote_session_evaluations_total{{session="{killed}"}}': 16,
        f'cenote_session_failed_candidates_total{{session="{killed}"}}': 1,
        f'cenote_session_best_score{{session="{killed}"}}': 10,
        f'cenote_session_warnings_total{{kind="worker",session="{killed}"}}': 1,
    }
    assert told[f'cenote_session_running{{session="{held}"}}'] == "1.0"
    assert 'session="1"' not in text, "a session that ended well is watched by nobody"


@pytest.mark.process
def test_prometheus_understands_the_figures(monitored: TestClient, url: str) -> None:
    """Names end as they should, and every figure has a sentence that explains it."""
    with Database.open(url) as database:
        start_session(database, SETTINGS)
    text = monitored.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    ours = {name: family for name, family in families.items() if name.startswith("cenote_")}
    assert {"cenote_session_evaluations", "cenote_session_running", "cenote_disk_free_bytes"} <= ours.keys()
    for name, family in ours.items():
        assert family.documentation
        assert re.fullmatch("[a-z_]+", name)
        assert family.type != "counter" or all(re.search("_(total|created)$", sample.name) for sample in family.samples)
