"""A contest in the browser, from its opening to the table of its winners, as players see it."""

import json
import re

import pytest
from fastapi.testclient import TestClient

from tests.service.web.conftest import token
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


def test_an_answer_that_is_refused_stays_in_its_form(player: TestClient, contest: str) -> None:
    fields = {"name": "Anna <3", "code": "sesame", "country": "Sverige", "email": "anna@example.org"}
    form = {"csrf": token(player), **fields, "answer": "UUUU"}
    page = player.post(f"{contest}/answers", data=form)
    assert page.status_code == 422
    assert "Not accepted:" in page.text
    for value in ("Anna &lt;3", "sesame", "Sverige", "anna@example.org"):
        assert f'value="{value}"' in page.text
    assert ">UUUU</textarea>" in page.text


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


def test_a_form_of_another_site_is_refused(player: TestClient, contest: str) -> None:
    assert player.post(f"{contest}/answers", data={"name": "Anna", "answer": FEW_MOVES}).status_code == 403


def test_before_it_opens_guests_see_no_level(client: TestClient, player: TestClient) -> None:
    contest = announced(client, moment(hours=-1), moment(hours=-2))
    with_levels(client, contest)
    assert "The levels appear here when the contest opens." in player.get(contest).text
    assert player.get(f"/api{contest}").json()["levels"] == []
    assert "og:image" not in player.get(contest).text
    for part in ("picture.svg", "level.xsb", "play"):
        assert player.get(f"{contest}/main/{part}").status_code == 404
        assert client.get(f"{contest}/main/{part}").status_code == 200
    assert "not begun yet" in sent(player, contest, FEW_MOVES)
    assert player.get(f"/api/competition/{contest.rpartition('/')[2]}").json()["main"] == []


def test_a_shared_link_to_an_open_contest_shows_its_first_level(player: TestClient, contest: str) -> None:
    for page in (contest, f"{contest}/main/play"):
        found = re.search(r'<meta property="og:image" content="http://[^/"]+(/[^"]+)">', player.get(page).text)
        assert found
        assert player.get(found[1].replace("&amp;", "&")).content.startswith(b"\x89PNG")


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
    listed = player.get(f"{contest}/answers").text
    assert re.search(rf"{contest}/answers/1.txt[^<]*</a> <span[^>]*>\s*{len(FEW_MOVES)} moves", listed)


def test_solutions_are_grouped_by_idea_once_they_are_public(
    client: TestClient, player: TestClient, contest: str
) -> None:
    for name, answer in (("Anna", FEW_MOVES), ("Bertil", FEW_PUSHES), ("Cecilia", f"rl{FEW_PUSHES}")):
        sent(player, contest, answer, name=name, part="main")
    assert player.get(f"{contest}/ideas").status_code == 404
    assert player.get(f"{contest}/compare?one=1&other=2").status_code == 404
    page = client.get(f"{contest}/ideas?part=main").text
    assert 'class="table stacked"' in page
    assert 'data-side="Left"' in page
    groups = [re.findall(r"Left: answer (\d) of", section) for section in page.split("<section")[1:]]
    assert groups == [["1"], ["2", "3"]]
    both = client.get(f"{contest}/compare?one=1&other=3").text
    assert FEW_MOVES in both
    assert client.get(f"{contest}/compare?one=1&other=99").status_code == 404
    assert client.get(f"{contest}/ideas?part=extra9").status_code == 404


def test_ideas_open_with_the_first_part_that_has_answers(client: TestClient, contest: str) -> None:
    assert 'href="?part=main" aria-current="page"' in client.get(f"{contest}/ideas").text
    sent(client, contest, "RR", part="extra")
    page = client.get(f"{contest}/ideas").text
    assert 'href="?part=extra" aria-current="page"' in page
    assert "answer 1 of Anna" in page


def test_players_submit_from_the_player(player: TestClient, contest: str) -> None:
    page = player.get(f"{contest}/main/play")
    assert page.status_code == 200
    found = re.search(r'id="game">(.*?)</script>', page.text, re.DOTALL)
    assert found
    game = json.loads(found[1])
    assert game["solution"] is None
    assert game["submit"]["url"] == f"{contest}/answers"
    assert game["next"] == f"{contest}/extra/play"
    assert f'href="{contest}">Back to the contest</a>' in page.text
    assert "About this level" not in page.text
