"""Published levels and the level of the day, as guests see them."""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from fastapi.testclient import TestClient

from service.levels.daily import level_of_day
from storage.curation import CurationState, move_levels, tag_levels
from storage.database import Database

DAY = "/daily/2026-01-02"


@pytest.fixture
def published(guest: TestClient, url: str) -> Iterator[TestClient]:
    """Levels 1 to 5 are published, two of them with a tag that level 6 has too."""
    with Database.open(url) as database:
        move_levels(database, [1, 2, 3, 4, 5], CurationState.PUBLISHED, "anian")
        for level in (2, 5, 6):
            tag_levels(database, [level], "gentle", "anian")
    return guest


def previewed(guest: TestClient, path: str) -> bytes:
    """The picture that other programs show of a link to a page."""
    page = guest.get(path).text
    assert '<meta property="og:title"' in page
    found = re.search(r'<meta property="og:image" content="http://[^/"]+(/[^"]+)">', page)
    assert found
    return guest.get(found[1].replace("&amp;", "&")).content


def shown(page: str) -> list[int]:
    return [int(level) for level in re.findall(r'<h2[^>]*><a href="/published/(\d+)["?]', page)]


def game(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_without_published_levels_the_pages_say_so(guest: TestClient) -> None:
    assert "No level is published yet" in guest.get("/published").text
    assert "There is no level of the day yet" in guest.get(DAY).text


def test_who_wants_to_play_finds_levels_and_the_one_of_the_day(guest: TestClient, url: str) -> None:
    page = guest.get("/play").text
    assert "Play a level of your own" in page
    for link in re.findall(r'href="(/play\?z=[^"]+)"', page):
        assert game(guest.get(link.replace("&amp;", "&")).text)
    assert 'src="/families/watersort/showcase.svg"' in page
    assert "Play the level of the day" not in page
    with Database.open(url) as database:
        move_levels(database, [4], CurationState.PUBLISHED, "anian")
    for path in ("/play", "/"):
        page = guest.get(path).text
        assert "Play the level of the day" in page
        assert 'src="/published/4/picture.svg"' in page


def test_guests_see_what_is_published_and_no_more(published: TestClient) -> None:
    assert shown(published.get("/published").text) == [5, 4, 3, 2, 1]
    assert published.get("/published/3/picture.svg").headers["content-type"] == "image/svg+xml"
    assert published.get("/published/6").status_code == 404
    assert published.get("/published/6/picture.svg").status_code == 404
    assert published.get("/levels/3").status_code == 303


def test_a_tag_makes_a_collection(published: TestClient) -> None:
    page = published.get("/published?tag=gentle").text
    assert shown(page) == [5, 2]
    assert re.search(r'gentle\s*<span class="muted">2<', page)
    empty = published.get("/published?tag=none").text
    assert "The collection is empty" in empty
    assert "No level is published yet" not in empty


def test_from_a_published_level_the_way_goes_on(published: TestClient) -> None:
    middle, last = (game(published.get(f"/published/{level}").text) for level in (3, 1))
    assert (middle["previous"], middle["next"]) == ("/published/4", "/published/2")
    assert (last["previous"], last["next"], last["more"]) == ("/published/2", None, "/published")


def test_in_a_collection_the_way_goes_through_it(published: TestClient) -> None:
    assert 'href="/published/5?tag=gentle"' in published.get("/published?tag=gentle").text
    first = game(published.get("/published/5?tag=gentle").text)
    assert (first["previous"], first["next"]) == (None, "/published/2?tag=gentle")
    last = game(published.get(first["next"]).text)
    assert (last["next"], last["more"]) == (None, "/published?tag=gentle")


@pytest.mark.parametrize("path", ["/", "/published/3", DAY])
def test_a_link_that_is_shared_shows_a_board(published: TestClient, path: str) -> None:
    assert previewed(published, path).startswith(b"\x89PNG")


def test_guests_play_published_levels_without_their_solutions(published: TestClient) -> None:
    offered = game(published.get("/published/3").text)
    assert offered["solution"] is None
    assert offered["share"] == "/published/3"
    assert offered["plays"] == "/api/levels/3/plays"
    assert offered["best"]["upper"]


def test_the_level_of_the_day_is_the_same_for_everybody_and_tells_no_solution(published: TestClient) -> None:
    first, second = (game(published.get(DAY).text) for _ in range(2))
    assert first == second
    assert first["solution"] is None
    assert first["share"] == DAY
    assert "2026-01-02" in first["title"]
    assert published.get("/daily").headers["location"].startswith("/daily/20")


def test_what_the_coming_days_bring_is_not_told(published: TestClient) -> None:
    assert published.get("/daily/2999-01-01").status_code == 404
    assert published.get("/daily/yesterday").status_code == 422


def test_days_have_different_levels_and_a_new_level_changes_no_other_day() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(200)]
    levels = [(number, f"identity {number}") for number in range(50)]
    drawn = [level_of_day(day, levels) for day in days]
    assert len(set(drawn)) > 40
    later = [level_of_day(day, [*levels, (50, "a new one")]) for day in days]
    assert {after for before, after in zip(drawn, later, strict=True) if after != before} <= {50}
    assert level_of_day(days[0], []) is None
