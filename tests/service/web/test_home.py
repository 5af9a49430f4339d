"""The first page, for everybody, and what it says to those who were away."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from generator import family_names
from service.web.app import create_app
from service.web.settings import WebSettings
from storage.audit import Actor
from storage.contests import Announcement, create_contest
from storage.database import Database
from storage.recorder import set_state, start_session
from storage.tables.base import SessionState
from tests.service.web.conftest import log_in, token
from tests.storage.records import SETTINGS

NOON = "2026-05-01T12:00:00.000+00:00"
EVENING = "2026-05-01T20:00:00.000+00:00"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[TestClient]:
    """A browser on the machine of a new database."""
    url = f"sqlite:///{tmp_path}/new.db"
    Database.create(url).close()
    with TestClient(create_app(WebSettings(url, "key")), base_url="http://localhost", follow_redirects=False) as client:
        yield client


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="(/play\?z=[^"]+)"', page)]


def test_without_any_level_there_is_one_to_play_and_every_puzzle_to_evolve(empty: TestClient) -> None:
    page = empty.get("/").text
    for family in family_names():
        assert f'href="/sessions/new?family={family}"' in page
        assert f'src="/families/{family}/showcase.svg"' in page
        assert empty.get(f"/families/{family}/showcase.svg").text.startswith("<svg")
    for link in links(page):
        assert 'id="game"' in empty.get(link).text
    assert 'id="game"' in page
    assert "No session yet" in empty.get("/sessions").text


def test_chinese_sentences_stand_without_a_space_between_them(empty: TestClient) -> None:
    page = empty.get("/", headers={"Accept-Language": "zh-CN"}).text
    assert "这一关是演化出来的。" in page
    assert not re.search(r"\u3002 +[^ <]", page)


def test_the_deepest_levels_of_the_database_are_on_it(client: TestClient) -> None:
    deepest = client.get("/api/levels?order=-depth&limit=1").json()["levels"][0]["id"]
    assert f'src="/levels/{deepest}/picture.svg"' in client.get("/").text


def test_a_guest_plays_and_sees_neither_levels_nor_sessions(guest: TestClient) -> None:
    page = guest.get("/").text
    assert links(page)
    assert 'href="/contests"' in page
    assert "/sessions" not in page
    assert "/levels/" not in page
    assert log_in(guest) == 303
    assert 'href="/sessions/new?family=sokoban"' in guest.get("/").text


def test_who_was_away_is_told_once_what_happened(empty: TestClient) -> None:
    time = [NOON]
    state = empty.app.state  # type: ignore[attr-defined]
    state.database = database = replace(state.database, now=lambda: time[0])
    assert "While you were away" not in empty.get("/").text
    ended, quiet = start_session(database, SETTINGS, "doors"), start_session(database, SETTINGS, "windows")
    time[0] = "2026-05-01T12:10:00.000+00:00"
    assert "While you were away" not in empty.get("/").text, "half an hour makes a visit"
    time[0] = "2026-05-01T18:00:00.000+00:00"
    set_state(database, ended, SessionState.FINISHED)
    create_contest(database, Announcement("May", "", "2026-05-01T17:00:00+00:00", EVENING), Actor("anian"))
    time[0] = "2026-05-01T19:00:00.000+00:00"
    for path in ("/", "/sessions"):
        page = empty.get(path).text
        told = page.partition("While you were away")[2].partition("</section>")[0]
        assert f'href="/sessions/{ended}"' in told
        assert f'href="/sessions/{quiet}"' not in told
        assert "the contest has opened" in told
    answer = empty.post("/away", data={"csrf": token(empty), "back": "/sessions"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sessions")
    assert "While you were away" not in empty.get("/").text
    time[0] = EVENING.replace("20:00", "20:45")
    assert "the contest has closed" in empty.get("/").text


def test_nobody_dismisses_news_for_others(empty: TestClient) -> None:
    assert empty.post("/away", data={"back": "/"}).status_code == 403
