"""The gallery of levels: its searches, cards and pages."""

import re
from dataclasses import fields
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.testclient import TestClient

from service.web.levels.search import LevelSearch
from storage.curation import CurationState, move_levels, rate_levels, tag_levels
from storage.database import Database
from storage.level_filter import ORDER_NAMES, LevelFilter
from storage.queries import LevelRow, best_levels
from storage.searches import save_search
from tests.service.web.levels.conftest import link, stored


def cards(page: str) -> list[int]:
    """The levels of a gallery in the order of its cards."""
    return [int(level) for level in re.findall(r'name="level" value="(\d+)"', page)]


def test_the_search_of_an_address_knows_all_that_the_command_line_filters_and_orders_by():
    assert {field.name for field in fields(LevelFilter)} | {"order", "after", "limit"} == set(LevelSearch.model_fields)
    orders = {order for name in ORDER_NAMES for order in (name, f"-{name}")}
    assert {LevelSearch(order=order).sorting for order in orders} == orders


def test_paging_forward_and_back_shows_every_level_once(client: TestClient, database: Database) -> None:
    expected = [row.id for row in best_levels(database, order="branching", limit=None)]
    address, pages = "/levels?order=branching&limit=30", []
    while address:
        pages.append(client.get(address).text)
        address = link(pages[-1], "next")
    assert [level for page in pages for level in cards(page)] == expected
    assert link(pages[0], "prev") is None
    back = client.get(link(pages[-1], "prev")).text
    assert cards(back) == cards(pages[-2])


def test_filters_choose_the_levels_and_stay_in_the_links_and_the_form(client: TestClient, database: Database) -> None:
    expected = [row.id for row in best_levels(database, LevelFilter(depth_min=20, depth_max=30, type="b"), limit=None)]
    page = client.get("/levels?type=b&depth_min=20&depth_max=30&limit=5").text
    assert cards(page) == expected[:5]
    following = parse_qs(urlsplit(link(page, "next")).query)
    assert {name: following[name] for name in ("type", "depth_min", "depth_max", "limit")} == {
        "type": ["b"],
        "depth_min": ["20"],
        "depth_max": ["30"],
        "limit": ["5"],
    }
    assert re.search(r'name="depth_min" value="20"', page)


def test_an_address_with_empty_fields_of_the_form_becomes_a_short_one(client: TestClient) -> None:
    answer = client.get("/levels?family=&type=b&size=&proven=true&order=-depth&tag=")
    assert answer.headers["location"] == "/levels?type=b&proven=true&order=-depth"
    assert client.get(answer.headers["location"]).status_code == 200


def test_cards_show_what_curators_say_and_searches_are_links(client: TestClient, best: LevelRow, url: str) -> None:
    with Database.open(url) as database:
        move_levels(database, [best.id], CurationState.APPROVED, "anian")
        rate_levels(database, [best.id], 4, "anian")
        tag_levels(database, [best.id], "narrow", "anian")
        save_search(database, "chosen", "state=approved", "anian")
    page = client.get("/levels?state=approved&rating_min=4&tag=narrow").text
    assert cards(page) == [best.id]
    assert all(said in page for said in ("Approved", "4 stars", 'href="/levels?tag=narrow"'))
    assert 'href="/levels?state=approved"' in page
    assert cards(client.get("/levels?state=rejected").text) == []


def test_levels_by_their_rating_are_counted_and_show_it(client: TestClient, best: LevelRow) -> None:
    assert "No level has a rating yet" in client.get("/levels?order=-rating").text
    solved = {"outcome": "solved", "moves": 40, "answer": best.solution}
    rated = client.post(f"/api/levels/{best.id}/plays", json=solved).json()
    page = client.get("/levels?order=-rating").text
    assert cards(page) == [best.id]
    assert "<strong>1 level</strong>" in page
    assert f"rating {rated['rating']:,} ± {rated['deviation']:,}" in page


def test_levels_without_an_estimate_of_difficulty_are_ordered_by_depth_and_say_so(
    client: TestClient, database: Database
) -> None:
    expected = [row.id for row in best_levels(database, order="depth", limit=None)]
    page = client.get("/levels?order=difficulty&limit=5").text
    assert "No level here has an estimate of its difficulty" in page
    assert cards(page) == expected[:5]
    assert cards(client.get(link(page, "next")).text) == expected[5:10]


def test_the_gallery_counts_what_it_finds(client: TestClient, database: Database) -> None:
    for query, wanted in (("", LevelFilter()), ("type=b&depth_min=20", LevelFilter(type="b", depth_min=20))):
        count = len(best_levels(database, wanted, limit=None))
        assert f"<strong>{count} levels</strong>" in client.get(f"/levels?{query}").text


def test_capital_letters_make_no_difference_to_words_of_a_search(client: TestClient, best: LevelRow, url: str) -> None:
    with Database.open(url) as database:
        tag_levels(database, [best.id], "Narrow", "anian")
    page = client.get(f"/levels?type=B&tag=narrow&objective={best.objective.upper()}&family=Sokoban").text
    assert cards(page) == [best.id]
    assert '<option value="b" selected>' in page
    assert '<option value="Narrow" selected>' in page


def test_levels_of_several_puzzles_stand_in_one_order_only_where_it_compares_them(
    client: TestClient, database: Database
) -> None:
    linjat = stored(database, "2.\n  ", "linjat")
    page = client.get("/levels").text
    assert re.findall(r"<h2>(\w+) <", page) == ["Linjat", "Sokoban"]
    assert 'href="/levels?family=sokoban"' in page
    assert cards(page)[0] == linjat
    assert "<h2>Sokoban" not in client.get("/levels?depth_min=20").text, "where no level of another puzzle is"
    newest = client.get("/levels?order=-id").text
    assert cards(newest)[0] == linjat
    assert "<h2>Sokoban" not in newest
    assert linjat not in cards(client.get("/levels?family=sokoban&order=depth").text)


def test_levels_are_ordered_by_the_stars_of_curators(client: TestClient, database: Database) -> None:
    ids = [row.id for row in best_levels(database, limit=4)]
    for level_id, rating in zip(ids, (2, 5, 1, 3), strict=True):
        rate_levels(database, [level_id], rating, "anian")
    assert cards(client.get("/levels?order=-stars").text) == [ids[1], ids[3], ids[0], ids[2]]
    first = client.get("/levels?order=stars&limit=3").text
    assert cards(first) == [ids[2], ids[0], ids[3]]
    assert cards(client.get(link(first, "next")).text) == [ids[1]]


@pytest.mark.process
def test_a_replay_is_a_small_picture_that_moves(client: TestClient, best: LevelRow) -> None:
    answer = client.get(f"/levels/{best.id}/replay.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.count("<set ") == min(120, best.moves)
    again = client.get(f"/levels/{best.id}/replay.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_search_without_levels_says_so(client: TestClient) -> None:
    assert "No levels match" in client.get("/levels?type=e").text


def test_pages_say_in_plain_words_what_is_wrong_with_an_address(client: TestClient) -> None:
    for address, english, chinese in (
        ("/levels?depth_min=abc", "depth_min: this is not a number that can be used here", "这不是可用的数字"),
        ("/daily/abc", "day: this is not a date; write it like 2026-05-01", "这不是日期"),
        ("/levels?order=beauty", "order: this is not known here", "没有这个选项"),
    ):
        assert english in client.get(address).text
        assert chinese in client.get(address, headers={"Accept-Language": "zh-CN"}).text
    assert "unable to parse string as an integer" in client.get("/api/levels?depth_min=abc").text


@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("size=99999999999999999999", 422, "size"),
        ("size=-1", 422, "size"),
        ("branching_min=nan", 422, "branching_min"),
        ("order=beauty", 422, "order"),
        ("limit=100000", 422, "limit"),
        ("after=nowhere", 422, "start again from the first page"),
        ("colour=red", 422, "colour"),
        ("session=77", 404, "no session 77"),
    ],
)
def test_a_search_that_will_not_do_is_refused_with_the_reason(client: TestClient, query, status, reason) -> None:
    for address in ("/levels", "/api/levels"):
        answer = client.get(f"{address}?{query}")
        assert (answer.status_code, reason in answer.text) == (status, True)
