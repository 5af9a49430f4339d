"""Levels that are pasted, or that a link carries, are read in a process of their own and offered to be played."""

import json
import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from service.web.levels.links import packed
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.queries import best_levels
from tests.service.conftest import CORRIDOR
from tests.service.web.conftest import browsing, token

TWO = f"{CORRIDOR}Title: First\n\n{CORRIDOR}Title: <b>Second</b>\n"


@pytest.fixture(scope="module")
def client(evolved: str) -> Iterator[TestClient]:
    """A browser on the same machine; one for all tests, since the processes that read levels take time to start."""
    with browsing(evolved) as client:
        yield client


def game(text: str) -> dict[str, object]:
    """What the scripts of the player's page are given."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', text, re.DOTALL)
    assert found, text
    return json.loads(found[1])


def test_a_pasted_level_becomes_a_link_that_carries_it(client: TestClient) -> None:
    answer = client.post("/play", data={"csrf": token(client), "text": CORRIDOR})
    assert answer.status_code == 303
    shown = game(client.get(answer.headers["location"]).text)
    assert (shown["family"], shown["level"]) == ("sokoban", CORRIDOR.strip())
    assert client.get(str(shown["module"])).status_code == 200


def test_after_the_deepest_level_more_levels_are_offered(client: TestClient, evolved: str) -> None:
    with Database.open_readonly(evolved) as database:
        first, *further = best_levels(database, LevelFilter(), "-depth", 200)
    deepest = max(row.id for row in (first, *further) if row.depth == first.depth)
    pages = [client.get(f"/play/levels/{row_id}").text for row_id in (deepest, further[-1].id)]
    assert [game(page)["next"] is None for page in pages] == [True, False]
    assert ["More levels" in page for page in pages] == [True, False]
    assert client.get(str(game(pages[0])["more"])).status_code == 200


@pytest.mark.parametrize("text", [CORRIDOR, "#####|#@$.#|#####", "5#|#@$.#|5#"])
def test_a_link_may_carry_a_level_as_text(client: TestClient, text: str) -> None:
    assert game(client.get("/play", params={"level": text}).text)["level"] == CORRIDOR.strip()


def test_of_several_levels_one_is_chosen(client: TestClient) -> None:
    page = client.post("/play", data={"csrf": token(client), "text": TWO}).text
    assert "Found 2 levels" in page
    assert "<b>Second" not in page
    pictures = re.findall(r'src="(/play/picture.svg\?z=[^"]+)"', page)
    assert len(pictures) == 2
    assert client.get(pictures[0]).text.startswith("<svg ")


def test_a_file_is_read_in_the_encoding_that_it_has(client: TestClient) -> None:
    file = f"{CORRIDOR}Title: 百川归海\n\n{CORRIDOR}Title: 万丈深渊\n".encode("gbk")
    page = client.post("/play", data={"csrf": token(client)}, files={"file": ("levels.xsb", file)}).text
    assert "百川归海" in page


def test_what_is_no_level_is_refused_with_the_reason(client: TestClient) -> None:
    answer = client.post("/play", data={"csrf": token(client), "text": "#####\n#@$$#\n#####"})
    assert answer.status_code == 422
    assert "1 goal" in answer.text or "goals" in answer.text


@pytest.mark.parametrize("z", ["x", "eJw", "A" * 1000, packed("sokoban", "no level"), packed("chess", CORRIDOR)])
def test_a_damaged_link_is_refused(client: TestClient, z: str) -> None:
    assert client.get("/play", params={"z": z}).status_code in (404, 422)


def test_a_stored_level_is_played_with_its_solution(client: TestClient) -> None:
    shown = game(client.get("/play/levels/1").text)
    assert shown["page"] == "/levels/1"
    assert shown["solution"]
    assert client.get("/play/levels/999999999999").status_code == 404


def test_guests_play_what_they_bring_and_no_stored_levels(guest: TestClient) -> None:
    assert guest.get("/play", params={"level": CORRIDOR}).status_code == 200
    assert guest.get("/play/levels/1").status_code == 303


def test_programs_read_levels_and_judge_answers(client: TestClient) -> None:
    (level,) = client.post("/api/play/levels", json={"text": "5#|#@$.#|5#"}).json()
    assert (level["family"], level["level"], level["boxes"]) == ("sokoban", CORRIDOR.strip(), 1)
    asked = {"family": "sokoban", "level": CORRIDOR}
    right = client.post("/api/play/answers", json={**asked, "answer": "r"}).json()
    assert (right["accepted"], right["moves"], right["metrics"]["pushes"]) == (True, "R", 1)
    wrong = client.post("/api/play/answers", json={**asked, "answer": "l"}).json()
    assert (wrong["accepted"], wrong["moves"]) == (False, "")
    assert wrong["reason"]


def test_too_many_texts_from_one_address_are_not_read(url: str) -> None:
    with browsing(url) as client:
        answers = [client.post("/api/play/levels", json={"text": "", "family": "chess"}) for _ in range(61)]
    assert [answer.status_code for answer in answers] == [*(60 * [422]), 429]
    assert "try again" in answers[-1].json()["detail"]


def test_a_pasted_level_keeps_its_title_its_author_and_its_solution(client: TestClient) -> None:
    text = f"{CORRIDOR}Title: Along\nAuthor: anian\nSolution: R\n"
    pasted = client.post("/play", data={"csrf": token(client), "text": text})
    shown = game(client.get(pasted.headers["location"]).text)
    assert [shown[name] for name in ("title", "author", "solution")] == ["Along", "anian", "R"]
    assert game(client.get(str(shown["share"])).text) == shown


def test_of_several_pasted_levels_each_keeps_what_the_text_says_of_it(client: TestClient) -> None:
    page = client.post("/play", data={"csrf": token(client), "text": f"{TWO}Author: anian\nSolution: R\n"}).text
    links = re.findall(r'<a href="(/play\?z=[^"]+)"><strong>', page)
    second = game(client.get(links[1]).text)
    assert (second["title"], second["author"], second["solution"]) == ("<b>Second</b>", "anian", "R")


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("#####\n#@$$#\n#####", "Sokoban"),
        ("2.3\n3.x\n...", "Linjat"),
        ("abc\nabd\naab", "Water sort"),
        ("VHV\nHXH\nVH.", "Orimaze"),
    ],
)
def test_a_text_that_is_refused_stays_in_the_form_and_the_family_is_named_that_it_looks_like(
    client: TestClient, text: str, family: str
) -> None:
    sent = text.replace("\n", "\r\n")  # as browsers send what is in a form
    answer = client.post("/play", data={"csrf": token(client), "text": sent})
    assert answer.status_code == 422
    assert f"this looks like {family}" in answer.text
    assert answer.text.count("this looks like") == 1
    assert text.split("\n", maxsplit=1)[0] in answer.text
