"""Organisers see and change everything about a contest, and nobody else does."""

import io
import json
import re
import zipfile

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert

from storage.database import Database
from storage.tables.contests import Submission
from tests.service.web.conftest import log_in, token
from tests.service.web.contests.held.holding import (
    FEW_MOVES,
    FEW_PUSHES,
    announced,
    moment,
    removable,
    sent,
    with_levels,
)

pytestmark = pytest.mark.process


def test_the_log_tells_times_as_other_pages_do(client: TestClient) -> None:
    announced(client, "2036-01-01 12:00", "2036-02-01 12:00")
    page = client.get("/log").text
    assert re.search(r'<time datetime="2036-01-01T[^"]+" data-exact>Jan 1, 2036, 12:00:00\sPM UTC</time>', page)
    assert "2036-01-01T" not in re.sub("<[^>]+>", "", page)


def test_the_log_tells_what_a_removed_answer_counted_in_plain_words(client: TestClient, contest: str) -> None:
    sent(client, contest, FEW_MOVES)
    assert client.delete(f"/api{contest}/submissions/1").status_code == 204
    page = client.get("/log").text
    assert "moves 11; pushes 6" in page
    assert "{" not in client.get("/api/log").json()["entries"][0]["detail"]


def test_a_level_goes_into_a_contest_once(client: TestClient, contest: str) -> None:
    form = {"csrf": token(client), "part": "special", "level_id": 2}
    refused = client.post(f"{contest}/levels", data=form)
    assert refused.status_code == 422
    assert "this level is in the contest already (Extra level); choose another one" in refused.text
    assert client.put(f"/api{contest}/levels/special", json={"level_id": 2}).status_code == 422
    assert client.post(f"{contest}/levels", data={**form, "part": "extra"}).status_code == 303


def test_approved_levels_are_offered_until_they_are_in_the_contest(client: TestClient, contest: str) -> None:
    for level in (1, 2):
        assert client.patch(f"/api/levels/{level}/curation", json={"state": "approved"}).status_code == 200
    june = announced(client, moment(hours=-1), moment(hours=-2), "June")
    offered = r'type="checkbox" name="level_id" value="(\d+)"'
    assert sorted(re.findall(offered, client.get(f"{june}/organise").text)) == ["1", "2"]
    assert re.findall(offered, client.get(f"{contest}/organise").text) == []


def test_a_contest_that_is_over_is_offered_no_levels(client: TestClient) -> None:
    assert client.patch("/api/levels/1/curation", json={"state": "approved"}).status_code == 200
    for ends, offers in ((-1, True), (1, False)):
        contest = announced(client, moment(hours=2), moment(hours=ends))
        page = client.get(f"{contest}/organise").text
        assert ("Choose levels" in page, "Propose levels" in page) == (offers, offers)


def test_organisers_see_which_levels_players_may_know(client: TestClient, contest: str) -> None:
    for level, state in ((1, "approved"), (2, "published")):
        assert client.patch(f"/api/levels/{level}/curation", json={"state": state}).status_code == 200
    june = announced(client, moment(hours=-1), moment(hours=-2), "June")
    assert "was in: May" in client.get(f"{june}/organise").text
    assert "was in:" not in client.get(f"{contest}/organise").text
    added = client.get("/contests/add?level=1&level=2").text
    assert added.count("was in: May") == 2
    assert "Published" in added
    with_levels(client, june)
    page = client.get(f"{june}/organise").text
    assert page.count("This level was in another contest: May.") == 2
    assert page.count("This level is published, so everybody can see it.") == 1


WRONG_TIMES = {
    "title": "A <title>",
    "text": "Good luck!",
    "opens_at": "2026-05-02T12:00",
    "closes_at": "2026-05-01T12:00",
}


def kept_by(page: str) -> None:
    """An announcement that was refused is in the form, with the reason in the words of pages."""
    assert "the contest would close before it opens" in page
    assert 'name="title" value="A &lt;title&gt;"' in page
    assert ">Good luck!</textarea>" in page
    assert re.search(r'name="opens_at" value="2026-05-02T12:00"', page)


def test_an_announcement_that_is_refused_stays_in_its_form(client: TestClient, contest: str) -> None:
    for address in ("/contests", contest):
        refused = client.post(address, data={"csrf": token(client), **WRONG_TIMES})
        assert refused.status_code == 422
        kept_by(refused.text)


def test_a_level_that_is_refused_stays_in_its_form(client: TestClient, contest: str) -> None:
    for level, status in ((2, 422), (999, 404)):
        form = {"csrf": token(client), "part": "special", "level_id": level, "answer": "UUUU"}
        refused = client.post(f"{contest}/levels", data=form)
        assert refused.status_code == status
        assert f'pattern="[0-9]*" value="{level}"' in refused.text
        assert ">UUUU</textarea>" in refused.text
        assert 'value="special" selected' in refused.text
        assert "cenote best" not in refused.text


def test_organisers_remove_an_answer(client: TestClient, player: TestClient, contest: str) -> None:
    for name in ("Anna", "Bertil", "Cecilia"):
        sent(player, contest, FEW_MOVES, name=name)
    assert player.delete(f"/api{contest}/submissions/1").status_code == 401
    assert "Remove answer 2" in client.get(f"{contest}/organise").text
    assert client.post(f"{contest}/answers/1/removal", data={"csrf": token(client)}).status_code == 303
    assert client.delete(f"/api{contest}/submissions/2").status_code == 204
    assert client.delete(f"/api{contest}/submissions/2").status_code == 404
    assert [answer["id"] for answer in client.get(f"/api{contest}/submissions").json()["submissions"]] == [3]
    places = player.get(f"/api{contest}/rankings").json()["main"]["rankings"]["moves"]
    assert [place["player"] for place in places] == ["Cecilia"]


def test_every_change_to_a_contest_is_in_the_log(client: TestClient, contest: str) -> None:
    for name in ("Anna", "Bertil"):
        sent(client, contest, FEW_MOVES, name=name, email=f"{name}@example.org", code="sesame")
    said = {"title": "June", "opens_at": moment(hours=1), "closes_at": moment(hours=-1)}
    form = {"csrf": token(client)}
    assert client.put(f"/api{contest}", json=said).status_code == 200
    assert client.post(contest, data={**form, **said}).status_code == 303
    assert client.post(f"{contest}/levels", data={**form, "part": "extra", "level_id": 2}).status_code == 303
    assert client.post(f"{contest}/levels/extra/removal", data=form).status_code == 303
    assert client.delete("/api/contests/names/Anna/email").status_code == 204
    address = {"name": "bertil@EXAMPLE.org"}
    assert client.post(f"{contest}/names/email", data={**form, **address}).status_code == 303
    assert client.post(f"{contest}/names/email", data={**form, **address}).status_code == 404
    assert client.post(f"{contest}/answers/1/removal", data=form).status_code == 303
    assert client.post(f"{contest}/names/release", data={**form, "name": "Anna"}).status_code == 303
    mistaken = announced(client, "2026-06-01", "2026-06-22")
    assert client.delete(f"/api{mistaken}").status_code == 204
    log = client.get("/api/log").json()["entries"]
    assert [entry["action"] for entry in log if entry["address"]] == [
        "contest-removed",
        "contest-created",
        "name-released",
        "answer-removed",
        "emails-erased",
        "emails-erased",
        "level-removed",
        "level-put",
        "contest-changed",
        "contest-changed",
    ]
    assert {entry["address"] for entry in log} == {"testclient", ""}, "those of the command line have none"
    assert "example.org" not in str(log).lower()
    assert "@example.org" not in client.get(f"{contest}/organise").text


MANY = 2_000


def test_pages_of_a_contest_with_thousands_of_answers_stay_short(
    url: str, client: TestClient, player: TestClient, contest: str
) -> None:
    metrics = {"moves": 11, "pushes": 6}
    with Database.open(url) as database, database.begin() as connection:
        (level, _) = connection.exec_driver_sql("SELECT id FROM contest_levels").scalars()
        rows = [
            {
                "contest_level_id": level,
                "player": f"player {number:05}",
                "country": "",
                "email": "",
                "received_at": f"2026-05-01T12:00:00.{number:05}",
                "digest": str(number // 2),
                "metrics": {**metrics, "moves": 11 + number},
                "answer": FEW_MOVES,
            }
            for number in range(MANY)
        ]
        connection.execute(insert(Submission), rows)
    for address in (contest, f"{contest}/organise", f"/api{contest}/submissions", f"/api{contest}/rankings"):
        assert len(client.get(address).content) < 200_000, address
    assert len(client.get("/api/competition/submission/").content) < 200_000
    page = player.get(contest).text
    assert ("player 00049" in page, "player 00050" in page) == (True, False)
    page = player.get(f"{contest}?after=50").text
    assert ("player 00049" in page, "player 00050" in page) == (False, True)
    assert "Lower ranks" not in player.get(f"{contest}?after={MANY - 50}").text
    result = player.get(f"/api{contest}/rankings?after=1990&limit=5").json()["main"]
    assert [place["rank"] for place in result["rankings"]["moves"]] == [1991, 1992, 1993, 1994, 1995]
    assert result["players"] == MANY


def test_every_answer_is_on_some_page(client: TestClient, contest: str) -> None:
    for answer in (FEW_MOVES, FEW_PUSHES, "RR"):
        sent(client, contest, answer)
    found, after = [], 0
    while after is not None:
        page = client.get(f"/api{contest}/submissions?limit=2&after={after}").json()
        found += [answer["id"] for answer in page["submissions"]]
        after = page["next"]
    assert found == [1, 2, 3]
    answers = client.get(f"/api{contest}/submissions?part=extra").json()["submissions"]
    assert [answer["id"] for answer in answers] == [3]


def test_levels_stay_once_answers_have_come_in(client: TestClient, contest: str) -> None:
    sent(client, contest, FEW_MOVES)
    refused = client.post(f"{contest}/levels/main/removal", data={"csrf": token(client)})
    assert refused.status_code == 422
    assert "so it cannot be" in refused.text
    assert client.post(f"{contest}/levels/extra/removal", data={"csrf": token(client)}).status_code == 303
    assert [level["part"] for level in client.get(f"/api{contest}").json()["levels"]] == ["main"]


def test_only_levels_that_can_be_removed_are_offered_for_it(client: TestClient, contest: str) -> None:
    assert removable(client, contest) == ["main", "extra"]
    sent(client, contest, FEW_MOVES)
    assert removable(client, contest) == ["extra"]
    over = {"csrf": token(client), "title": "May", "opens_at": moment(hours=2), "closes_at": moment(seconds=1)}
    client.post(contest, data=over)
    assert removable(client, contest) == ["extra"]
    client.post(f"{contest}/publication", data={"csrf": token(client)})
    assert removable(client, contest) == []
    assert "Add to the contest" not in client.get(f"{contest}/organise").text


def test_a_published_contest_gets_no_other_times_or_levels(client: TestClient, player: TestClient) -> None:
    contest = announced(client, moment(hours=2), moment(hours=1))
    with_levels(client, contest)
    client.post(f"{contest}/publication", data={"csrf": token(client)})
    said = {"title": "May", "text": "Thanks!", "opens_at": moment(hours=2), "closes_at": moment(hours=-1)}
    posted = [
        client.post(f"{contest}{place}", data={"csrf": token(client), **form})
        for place, form in (
            ("", said),
            ("/levels", {"part": "special", "level_id": 1}),
            ("/levels/main/removal", {}),
        )
    ]
    called = [
        client.put(f"/api{contest}", json=said),
        client.put(f"/api{contest}/levels/special", json={"level_id": 1}),
        client.delete(f"/api{contest}/levels/main"),
    ]
    for refused in (*posted, *called):
        assert refused.status_code == 422
        assert "are public, so its times and levels cannot be changed" in refused.text
    assert "the contest ended" in sent(player, contest, FEW_MOVES)
    assert "Organisers' best answer" in player.get(contest).text


def test_the_page_of_a_published_contest_changes_its_title_alone(client: TestClient) -> None:
    contest = announced(client, moment(hours=2), moment(hours=1))
    client.post(f"{contest}/publication", data={"csrf": token(client)})
    page = client.get(f"{contest}/organise").text
    times = dict(re.findall(r'<input type="hidden" name="(opens_at|closes_at)" value="([^"]+)"', page))
    assert 'type="datetime-local"' not in page
    form = {"csrf": token(client), "title": "Thanks to all", "text": "", **times}
    assert client.post(contest, data=form).status_code == 303
    assert client.get(f"/api{contest}").json()["title"] == "Thanks to all"


def test_a_contest_is_forgotten_until_the_first_answer_has_come_in(client: TestClient, contest: str) -> None:
    assert "Delete this contest" in client.get(f"{contest}/organise").text
    sent(client, contest, FEW_MOVES)
    assert "Delete this contest" not in client.get(f"{contest}/organise").text
    assert client.post(f"{contest}/removal", data={"csrf": token(client)}).status_code == 422
    mistaken = announced(client, "2026-06-01", "2026-06-22", "By mistake")
    assert client.post(f"{mistaken}/removal", data={"csrf": token(client)}).headers["location"] == "/contests"
    assert client.get(mistaken).status_code == 404


def test_a_wrong_best_answer_is_refused(client: TestClient, contest: str) -> None:
    form = {"csrf": token(client), "part": "special", "level_id": 1, "answer": "rrr"}
    refused = client.post(f"{contest}/levels", data=form).text
    assert "best known answer: move 3: the moves end here" in refused
    known = client.put(f"/api{contest}/levels/main", json={"level_id": 1, "answer": FEW_MOVES.lower()}).json()
    assert known["answer"] == FEW_MOVES


def test_only_organisers_organise(player: TestClient, contest: str) -> None:
    for address in (f"{contest}/organise", f"{contest}/bundle.zip", "/contests/new"):
        assert player.get(address).status_code == 303
    assert player.get(f"/api{contest}/submissions").status_code == 401
    assert player.post("/api/contests", json={"title": "x", "opens_at": "", "closes_at": ""}).status_code == 401


def test_organisers_log_in_at_a_public_service(guest: TestClient) -> None:
    assert log_in(guest) == 303
    contest = announced(guest, moment(hours=1), moment(hours=-1))
    assert guest.get(f"{contest}/organise").status_code == 200


def test_the_bundle_has_every_format_and_no_hidden_answer(client: TestClient, contest: str) -> None:
    bundle = zipfile.ZipFile(io.BytesIO(client.get(f"{contest}/bundle.zip").content))
    names = bundle.namelist()
    assert {"main/level.xsb", "main/level.sok", "main/level.mf8", "main/level.png", "extra/play.txt"} <= {*names}
    assert not [name for name in names if "answer" in name]
    assert all(FEW_PUSHES.encode() not in bundle.read(name) for name in names)
    manifest = json.loads(bundle.read("manifest.json"))
    assert [level["title"] for level in manifest["levels"]] == ["Trade", "<b>Corridor</b>"]
    link = bundle.read("main/play.txt").decode().strip().removeprefix("http://localhost")
    assert client.get(link).status_code == 200
    with_answers = client.get(f"{contest}/bundle.zip?answers=true").content
    assert zipfile.ZipFile(io.BytesIO(with_answers)).read("extra/answer.txt") == b"RR\n"
