"""A contest in the browser, from its announcement to the table of its winners, as players and organisers see it."""

import io
import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote_from_bytes

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import insert

from service.web.app import create_app
from service.web.security.limits import RateLimits
from service.web.settings import WebSettings
from storage.database import Database
from storage.tables.contests import Submission
from tests.service.conftest import TRADE, Invoke
from tests.service.web.conftest import browsing, log_in, token

pytestmark = pytest.mark.process

CORRIDOR = "######\n#@$-.#\n######\n"
FEW_PUSHES, FEW_MOVES = "rRdrruulDrdLL", "rRRurDrdLLL"


def moment(**ago: float) -> str:
    return (datetime.now(UTC) - timedelta(**ago)).isoformat()


@pytest.fixture(scope="module")
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


@pytest.fixture(scope="module")
def copy(held: Path) -> Path:
    """A copy of that database."""
    return Path(shutil.copy(held, held.with_name("copy.db")))


@pytest.fixture(scope="module")
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


def announced(client: TestClient, opens: str, closes: str, title: str = "May") -> str:
    """Announce a contest and return its address."""
    form = {"csrf": token(client), "title": title, "text": "Good luck!", "opens_at": opens, "closes_at": closes}
    response = client.post("/contests", data=form)
    assert response.status_code == 303, response.text
    return response.headers["location"].removesuffix("/organise")


def with_levels(client: TestClient, contest: str) -> None:
    for part, level in (("main", 1), ("extra", 2)):
        response = client.post(f"{contest}/levels", data={"csrf": token(client), "part": part, "level_id": level})
        assert response.status_code == 303, response.text


def sent(client: TestClient, contest: str, answer: str, name: str = "Anna", **fields: str) -> str:
    """What the page says about an answer."""
    form = {"csrf": token(client), "name": name, "answer": answer, **fields}
    response = client.post(f"{contest}/answers", data=form)
    assert response.status_code in (200, 403, 422, 429), response.text
    found = re.search(r'class="message [^>]*>(.*?)</p>', response.text, re.DOTALL)
    assert found
    return found[1]


def removable(client: TestClient, contest: str) -> list[str]:
    """The parts whose levels the page of organisers offers to remove."""
    page = client.get(f"{contest}/organise").text
    return re.findall(rf'action="{contest}/levels/(\w+)/removal"', page)


def test_a_contest_from_opening_to_ranking(client: TestClient, player: TestClient, contest: str) -> None:
    page = player.get(contest).text
    assert "Good luck!" in page
    assert "&lt;b&gt;Corridor&lt;/b&gt;" in page
    assert FEW_PUSHES not in page
    assert player.get(f"{contest}/main/picture.svg").headers["content-type"] == "image/svg+xml"
    assert "Accepted. It solves: Main level." in sent(player, contest, FEW_MOVES.lower(), country="Sweden")
    assert "Accepted. It solves: Main level." in sent(player, contest, f"{FEW_PUSHES}lll", name="Bertil")
    assert "You have already submitted this answer" in sent(player, contest, FEW_MOVES)
    assert "Accepted. It solves: Extra level." in sent(player, contest, "2r", name="Bertil")
    assert "Accepted" in sent(player, contest, "RR", name="Cecilia", email="c@example.org")
    page = player.get(contest).text
    assert FEW_MOVES not in page
    assert "c@example.org" not in page
    assert "/answers/" not in page
    organised = client.get(f"{contest}/organise").text
    assert "Answers received: 4" in organised
    assert "c@example.org" in organised
    assert "Identical answers from different players" in organised
    assert client.get(f"{contest}/answers/1.txt").text == FEW_MOVES
    assert player.get(f"{contest}/answers/1.txt").status_code == 404


def test_a_wrong_answer_that_was_meant_for_a_level_is_judged_by_that_alone(player: TestClient, contest: str) -> None:
    assert "Extra level: move 1" in sent(player, contest, "l", part="extra")
    assert "main" not in sent(player, contest, "l", part="extra")
    assert "Accepted. It solves: Extra level." in sent(player, contest, "RR", part="main")
    assert "Main level: move 1" in sent(player, contest, "l", part="no part")


def test_a_receipt_tells_the_place(player: TestClient, contest: str) -> None:
    form = {"csrf": token(player), "name": "Anna", "answer": FEW_MOVES}
    assert "You are first of 1 player by moves." in player.post(f"{contest}/answers", data=form).text
    text = player.post(f"{contest}/answers", data={**form, "name": "Bertil", "answer": FEW_PUSHES}).text
    assert "You are second of 2 players by moves." in text
    assert "You are first of 2 players by pushes." in text
    told = player.post(f"/api{contest}/submissions", json={"name": "Cecilia", "answer": FEW_MOVES}).json()
    assert told["ranks"] == {"moves": 2, "pushes": 3}


def test_a_table_is_behind_each_tab_and_the_overall_one_comes_first(player: TestClient, contest: str) -> None:
    for name, answer in (("Anna", FEW_MOVES), ("Bertil", FEW_PUSHES), ("Bertil", "RR")):
        sent(player, contest, answer, name=name)
    assert tables(player.get(contest).text) == ["Overall"]
    assert tables(player.get(f"{contest}?part=extra&by=pushes").text) == ["Extra level by pushes"]
    assert tables(player.get(f"{contest}?part=extra").text) == ["Extra level by moves"]
    assert tables(player.get(f"{contest}?part=none&by=none").text) == ["Overall"]


def test_contests_are_shown_with_a_level_as_far_as_it_is_no_secret(
    client: TestClient, player: TestClient, contest: str
) -> None:
    assert f'src="{contest}/main/picture.svg"' in player.get("/contests").text
    announced(client, "2036-01-01 12:00", "2036-02-01 12:00")
    page = player.get("/contests").text
    assert len(re.findall("/picture.svg", page)) == 1
    assert player.get(f"{contest}/main/picture.svg").status_code == 200


def test_the_log_tells_times_as_other_pages_do(client: TestClient) -> None:
    announced(client, "2036-01-01 12:00", "2036-02-01 12:00")
    page = client.get("/log").text
    assert "Jan 1, 2036" in page
    assert "2036-01-01T" not in page


def test_the_log_tells_what_a_removed_answer_counted_in_plain_words(client: TestClient, contest: str) -> None:
    sent(client, contest, FEW_MOVES)
    assert client.delete(f"/api{contest}/submissions/1").status_code == 204
    page = client.get("/log").text
    assert "11 moves, 6 pushes" in page
    assert "{" not in client.get("/api/log").json()["entries"][0]["detail"]


def tables(page: str) -> list[str]:
    return re.findall(r'<div class="table card"[^>]* aria-label="([^"]+)"', page)


def test_what_organisers_write_has_links_and_no_html(client: TestClient, player: TestClient) -> None:
    contest = announced(client, "2026-01-01 12:00", "2036-01-01 12:00")
    text = "Rules: https://example.org/rules <b>bold</b>"
    form = {"title": "May", "text": text, "opens_at": "2026-01-01 12:00", "closes_at": "2036-01-01 12:00"}
    assert client.post(contest, data={"csrf": token(client), **form}).status_code == 303
    page = player.get(contest).text
    assert '<a href="https://example.org/rules" rel="nofollow noopener"' in page
    assert "&lt;b&gt;bold" in page


def test_a_contest_has_any_number_of_parts(client: TestClient, player: TestClient, contest: str) -> None:
    further = "#######\n#@$  .#\n#######\n\n########\n#@$   .#\n########\n"
    page = client.post("/levels/import/store", data={"csrf": token(client), "text": further})
    assert page.status_code == 200, page.text
    stored = re.findall(r"/levels/([0-9]+)\"", page.text)
    form = {"csrf": token(client), "level_id": [*dict.fromkeys(stored), ""]}
    assert client.post(f"{contest}/levels", data=form).status_code == 303
    parts = [level["part"] for level in player.get(f"/api{contest}").json()["levels"]]
    assert parts == ["main", "extra", "extra2", "extra3"]
    assert "Extra level 3" in player.get(contest).text
    assert removable(client, contest) == parts
    assert client.post(f"{contest}/levels/extra3/removal", data={"csrf": token(client)}).status_code == 303
    for wrong in ("extra1", "extra100", "bonus"):
        assert client.post(f"{contest}/levels", data={**form, "part": wrong}).status_code == 422
    assert client.post(f"{contest}/levels", data={"csrf": token(client), "level_id": ""}).status_code == 422


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


REFUSALS = (
    (
        {"answer": "l"},
        "Main level: move 1: the player runs into a wall; Extra level: move 1: the player runs into a wall",
    ),
    ({"answer": " "}, "the answer is empty; paste your moves or choose a file"),
    ({"answer": "x"}, "&#39;x&#39; is not a move"),
    ({"answer": "RR", "name": "  "}, "the name cannot be empty"),
    ({"answer": "RR", "name": "a\u202eb"}, "invisible character (U+202E)"),
    ({"answer": "RR", "name": "n" * 41}, "at most 40"),
    ({"answer": "RR", "email": "nobody"}, "not an email address"),
    ({"answer": "999999999(R)"}, "longer than 100,000"),
)


def test_a_refusal_says_why(player: TestClient, contest: str) -> None:
    for fields, reason in REFUSALS:
        said = sent(player, contest, **{"name": "Anna", **fields})
        assert "Not accepted" in said
        assert reason in said
    assert player.get(f"/api{contest}/rankings").json() == {}


def test_the_form_names_the_notation_of_no_single_puzzle(player: TestClient, contest: str) -> None:
    page = player.get(contest).text
    assert "Your moves, as the player shows them" in page
    assert "Moves in LURD notation" not in page


def test_a_level_goes_into_a_contest_once(client: TestClient, contest: str) -> None:
    form = {"csrf": token(client), "part": "special", "level_id": 2}
    refused = client.post(f"{contest}/levels", data=form)
    assert refused.status_code == 422
    assert "this level is in the contest already (Extra level); choose another one" in refused.text
    assert client.put(f"/api{contest}/levels/special", json={"level_id": 2}).status_code == 422
    assert client.post(f"{contest}/levels", data={**form, "part": "extra"}).status_code == 303


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


def test_an_answer_may_be_a_file_and_long(player: TestClient, contest: str) -> None:
    form = {"csrf": token(player), "name": "Anna"}
    long = "du" * 40_000 + FEW_MOVES
    response = player.post(f"{contest}/answers", data=form, files={"file": ("answer.txt", long.encode())})
    assert "Accepted" in response.text
    response = player.post(f"{contest}/answers", data={**form, "name": "Bertil", "answer": long}, files={"file": b""})
    assert "Accepted" in response.text


def test_an_answer_of_a_megabyte_is_far_longer_than_the_level_needs(player: TestClient, contest: str) -> None:
    for answer in ("du" * 500_000 + FEW_MOVES, f"500000(du){FEW_MOVES}", f"999990(999990(du)){FEW_MOVES}"):
        assert "100,000" in sent(player, contest, answer)


def test_ten_megabytes_are_refused_as_too_long(player: TestClient, contest: str) -> None:
    long = "rl" * 5_000_000
    form = {"csrf": token(player), "name": "Anna", "answer": long}
    assert player.post(f"{contest}/answers", data=form).status_code == 413
    assert player.post(f"/api{contest}/submissions", json={"name": "Anna", "answer": long}).status_code == 413
    assert player.post("/submit_result.php", data={"nickname": "Anna", "lurd": long}).status_code == 413


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


def test_an_answer_that_is_refused_stays_in_its_form(player: TestClient, contest: str) -> None:
    fields = {"name": "Anna <3", "code": "sesame", "country": "Sverige", "email": "anna@example.org"}
    form = {"csrf": token(player), **fields, "answer": "UUUU"}
    page = player.post(f"{contest}/answers", data=form)
    assert page.status_code == 422
    assert "Not accepted:" in page.text
    for value in ("Anna &lt;3", "sesame", "Sverige", "anna@example.org"):
        assert f'value="{value}"' in page.text
    assert ">UUUU</textarea>" in page.text


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


def test_the_page_of_a_contest_tells_of_answers_that_were_removed_after_they_were_public(
    client: TestClient, player: TestClient, contest: str
) -> None:
    for name in ("Anna", "Bertil"):
        sent(player, contest, FEW_MOVES, name=name)
    said = {"title": "May", "text": "", "opens_at": moment(hours=2), "closes_at": moment(hours=1)}
    assert client.put(f"/api{contest}", json=said).status_code == 200
    assert client.post(f"{contest}/publication", data={"csrf": token(client)}).status_code == 303
    assert "removed by the organisers" not in player.get(contest).text
    assert client.delete(f"/api{contest}/submissions/1").status_code == 204
    for page in (contest, f"{contest}/answers"):
        assert "1 answer was removed by the organisers" in player.get(page).text
    assert client.delete(f"/api{contest}/submissions/2").status_code == 204
    assert "2 answers were removed by the organisers" in player.get(contest).text
    assert client.delete(f"/api{contest}").status_code == 422
    assert "Delete this contest" not in client.get(f"{contest}/organise").text


def test_a_name_with_a_code_is_that_of_one_player_everywhere(
    client: TestClient, player: TestClient, contest: str
) -> None:
    assert "If you give a code" in player.get(contest).text
    assert "Accepted" in sent(player, contest, FEW_MOVES, code="sesame")
    assert "belongs to a player with a code" in sent(player, contest, FEW_PUSHES)
    sent_ = player.post(f"/api{contest}/submissions", json={"name": "\u0410nna", "answer": FEW_PUSHES})
    assert sent_.status_code == 403
    told = player.post("/submit_result.php", data={"nickname": "Anna", "lurd": FEW_PUSHES}).text
    assert "not correct: this name, or one that looks like it, belongs" in told
    assert "is correct" in player.post("/submit_result.php", data={"nickname": "anna#sesame", "lurd": FEW_PUSHES}).text
    json_ = {"name": "Anna", "code": "sesame", "answer": "RR"}
    assert player.post(f"/api{contest}/submissions", json=json_).status_code == 201
    places = player.get(f"/api{contest}/rankings").json()["main"]["rankings"]["moves"]
    assert [place["player"] for place in places] == ["Anna"]
    assert player.delete("/api/contests/names/Anna").status_code == 401
    assert client.delete("/api/contests/names/ANNA").status_code == 204
    assert client.delete("/api/contests/names/ANNA").status_code == 404
    assert "Accepted" in sent(player, contest, f"rl{FEW_PUSHES}", code="another")
    form = {"csrf": token(client), "name": "Anna"}
    assert client.post(f"{contest}/names/release", data=form).status_code == 303
    assert "Accepted" in sent(player, contest, f"rlrl{FEW_PUSHES}")


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


def test_a_form_of_another_site_is_refused(player: TestClient, contest: str) -> None:
    assert player.post(f"{contest}/answers", data={"name": "Anna", "answer": FEW_MOVES}).status_code == 403


def test_before_it_opens_guests_see_no_level(client: TestClient, player: TestClient) -> None:
    contest = announced(client, moment(hours=-1), moment(hours=-2))
    with_levels(client, contest)
    assert "The levels appear here when the contest opens." in player.get(contest).text
    assert player.get(f"/api{contest}").json()["levels"] == []
    for part in ("picture.svg", "level.xsb", "play"):
        assert player.get(f"{contest}/main/{part}").status_code == 404
        assert client.get(f"{contest}/main/{part}").status_code == 200
    assert "not begun yet" in sent(player, contest, FEW_MOVES)
    assert player.get(f"/api/competition/{contest.rpartition('/')[2]}").json()["main"] == []


def test_after_it_has_closed_the_organisers_may_publish(client: TestClient, player: TestClient, contest: str) -> None:
    sent(player, contest, FEW_MOVES)
    refused = client.post(f"{contest}/publication", data={"csrf": token(client)})
    assert refused.status_code == 422
    assert "is not over" in refused.text
    form = {"csrf": token(client), "title": "May", "opens_at": moment(hours=2), "closes_at": moment(seconds=1)}
    assert client.post(contest, data=form).status_code == 303
    assert "the contest ended" in sent(player, contest, FEW_PUSHES)
    for address in ("answers/1.txt", "answers"):
        assert player.get(f"{contest}/{address}").status_code == 404
    assert client.post(f"{contest}/publication", data={"csrf": token(client)}).status_code == 303
    assert "Organisers' best answer" in player.get(contest).text
    assert player.get(f"{contest}/answers/1.txt").text == FEW_MOVES
    assert f"{contest}/answers/1.txt" in player.get(f"{contest}/answers").text


def test_solutions_are_grouped_by_idea_once_they_are_public(
    client: TestClient, player: TestClient, contest: str
) -> None:
    for name, answer in (("Anna", FEW_MOVES), ("Bertil", FEW_PUSHES), ("Cecilia", f"rl{FEW_PUSHES}")):
        sent(player, contest, answer, name=name, part="main")
    assert player.get(f"{contest}/ideas").status_code == 404
    assert player.get(f"{contest}/compare?one=1&other=2").status_code == 404
    page = client.get(f"{contest}/ideas?part=main").text
    groups = [re.findall(r"Left: answer (\d) of", section) for section in page.split("<section")[1:]]
    assert groups == [["1"], ["2", "3"]]
    both = client.get(f"{contest}/compare?one=1&other=3").text
    assert FEW_MOVES in both
    assert client.get(f"{contest}/compare?one=1&other=99").status_code == 404
    assert client.get(f"{contest}/ideas?part=extra9").status_code == 404


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


def test_players_submit_from_the_player(player: TestClient, contest: str) -> None:
    page = player.get(f"{contest}/main/play")
    assert page.status_code == 200
    found = re.search(r'id="game">(.*?)</script>', page.text, re.DOTALL)
    assert found
    game = json.loads(found[1])
    assert game["solution"] is None
    assert game["submit"]["url"] == f"{contest}/answers"
    assert game["next"] == f"{contest}/extra/play"


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


def test_existing_programs_are_told_that_it_is_too_early_or_too_late(client: TestClient) -> None:
    form = {"nickname": "Anna", "lurd": FEW_MOVES}
    changed = {"title": "May", "opens_at": moment(hours=-1), "closes_at": moment(hours=-2)}
    client.put("/api/contests/1", json=changed)
    assert "not begin yet" in client.post("/submit_result.php", data=form).text
    client.put("/api/contests/1", json={**changed, "opens_at": moment(hours=2), "closes_at": moment(hours=1)})
    assert "competition has ended" in client.post("/submit_result.php", data=form).text
