"""Curation for programs: the board, what is said of levels, tags and saved searches."""

import json

import pytest
from fastapi.testclient import TestClient

from service.curation.repetitions import near_duplicates
from storage.curation import CurationState, history
from storage.database import Database
from storage.queries import best_levels
from tests.service.web.conftest import log_in


@pytest.fixture
def ids(url: str):
    """The levels of the database, the deepest first."""
    with Database.open_readonly(url) as database:
        return [level.id for level in best_levels(database, limit=6)]


def changed(client: TestClient, level_id: int, **changes: object) -> dict:
    answer = client.patch(f"/api/levels/{level_id}/curation", json=changes)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_level_is_put_on_the_board_and_found_there(client: TestClient, ids) -> None:
    said = changed(client, ids[0], state="shortlisted", rating=4, note="good", add_tags=["dense", "wide"])
    assert {**said, "changed_at": None, "history": None} == {
        "level_id": ids[0],
        "state": "shortlisted",
        "rating": 4,
        "note": "good",
        "tags": ["dense", "wide"],
        "changed_at": None,
        "history": None,
    }
    assert client.get(f"/api/levels/{ids[0]}/curation").json() == said
    columns = client.get("/api/curation").json()
    assert [column["state"] for column in columns] == [*CurationState]
    assert [(column["count"], [level["id"] for level in column["levels"]]) for column in columns] == [
        (0, []), (1, ids[:1]), (0, []), (0, []), (0, []),
    ]  # fmt: skip
    found = client.get("/api/levels?state=shortlisted&tag=dense&rating_min=4").json()["levels"]
    assert [(level["id"], level["rating"], level["tags"]) for level in found] == [(ids[0], 4, ["dense", "wide"])]
    assert found == columns[1]["levels"], "a level is told alike on the board and among all levels"


def test_what_is_left_out_stays_as_it_is(client: TestClient, ids) -> None:
    changed(client, ids[0], state="approved", rating=3, note="good", add_tags=["dense"])
    said = changed(client, ids[0], remove_tags=["dense"])
    assert (said["state"], said["rating"], said["note"], said["tags"]) == ("approved", 3, "good", [])
    assert changed(client, ids[0], rating=None)["rating"] is None
    assert changed(client, ids[0], note="")["state"] == "approved"


def test_who_changed_it_is_who_is_logged_in(guest: TestClient, url: str, ids) -> None:
    assert guest.patch(f"/api/levels/{ids[0]}/curation", json={"rating": 3}).status_code == 401
    log_in(guest)
    newest, *_ = changed(guest, ids[0], rating=3)["history"]
    assert (newest["who"], newest["field"], newest["before"], newest["after"]) == ("anian", "rating", "", "3")
    with Database.open_readonly(url) as database:
        assert len(history(database, ids[0])) == 2


def test_the_history_has_the_newest_changes_first_and_is_bounded(client: TestClient, ids) -> None:
    for rating in (1, 2, 3):
        changed(client, ids[0], rating=rating)
    newest = client.get(f"/api/levels/{ids[0]}/curation?limit=2").json()["history"]
    assert [change["after"] for change in newest] == ["3", "2"]


def test_many_levels_are_changed_together(client: TestClient, ids) -> None:
    changed(client, ids[0], state="rejected", add_tags=["dull"])
    answer = client.post("/api/curation", json={"levels": ids, "state": "rejected", "add_tags": ["dull"]})
    assert answer.json() == {"changed": sorted(ids[1:])}
    assert client.get("/api/tags").json() == [{"tag": "dull", "levels": 6}]
    assert len(client.get("/api/curation?per_state=2").json()[-1]["levels"]) == 2


def test_repetitions_are_chosen_levels_that_are_nearly_the_same(client: TestClient, url: str, ids) -> None:
    address = f"/api/levels/{ids[0]}/curation/repetitions"
    assert client.get(address).json() == {"compared": 0, "repeated": []}
    client.post("/api/curation", json={"levels": ids[:4], "state": "approved"})
    client.post("/api/curation", json={"levels": ids[4:], "state": "rejected"})
    said = client.get(address).json()
    assert said["compared"] == 3
    with Database.open_readonly(url) as database:
        expected = near_duplicates(database, ids[:1]).get(ids[0], ())
    # Two levels of such a kind are alike anyway, so that only the most similar of these count.
    assert [(one["id"], one["similarity"]) for one in said["repeated"]] == [
        (match.level_id, pytest.approx(match.similarity, abs=1e-6)) for match in expected[: len(said["repeated"])]
    ]


@pytest.mark.parametrize(
    "changes",
    [{"rating": 6}, {"rating": 0}, {"state": "lost"}, {"add_tags": [""]}, {"add_tags": ["a,b"]}, {"add_tags": ["\0"]},
     {"add_tags": 51 * ["x"]}, {"note": 10_001 * "x"}, {"note": "\ud800"}, {"beauty": 5}],
)  # fmt: skip
def test_what_will_not_do_is_refused_with_the_reason(client: TestClient, ids, changes) -> None:
    headers = {"content-type": "application/json"}
    answer = client.patch(f"/api/levels/{ids[0]}/curation", content=json.dumps(changes), headers=headers)
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_searches_are_saved_replaced_and_deleted(client: TestClient) -> None:
    for query in ("type=b", "type=b&size=4"):
        assert client.put("/api/searches/deep levels", json={"query": query}).status_code == 204
    saved = client.get("/api/searches/deep levels").json()
    assert (saved["name"], saved["query"]) == ("deep levels", "type=b&size=4")
    assert client.get("/api/searches").json() == [saved]
    assert client.put("/api/searches/odd", json={"query": "colour=red"}).status_code == 422
    assert client.delete("/api/searches/deep levels").status_code == 204
    assert client.delete("/api/searches/deep levels").status_code == 404
    assert client.get("/api/searches/deep levels").status_code == 404


@pytest.mark.parametrize("name", ["", "/repetitions"])
def test_levels_that_are_not_there_are_not_found(client: TestClient, name: str) -> None:
    assert client.get(f"/api/levels/77777/curation{name}").status_code == 404
    assert client.get(f"/api/levels/{2**63}/curation{name}").status_code == 422


def test_guests_see_none_of_it(guest: TestClient) -> None:
    for address in ("/api/curation", "/api/levels/1/curation", "/api/tags", "/api/searches"):
        assert guest.get(address).status_code == 401
    for address in ("/curation", "/levels/1/curation", "/compare?ids=1&ids=2", "/searches"):
        assert guest.get(address).status_code == 303
