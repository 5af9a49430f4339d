"""Levels find their way into a contest: proposed by the assistant, or added from their own pages."""

import re

import pytest
from fastapi.testclient import TestClient

from storage.curation import CurationState, move_levels
from storage.database import Database
from tests.service.web.conftest import token


@pytest.fixture
def contest(client: TestClient, url: str) -> str:
    """The address of a contest without levels; eight levels are approved."""
    with Database.open(url) as database:
        move_levels(database, [*range(1, 9)], CurationState.APPROVED, "anian")
    form = {"csrf": token(client), "title": "May", "opens_at": "2036-05-01 12:00", "closes_at": "2036-05-02 12:00"}
    return client.post("/contests", data=form).headers["location"].removesuffix("/organise")


def proposed(client: TestClient, contest: str) -> list[str]:
    return re.findall(r'name="level_id" value="(\d+)" checked', client.get(f"{contest}/proposal").text)


def put(client: TestClient, contest: str, levels: list[str]) -> list[tuple[str, str]]:
    assert client.post(f"{contest}/levels", data={"csrf": token(client), "level_id": levels}).status_code == 303
    page = client.get(f"{contest}/organise").text
    return re.findall(r'/(\w+)/picture\.svg"[^>]*>\s*<a class="wrap" href="/levels/(\d+)"', page)


def test_a_main_and_an_extra_level_are_proposed_and_none_a_second_time(client: TestClient, contest: str) -> None:
    first = proposed(client, contest)
    assert len(set(first)) == 2
    assert put(client, contest, first) == list(zip(("main", "extra"), first, strict=True))
    second = proposed(client, contest)
    assert len(second) == 2
    assert not {*first} & {*second}
    while further := proposed(client, contest):
        put(client, contest, further)
    assert "Nothing to propose" in client.get(f"{contest}/proposal").text


def test_a_proposal_names_its_levels_and_says_what_decides_how_hard_they_should_be(
    client: TestClient, contest: str
) -> None:
    page = client.get(f"{contest}/proposal").text
    first = proposed(client, contest)
    for level in first:
        assert f">{client.get(f'/api/levels/{level}').json()['name']}</a>" in page
    assert page.count("No former contest had this part") == 2
    put(client, contest, first)
    form = {"csrf": token(client), "title": "June", "opens_at": "2036-06-01 12:00", "closes_at": "2036-06-02 12:00"}
    june = client.post("/contests", data=form).headers["location"].removesuffix("/organise")
    assert client.get(f"{june}/proposal").text.count("as this part had it in former contests") == 2


def test_levels_are_added_from_their_own_pages(client: TestClient, contest: str) -> None:
    page = client.get("/contests/add?level=3&level=4&level=3").text
    assert re.findall(r'name="level_id" value="(\d+)"', page) == ["3", "4"]
    assert f'action="{contest}/levels"' in page
    assert put(client, contest, ["3", "4"]) == [("main", "3"), ("extra", "4")]
    assert (
        f'href="/levels/3">{client.get("/api/levels/3").json()["name"]}</a>' in client.get(f"{contest}/organise").text
    )
    selected = {"csrf": token(client), "level": ["3", "4"], "back": "/levels"}
    assert client.post("/contests/add", data=selected).headers["location"] == "/contests/add?level=3&level=4"
    assert 'href="/contests/add?level=3"' in client.get("/levels/3").text
    assert 'formaction="/contests/add"' in client.get("/levels").text
    assert client.get("/contests/add?level=999999").status_code == 404
    assert client.get("/contests/add").status_code == 422
