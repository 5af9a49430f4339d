"""The board of the curators, what they say of levels, and levels side by side."""

import re
from collections.abc import Sequence

import pytest
from fastapi.testclient import TestClient

from storage.curation import (
    CurationState,
    curation_of,
    history,
    move_levels,
    note_level,
    rate_levels,
    tag_levels,
)
from storage.database import Database
from storage.queries import LevelRow, best_levels
from storage.searches import list_searches, save_search
from tests.service.web.conftest import token

EVIL = "<script>alert('&')</script>"
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def database(url: str):
    with Database.open(url) as database:
        yield database


@pytest.fixture
def levels(database: Database) -> Sequence[LevelRow]:
    """The levels of the database, the deepest first."""
    return best_levels(database, limit=12)


@pytest.fixture
def ids(levels: Sequence[LevelRow]) -> Sequence[int]:
    return [level.id for level in levels]


def send(client: TestClient, address: str, headers: dict[str, str] | None = None, **fields: object):
    return client.post(address, data={"csrf": token(client), **fields}, headers=headers)


def on_board(page: str) -> dict[str, list[int]]:
    """The levels in each column of the board, from above."""
    columns = page.split('<section class="column"')[1:]
    return {
        re.search(r'data-state="(\w+)"', column)[1]: [int(found) for found in re.findall(r'id="level-(\d+)"', column)]
        for column in columns
    }


def chosen(database: Database, level_id: int) -> str | None:
    return curation_of(database, level_id).state


def test_an_empty_board_says_where_levels_come_from(client: TestClient) -> None:
    page = client.get("/curation").text
    assert on_board(page) == {state: [] for state in CurationState}
    assert "The board is empty" in page
    assert 'href="/levels">Choose levels in the gallery' in page
    assert "Drag a level" not in page


def test_the_board_has_every_state_with_what_changed_last_on_top(client: TestClient, database: Database, ids) -> None:
    for level_id in ids[:3]:
        move_levels(database, [level_id], CurationState.CANDIDATE, "anian")
    move_levels(database, ids[3:4], CurationState.REJECTED, "anian")
    rate_levels(database, ids[3:4], 2, "anian")
    tag_levels(database, ids[3:4], "too easy", "anian")
    page = client.get("/curation").text
    assert on_board(page) == {
        "candidate": [ids[2], ids[1], ids[0]],
        "shortlisted": [],
        "approved": [],
        "published": [],
        "rejected": [ids[3]],
    }
    assert "too easy" in page
    assert 'aria-label="2 stars"' in page


def test_a_column_that_is_too_long_leads_into_the_gallery(client: TestClient, database: Database) -> None:
    everything = [level.id for level in best_levels(database, limit=None)]
    move_levels(database, everything, CurationState.CANDIDATE, "anian")
    page = client.get("/curation").text
    assert len(on_board(page)["candidate"]) == 60
    assert f'<a href="/levels?state=candidate">Show all {len(everything)} in the gallery</a>' in page


def test_a_form_moves_a_level_and_leads_back(client: TestClient, database: Database, ids) -> None:
    answer = send(client, f"/curation/{ids[0]}", state="approved")
    assert (answer.status_code, answer.headers["location"]) == (303, "/curation")
    assert chosen(database, ids[0]) == "approved"
    assert client.post(f"/curation/{ids[0]}", data={"state": "rejected"}).status_code == 403
    elsewhere = send(client, f"/curation/{ids[0]}", state="rejected", back="https://elsewhere.example")
    assert elsewhere.headers["location"] == "/"


def test_a_script_gets_the_card_as_it_is_now(client: TestClient, database: Database, ids) -> None:
    card = send(client, f"/curation/{ids[0]}", SCRIPT, state="published").text
    assert card.strip().startswith("<li")
    assert f'data-level="{ids[0]}" data-state="published"' in card
    refused = send(client, f"/curation/{ids[0]}", SCRIPT, state="lost")
    assert (refused.status_code, "no state" in refused.text, "<html" in refused.text) == (422, True, False)
    assert send(client, "/curation/77777", SCRIPT, state="approved").status_code == 404


def test_shortlisting_a_near_duplicate_is_done_and_warned_of(client: TestClient, database: Database, levels) -> None:
    first, second = nearest(client, levels)
    move_levels(database, [first], CurationState.APPROVED, "anian")
    answer = send(client, f"/curation/{second}", state="shortlisted")
    assert chosen(database, second) == "shortlisted"
    page = client.get(answer.headers["location"]).text
    for level_id in (first, second):
        assert f"/levels/{level_id}/picture.svg" in page
    assert f"/compare?ids={second}&amp;ids={first}" in page
    assert "Move it back to: Candidate" in page
    alone = client.get(f"/curation/{second}/repetitions", headers=SCRIPT).text
    assert "<html" not in alone
    assert f"/levels/{first}/picture.svg" in alone


def test_shortlisting_what_is_like_nothing_chosen_leads_straight_back(client: TestClient, database, ids) -> None:
    answer = send(client, f"/curation/{ids[0]}", state="shortlisted", back="/levels?type=b")
    back = client.get(answer.headers["location"])
    assert (back.status_code, back.headers["location"]) == (303, "/levels?type=b")
    assert client.get(f"/curation/{ids[0]}/repetitions", headers=SCRIPT).text.strip() == ""


def nearest(client: TestClient, levels: Sequence[LevelRow]) -> tuple[int, int]:
    """Two levels of which players would say that they are nearly the same."""
    for level in levels:
        similar = client.get(f"/api/levels/{level.id}/similar").json()["similar"]
        if similar:
            return similar[0]["id"], level.id
    raise AssertionError("the levels of one session have near duplicates")


def test_the_panel_changes_one_thing_and_leaves_the_others_alone(client: TestClient, database: Database, ids) -> None:
    address = f"/levels/{ids[0]}/curation"
    note_level(database, ids[0], "by another curator", "bertil")
    for change, value in (("state", "approved"), ("rating", "4"), ("tag", "dense"), ("tag", "wide"), ("untag", "wide")):
        assert send(client, address, change=change, value=value).status_code == 303
    row = curation_of(database, ids[0])
    assert (row.state, row.rating, row.tags, row.note) == ("approved", 4, ("dense",), "by another curator")
    assert "approved" in send(client, address, SCRIPT, change="note", value="").text
    assert send(client, address, change="rating", value="").status_code == 303
    row = curation_of(database, ids[0])
    assert (row.state, row.rating, row.note) == ("approved", None, "")


def test_the_history_shows_both_curators_when_the_last_one_wins(client: TestClient, database: Database, ids) -> None:
    rate_levels(database, ids[:1], 5, "bertil")
    rate_levels(database, ids[:1], 1, "cecilia")
    page = client.get(f"/levels/{ids[0]}/curation").text
    assert page.index("cecilia") < page.index("bertil")
    assert 'value="1" checked' in page


def test_a_long_history_is_shown_when_it_is_asked_for(client: TestClient, database: Database, ids) -> None:
    for rating in 15 * (1, 5):
        rate_levels(database, ids[:1], rating, "anian")
    address = f"/levels/{ids[0]}/curation"
    assert "11 earlier changes" in client.get(address).text
    assert client.get(f"{address}?everything=true").text.count("<time") == 31


@pytest.mark.parametrize(
    ("change", "value"),
    [("state", "lost"), ("rating", "6"), ("rating", "9" * 400), ("rating", "²"), ("tag", ""), ("tag", "a,b"),
     ("tag", "x" * 41), ("note", "x" * 10_001), ("note", "\x00"), ("beauty", "5")],
)  # fmt: skip
def test_what_will_not_do_is_refused_with_the_reason(client: TestClient, database, ids, change, value) -> None:
    answer = send(client, f"/levels/{ids[0]}/curation", SCRIPT, change=change, value=value)
    assert answer.status_code == 422
    assert answer.text
    assert history(database, ids[0]) == []


def test_what_curators_write_is_escaped(client: TestClient, database: Database, ids) -> None:
    move_levels(database, ids[:2], CurationState.SHORTLISTED, "<b>anian</b>")
    tag_levels(database, ids[:2], EVIL, "anian")
    note_level(database, ids[0], f"</textarea>{EVIL}", "anian")
    save_search(database, EVIL, "type=b", "<b>anian</b>")
    pages = ("/curation", f"/levels/{ids[0]}/curation", f"/compare?ids={ids[0]}&ids={ids[1]}", "/searches", "/levels")
    for address in pages:
        page = client.get(address).text
        assert "&lt;script&gt;" in page
        assert EVIL not in page
        assert "<b>anian" not in page


def test_the_page_of_a_level_leads_to_its_panel(client: TestClient, ids) -> None:
    assert f'href="/levels/{ids[0]}/curation"' in client.get(f"/levels/{ids[0]}").text


def test_the_selection_is_changed_together(client: TestClient, database: Database, ids) -> None:
    move_levels(database, ids[:1], CurationState.APPROVED, "anian")
    page = send(client, "/curation/levels", task="state", state="approved", level=ids[:3], back="/levels?type=b").text
    assert "2 levels changed of 3 selected" in page
    assert 'href="/levels?type=b"' in page
    assert {chosen(database, level_id) for level_id in ids[:3]} == {"approved"}
    for task, fields in (("rating", {"rating": "5"}), ("tag", {"tag": "dense"}), ("tag", {"tag": "wide"})):
        assert "3 levels changed" in send(client, "/curation/levels", task=task, level=ids[:3], **fields).text
    assert "1 level changed" in send(client, "/curation/levels", task="untag", tag="wide", level=ids[0]).text
    assert curation_of(database, ids[0]).tags == ("dense",)
    assert curation_of(database, ids[2]).rating == 5


@pytest.mark.parametrize(("level", "status"), [([], 422), ([0], 422), (["one"], 422), ([77777], 404)])
def test_a_selection_that_will_not_do_changes_nothing(client: TestClient, database, ids, level, status) -> None:
    answer = send(client, "/curation/levels", task="state", state="rejected", level=[*level, *(ids if level else [])])
    assert answer.status_code == status
    assert chosen(database, ids[0]) is None


def test_no_more_than_a_thousand_levels_are_changed_at_once(client: TestClient, database: Database, ids) -> None:
    many = [*range(1, 1002)]
    assert send(client, "/curation/levels", task="state", state="rejected", level=many).status_code == 400
    assert client.post("/api/curation", json={"levels": many, "rating": 1}).status_code == 422
    assert client.post("/api/curation", json={"levels": 1000 * ids[:1], "rating": 1}).json() == {"changed": ids[:1]}


def test_the_selection_is_put_side_by_side(client: TestClient, ids) -> None:
    answer = send(client, "/compare", level=ids[:3])
    assert answer.headers["location"] == f"/compare?ids={ids[0]}&ids={ids[1]}&ids={ids[2]}"
    assert "choose 2 to 6" in send(client, "/compare", level=ids[:7]).text
    assert "choose 2 to 6" in client.get(f"/compare?ids={ids[0]}&ids={ids[0]}").text
    assert client.get(f"/compare?ids={ids[0]}&ids=77777").status_code == 404


def test_figures_side_by_side_are_marked_where_they_differ(client: TestClient, levels: Sequence[LevelRow]) -> None:
    first = levels[0]
    other = next(level for level in levels if level.metrics["moves"] != first.metrics["moves"])
    page = client.get(f"/compare?ids={first.id}&ids={other.id}").text
    marked = {name.strip() for name in re.findall(r'<tr class="differs">\s*<th scope="row"[^>]*>([\w ]+)', page)}
    assert "moves" in marked
    assert not marked & {"type", "size", "family"}
    assert "<td>Sokoban</td>" in page


def test_pairs_of_a_comparison_are_as_similar_as_the_gallery_says(client: TestClient, levels) -> None:
    first, second = nearest(client, levels)
    similar = client.get(f"/api/levels/{second}/similar").json()["similar"]
    expected = next(found["similarity"] for found in similar if found["id"] == first)
    page = client.get(f"/compare/similarity?ids={first}&ids={second}", headers=SCRIPT).text
    found = re.search(r": ([\d.]+) % the same", page)
    assert found
    assert float(found[1]) == pytest.approx(100 * expected, abs=0.06)
    names = [client.get(f"/api/levels/{level}").json()["name"] for level in (first, second)]
    assert re.findall(r'<a href="/levels/\d+">([^<]+)</a>', page) == names


def test_searches_are_saved_listed_and_deleted(client: TestClient, database: Database) -> None:
    answer = send(client, "/searches", name="deep b", query="type=b&depth_min=30&after=x", back="/levels?type=b")
    assert (answer.status_code, answer.headers["location"]) == (303, "/levels?type=b")
    assert [(row.name, row.query) for row in list_searches(database)] == [("deep b", "type=b&depth_min=30")]
    for address in ("/searches", "/levels"):
        assert '<a href="/levels?type=b&amp;depth_min=30">deep b</a>' in re.sub(
            r' (class|title)="[^"]*"', "", client.get(address).text
        )
    assert send(client, "/searches", name="deep b", query="type=e").status_code == 422
    assert send(client, "/searches", name="x", query="colour=red").status_code == 422
    assert send(client, "/searches/removal", name="deep b").status_code == 303
    assert list_searches(database) == []
    assert send(client, "/searches/removal", name="deep b").status_code == 404
