"""Programs find contests, their rankings and where answers go."""

import re
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from fastapi.testclient import TestClient

from service.contests.submissions import Receipt
from service.web.contests.views import submit
from service.web.routes import competition
from service.web.sandbox.pool import Sandbox
from storage.audit import Actor
from storage.contests import remove_contest
from storage.database import Database
from tests.service.conftest import TRADE
from tests.service.web.contests.held.holding import FEW_MOVES, FEW_PUSHES, moment, sent

pytestmark = pytest.mark.process


def test_the_rankings_as_json(client: TestClient, contest: str) -> None:
    for name, answer in (("Anna", FEW_MOVES), ("Bertil", FEW_PUSHES)):
        sent_ = client.post(f"/api{contest}/submissions", json={"name": name, "answer": answer})
        assert sent_.status_code == 201
        assert sent_.json()["part"] == "main"
    result = client.get(f"/api{contest}/rankings").json()["main"]
    assert [place["player"] for place in result["rankings"]["moves"]] == ["Anna", "Bertil"]
    assert [place["player"] for place in result["rankings"]["pushes"]] == ["Bertil", "Anna"]
    assert (result["champion_of_moves"], result["champion_of_pushes"]) == ("Anna", "Bertil")
    levels = client.get(f"/api{contest}").json()["levels"]
    assert [level["title"] for level in levels] == ["Trade", "<b>Corridor</b>"]


def test_a_contest_needs_a_title_and_times_in_order(client: TestClient) -> None:
    good = {"title": "May", "opens_at": "2026-05-01 12:00", "closes_at": "2030-01-01"}
    for title in ("", "t" * 121, "a\x00b"):
        assert client.post("/api/contests", json={**good, "title": title}).status_code == 422
    for opens in ("", "soon", "0001-01-01T00:00+14:00", "2999-01-01", "9999-12-31T23:59-12:00"):
        refused = client.post("/api/contests", json={**good, "opens_at": opens})
        assert refused.status_code == 422
        assert "write it like" in refused.text or "before it opens" in refused.text
    made = client.post("/api/contests", json=good).json()
    assert made["opens_at"] == "2026-05-01T12:00:00.000+00:00"


def test_existing_programs_understand_the_current_contest(player: TestClient, contest: str) -> None:
    told = player.get("/api/competition/").json()
    assert told["id"] == int(contest.rpartition("/")[2])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", told["begin"])
    assert told["main"] == {"level": TRADE.strip().replace("\n", "|"), "title": "Trade", "author": "nobody"}
    assert told["extra2"] is None
    assert player.get(f"/api/competition/{told['id']}").json() == told
    sent(player, contest, FEW_MOVES, country="Sweden")
    (answer,) = player.get("/api/competition/submission/").json()["submission"]
    assert {**answer, "time": ""} == {"time": "", "name": "Anna", "country": "Sweden", "move": 11, "push": 6}
    assert player.get("/api/competition/submission/?t=extra").json() == {"submission": []}


def test_existing_programs_send_in_answers(player: TestClient, contest: str) -> None:
    def told(body: str) -> str:
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return player.post("/submit_result.php", content=body, headers=headers).text

    name = quote_from_bytes("安妮".encode("gbk"))
    assert "correct (for the main level): 11 moves, 6 pushes" in told(
        f"nickname={name}&country=&email=&lurd={FEW_MOVES}"
    )
    assert "already received" in told(f"nickname={quote_from_bytes('安妮'.encode())}&lurd={FEW_MOVES}")
    assert "not correct" in told("nickname=Anna&lurd=uuu")
    assert "correct (for" not in told("nickname=Anna&lurd=uuu")
    assert "name cannot be empty" in told(f"nickname=+&lurd={FEW_MOVES}")
    assert player.get("/api/competition/submission/").json()["submission"][0]["name"] == "安妮"


def test_existing_programs_are_told_that_the_contest_is_removed_meanwhile(
    player: TestClient, contest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(database: Database, sandbox: Sandbox, contest_id: int, *answer: Any) -> Receipt:
        remove_contest(database, contest_id, Actor("anian"))
        return await submit(database, sandbox, contest_id, *answer)

    monkeypatch.setattr(competition, "submit", late)
    told = player.post("/submit_result.php", data={"nickname": "Anna", "lurd": FEW_MOVES})
    assert (told.status_code, "not correct: there is no contest" in told.text) == (200, True)


def test_existing_programs_are_told_that_it_is_too_early_or_too_late(client: TestClient) -> None:
    form = {"nickname": "Anna", "lurd": FEW_MOVES}
    changed = {"title": "May", "opens_at": moment(hours=-1), "closes_at": moment(hours=-2)}
    client.put("/api/contests/1", json=changed)
    assert "not begin yet" in client.post("/submit_result.php", data=form).text
    client.put("/api/contests/1", json={**changed, "opens_at": moment(hours=2), "closes_at": moment(hours=1)})
    assert "competition has ended" in client.post("/submit_result.php", data=form).text
