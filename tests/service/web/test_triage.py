"""Triage: levels are judged one after the other, and judgements can be taken back."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from storage.curation import CurationState, curation_of, history, move_levels, note_level, rate_levels
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import best_levels
from tests.service.web.levels.conftest import stored

SEARCH = "depth_min=20&order=-depth"


@pytest.fixture
def database(url: str):
    with Database.open(url) as database:
        yield database


@pytest.fixture
def ids(database: Database) -> list[int]:
    return [row.id for row in best_levels(database, LevelFilter(depth_min=20), limit=None)]


def shown(page: str) -> int:
    return int(re.findall(r'<h2 class="wrap"><a href="/levels/(\d+)"', page)[0])


def judged(client: TestClient, page: str, level: int, change: str, value: str) -> str:
    csrf = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
    following = re.findall(r'name="next" value="(\d+)"', page)[0]
    visit = re.findall(r'name="visit" value="([^"]*)"', page)[0]
    said = {"csrf": csrf, "search": SEARCH, "visit": visit, "next": following, "change": change, "value": value}
    answer = client.post(f"/triage/{level}", data=said)
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["location"]).text


def undone(client: TestClient, page: str) -> str:
    action, form = re.findall(r'action="(/triage/undo)">(.*?)</form>', page, re.DOTALL)[0]
    said = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"search": SEARCH}
    return client.get(client.post(action, data=said).headers["location"]).text


def test_levels_of_a_search_are_judged_one_after_the_other(
    client: TestClient, database: Database, ids: list[int]
) -> None:
    page = client.get("/triage", params={"search": SEARCH}).text
    assert shown(page) == ids[0]
    assert f"/levels/{ids[0]}/replay.svg" in page
    page = judged(client, page, ids[0], "rating", "4")
    assert shown(page) == ids[0], "a rating leaves time to approve"
    page = judged(client, page, ids[0], "state", "approved")
    assert shown(page) == ids[1]
    page = judged(client, page, ids[1], "state", "rejected")
    assert shown(page) == ids[2]
    assert (curation_of(database, ids[0]).state, curation_of(database, ids[0]).rating) == ("approved", 4)
    assert curation_of(database, ids[1]).state == "rejected"
    last = client.get("/triage", params={"search": SEARCH, "level": ids[-1]}).text
    assert "That was the last level" in judged(client, last, ids[-1], "state", "approved")


def test_one_step_back_restores_what_was_there_before(client: TestClient, database: Database, ids: list[int]) -> None:
    move_levels(database, [ids[1]], CurationState.SHORTLISTED, "anian")
    rate_levels(database, [ids[1]], 2, "anian")
    note_level(database, ids[1], "quiet", "anian")
    before = [curation_of(database, level_id) for level_id in ids[:2]]
    page = client.get("/triage", params={"search": SEARCH}).text
    page = undone(client, judged(client, page, ids[0], "state", "approved"))
    assert shown(page) == ids[0]
    assert curation_of(database, ids[0]) == before[0], "a level that was not on the board is not there again"
    assert [change.after for change in history(database, ids[0])] == ["approved", ""]
    page = client.get("/triage", params={"search": SEARCH, "level": ids[1]}).text
    undone(client, judged(client, page, ids[1], "rating", "5"))
    assert (curation_of(database, ids[1]).rating, curation_of(database, ids[1]).note) == (2, "quiet")
    assert curation_of(database, ids[1]).state == "shortlisted"


def test_every_judgement_of_a_visit_is_undone_in_turn(client: TestClient, database: Database, ids: list[int]) -> None:
    page = client.get("/triage", params={"search": SEARCH}).text
    before = [curation_of(database, level_id) for level_id in ids[:3]]
    page = judged(client, page, ids[0], "rating", "4")
    for level_id, state in zip(ids, ("approved", "rejected", "shortlisted"), strict=False):
        page = judged(client, page, level_id, "state", state)
    page = client.get(re.findall(r'rel="prev" href="([^"]+)"', page)[0].replace("&amp;", "&")).text
    assert "4 judgements of this visit" in page, "who looks at another level may still undo"
    for level_id in (ids[2], ids[1], ids[0], ids[0]):
        page = undone(client, page)
        assert shown(page) == level_id
    assert [curation_of(database, level_id) for level_id in ids[:3]] == before
    assert "Undo the judgement" not in page


@pytest.mark.parametrize("visit", ["x", "1.lost.", "1..9", "0..", "²..", "~~", f"{2**63}.."])
def test_what_is_no_judgement_is_not_undone(client: TestClient, visit: str) -> None:
    page = client.get("/triage", params={"search": SEARCH, "visit": visit})
    assert page.status_code == 200
    assert "Undo the judgement" not in page.text


def test_a_long_visit_keeps_the_addresses_of_pages_short_enough(client: TestClient, ids: list[int]) -> None:
    visit = "~".join([f"{ids[0]}.."] * 500)
    page = client.get("/triage", params={"search": SEARCH, "visit": visit}).text
    assert "300 judgements" in page
    assert "300 judgements" in judged(client, page, ids[0], "rating", "4")


def test_only_figures_that_a_puzzle_has_are_told(client: TestClient, database: Database) -> None:
    assert "<span>Moves" in client.get("/triage", params={"search": SEARCH}).text
    stored(database, "ba.\nab.", "watersort")
    page = client.get("/triage", params={"search": "family=watersort"}).text
    assert "Moves" not in page


def test_a_level_is_added_to_a_contest(client: TestClient, ids: list[int]) -> None:
    page = client.get("/triage", params={"search": SEARCH}).text
    assert re.search(rf'href="/contests/add\?level={ids[0]}" data-key="c"', page)
    offered = client.get(f"/contests/add?level={ids[0]}").text
    assert re.search(r'<span class="small">(\w+ ?)+ <span class="pill', offered.replace("\n", " ")), "which level it is"


def test_triage_of_what_leaves_the_search_goes_on_with_the_next(client: TestClient, database: Database, ids) -> None:
    move_levels(database, ids[:3], CurationState.CANDIDATE, "anian")
    page = client.get("/triage", params={"search": "state=candidate"}).text
    first = shown(page)
    judged(client, page, first, "state", "approved")
    assert "2 levels" in client.get("/triage", params={"search": "state=candidate"}).text


def test_a_session_is_judged_and_nothing_to_judge_is_said(client: TestClient) -> None:
    assert "/levels?session=1" in client.get("/triage?session=1").text
    assert "No level to judge" in client.get("/triage?search=type%3De").text
    assert client.get("/triage?search=colour%3Dred").status_code == 422
    assert client.get("/triage?level=77777").status_code == 404


def test_guests_do_not_judge(guest: TestClient) -> None:
    assert guest.get("/triage").status_code == 303
    assert urlsplit(guest.get("/triage").headers["location"]).path == "/login"
    assert parse_qs(urlsplit(guest.get("/triage?session=1").headers["location"]).query)["back"] == ["/triage?session=1"]
