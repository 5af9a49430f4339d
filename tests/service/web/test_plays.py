"""Games that the page of the player reports, and the rating that comes of them."""

import pytest
from fastapi.testclient import TestClient

from service.web.routes.plays import REPORTS
from storage.curation import CurationState, move_levels
from storage.database import Database
from tests.service.web.conftest import log_in


def solution(client: TestClient, level: int) -> str:
    return client.get(f"/api/levels/{level}").json()["solution"]


def report(client: TestClient, level: int, outcome: str, **said: object):
    return client.post(f"/api/levels/{level}/plays", json={"outcome": outcome, "moves": 40, **said})


def test_a_level_that_is_solved_is_rated_lower_and_with_less_doubt(client: TestClient) -> None:
    expected = report(client, 1, "left", moves=0).json()
    assert expected["plays"] == 0
    answer = report(client, 1, "solved", answer=solution(client, 1))
    assert answer.status_code == 200
    found = answer.json()
    assert found["plays"] == 1
    assert found["rating"] < expected["rating"]
    assert found["deviation"] < expected["deviation"]
    again = report(client, 1, "solved", answer=solution(client, 1))
    assert again.json() == found, "a player and a level meet once"


def test_an_answer_that_does_not_solve_the_level_is_refused_and_no_game(client: TestClient) -> None:
    assert report(client, 1, "solved", answer="l").status_code == 422
    assert report(client, 1, "solved", answer="no moves").status_code == 422
    assert report(client, 1, "left", moves=0).json()["plays"] == 0


@pytest.mark.parametrize("said", [{"outcome": "won"}, {"outcome": "left", "moves": -1}, {"moves": 10**10}, {}])
def test_reports_of_another_form_are_refused(client: TestClient, said: dict) -> None:
    assert client.post("/api/levels/1/plays", json={"moves": 4, **said}).status_code == 422


def test_looking_at_the_solution_after_moves_of_ones_own_is_a_win_of_the_level(client: TestClient) -> None:
    expected = report(client, 2, "left", moves=0).json()
    found = report(client, 2, "shown").json()
    assert found["plays"] == 1
    assert found["rating"] > expected["rating"]


def test_whoever_claims_to_lose_level_after_level_loses_the_first_alone(client: TestClient) -> None:
    assert report(client, 1, "shown").json()["plays"] == 1
    assert [report(client, level, "shown").json()["plays"] for level in (2, 3)] == [0, 0]
    assert report(client, 4, "solved", answer=solution(client, 4)).json()["plays"] == 1, "a win is proven"


def test_guests_are_rated_on_published_levels_and_count_for_less(guest: TestClient, url: str) -> None:
    with Database.open(url) as database:
        move_levels(database, [1, 2], CurationState.PUBLISHED, "anian")
    assert report(guest, 3, "shown").status_code == 401
    assert report(guest, 999_999, "shown").status_code == 401
    expected = report(guest, 1, "left", moves=0).json()
    by_guest = report(guest, 1, "shown").json()
    log_in(guest)
    by_account = report(guest, 2, "shown").json()
    assert by_guest["plays"] == by_account["plays"] == 1
    assert by_guest["rating"] - expected["rating"] < (by_account["rating"] - expected["rating"]) / 2


def test_too_many_reports_from_one_address_are_refused(client: TestClient) -> None:
    most = int(REPORTS.split()[0])
    codes = [report(client, 1, "left", moves=0).status_code for _ in range(most + 1)]
    assert codes == [200] * most + [429]
