"""Tokens: what a program may do that sends one, and for how long."""

import re

import pytest
from fastapi.testclient import TestClient

from service.accounts.api_tokens import make_token
from storage.audit import Actor, audit_entries
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Right, change_rights, remove_account
from storage.people.api_tokens import MOST, remove_api_token
from tests.service.web.conftest import NAME, log_in, token

BY = Actor(NAME)
RATED = {"rating": 4}
RATING = "/api/levels/8/curation"


def made(client: TestClient, *scopes: str, name: str = "statistics") -> str:
    """A token that somebody who is logged in makes on the page of the account."""
    answer = client.post("/account/tokens", data={"csrf": token(client), "name": name, "scope": scopes})
    found = re.search(r'value="(cenote_[^"]+)"', answer.text)
    assert found, answer.text
    return found[1]


def sent(client: TestClient, secret: str, path: str = "/api/levels", method: str = "GET", json: object = None) -> int:
    """The status of a request by a program, which has no cookies."""
    program = TestClient(client.app, base_url="http://levels.example", follow_redirects=False)
    return program.request(method, path, json=json, headers={"Authorization": f"Bearer {secret}"}).status_code


def test_a_token_reads_everything_and_changes_what_its_scopes_name(guest: TestClient) -> None:
    log_in(guest)
    reader, curator = made(guest), made(guest, "curator")
    assert [sent(guest, secret) for secret in (reader, curator, "cenote_wrong", "")] == [200, 200, 401, 401]
    assert [sent(guest, secret, RATING, "PATCH", RATED) for secret in (reader, curator)] == [403, 200]
    assert sent(guest, curator, "/api/sessions", "POST", {}) == 403


def test_a_token_opens_no_pages(guest: TestClient) -> None:
    log_in(guest)
    assert sent(guest, made(guest, "curator"), "/levels") == 303
    assert sent(guest, made(guest, "curator"), "/account") == 303


def test_what_a_program_reads_is_not_kept_for_guests(guest: TestClient) -> None:
    log_in(guest)
    secret = made(guest)
    guest.cookies.clear()
    assert sent(guest, secret, "/api/levels/8") == 200
    assert guest.get("/api/levels/8").status_code == 401


def test_a_token_can_do_no_more_than_its_owner(guest: TestClient, url: str) -> None:
    log_in(guest)
    secret = made(guest, "curator")
    with Database.open(url) as database:
        change_rights(database, NAME, frozenset(), EVERY_RIGHT - {Right.AUTHOR}, "")
        assert sent(guest, secret, RATING, "PATCH", RATED) == 403
        guest.post("/account/tokens", data={"csrf": token(guest), "name": "more", "scope": "curator"})
        change_rights(database, NAME, EVERY_RIGHT, frozenset(), "")
        assert sent(guest, secret, RATING, "PATCH", RATED) == 200
        remove_account(database, NAME)
    assert sent(guest, secret) == 401


def test_a_removed_token_is_worth_nothing_and_the_log_knows(guest: TestClient, url: str) -> None:
    log_in(guest)
    secret = made(guest, "author")
    guest.post("/account/tokens/1/removal", data={"csrf": token(guest)})
    assert sent(guest, secret) == 401
    assert "statistics" not in guest.get("/account").text
    with Database.open_readonly(url) as database:
        entries = [(entry.action, entry.subject, str(entry.detail)) for entry in audit_entries(database, 2)]
    assert entries == [("token-removed", "statistics", ""), ("token-added", "statistics", "author")]


def test_a_token_is_shown_once_and_not_stored(guest: TestClient, url: str) -> None:
    log_in(guest)
    secret = made(guest)
    assert secret not in guest.get("/account").text
    with Database.open_readonly(url) as database, database.read() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM api_tokens").all()
    assert secret not in str(rows)


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "a\tb"])
def test_a_name_that_cannot_be_read_is_refused(guest: TestClient, name: str) -> None:
    log_in(guest)
    answer = guest.post("/account/tokens", data={"csrf": token(guest), "name": name})
    assert answer.status_code == 422
    assert "a name has 1 to 40 visible letters" in answer.text


def test_an_account_has_few_tokens(guest: TestClient, url: str) -> None:
    log_in(guest)
    with Database.open(url) as database:
        for number in range(MOST):
            make_token(database, BY, str(number), frozenset())
    answer = guest.post("/account/tokens", data={"csrf": token(guest), "name": "one more"})
    assert (answer.status_code, f"at most {MOST} tokens" in answer.text) == (422, True)


def test_nobody_removes_the_token_of_somebody_else(guest: TestClient, url: str) -> None:
    log_in(guest)
    secret = made(guest)
    with Database.open(url) as database, pytest.raises(LookupError, match="there is no such token"):
        remove_api_token(database, Actor("bea"), 1)
    assert sent(guest, secret) == 200
