"""Logins that the server keeps: what logout, passwords and removed accounts do to the cookies that there are."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi.testclient import TestClient

from service.accounts.passwords import change_password
from storage.audit import Actor, audit_entries
from storage.contests import (
    Announcement,
    NewContestLevel,
    Part,
    contest_levels,
    create_contest,
    put_level,
    remove_level,
)
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Right, add_account, change_rights, remove_account
from storage.people.api_tokens import add_api_token
from storage.people.players import erase_emails
from storage.recorder import name_session
from storage.submissions import NewSubmission, remove_submission, store_submission
from storage.upkeep.retention import delete_session
from tests.service.web.conftest import NAME, PASSWORD, log_in, token

NEW = "eleven boxes in a well"


@contextmanager
def copied(client: TestClient) -> Iterator[TestClient]:
    """Another browser with a copy of the cookie, such as a thief has."""
    thief = TestClient(client.app, base_url="http://levels.example", follow_redirects=False)
    thief.cookies.set("cenote", client.cookies["cenote"])
    yield thief


def is_in(client: TestClient) -> bool:
    return client.get("/sessions").status_code == 200


def deeds(url: str) -> list[tuple[str, str, str]]:
    with Database.open_readonly(url) as database:
        return [(entry.who, entry.action, entry.address) for entry in audit_entries(database, 100)]


def test_a_copied_cookie_is_dead_after_logout(guest: TestClient) -> None:
    log_in(guest)
    with copied(guest) as thief:
        assert is_in(thief)
        guest.post("/logout", data={"csrf": token(guest)})
        assert not is_in(guest)
        assert not is_in(thief)


def test_the_cookie_of_a_login_is_not_what_the_database_keeps(guest: TestClient, url: str) -> None:
    log_in(guest)
    with Database.open_readonly(url) as database, database.read() as connection:
        kept = connection.exec_driver_sql("SELECT token FROM logins").scalar_one()
    assert len(kept) == 64
    assert kept not in guest.cookies["cenote"]


def test_reading_pages_does_not_write(guest: TestClient) -> None:
    log_in(guest)
    guest.get("/sessions")
    database = guest.app.state.database
    with database.read() as connection:
        before = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
        changes = connection.exec_driver_sql("SELECT total_changes()").scalar_one()
    for path in ("/sessions", "/levels", "/curation", "/account"):
        assert guest.get(path).status_code == 200
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA data_version").scalar_one() == before
        assert connection.exec_driver_sql("SELECT total_changes()").scalar_one() == changes


def test_a_guest_who_logs_out_stays_one(guest: TestClient) -> None:
    assert guest.post("/logout", data={"csrf": token(guest)}).status_code == 303
    assert guest.get("/contests").status_code == 200


def test_logging_out_everywhere_ends_the_logins_of_other_browsers(guest: TestClient) -> None:
    log_in(guest)
    with copied(guest) as other:
        other.cookies.clear()
        log_in(other)
        assert len(re.findall("<tr>", guest.get("/account").text)) == 1 + 2
        assert guest.get("/account").text.count("this browser") == 1
        assert guest.post("/account/logout", data={"csrf": token(guest)}).status_code == 303
        assert not is_in(guest)
        assert not is_in(other)


def test_a_password_is_changed_in_the_browser(guest: TestClient) -> None:
    log_in(guest)
    with copied(guest) as thief:
        form = {"csrf": token(guest), "old": PASSWORD, "new": NEW}
        assert guest.post("/account/password", data=form).headers["location"] == "/account"
        assert is_in(guest)
        assert not is_in(thief)
        assert log_in(thief, password=PASSWORD) == 403
        assert log_in(thief, password=NEW) == 303


def test_a_password_is_not_changed_without_the_old_one_or_to_a_short_one(guest: TestClient) -> None:
    log_in(guest)
    for old, new, status, told in (
        ("a guess", NEW, 403, "the old password is wrong"),
        (PASSWORD, "short", 422, "shorter than 8 letters"),
    ):
        answer = guest.post("/account/password", data={"csrf": token(guest), "old": old, "new": new})
        assert (answer.status_code, told in answer.text) == (status, True)
    assert log_in(guest) == 303


def test_a_new_password_and_the_end_of_an_account_end_every_login(guest: TestClient, url: str) -> None:
    log_in(guest)
    with Database.open(url) as database:
        change_password(database, NAME, NEW, "root")
        assert not is_in(guest)
        log_in(guest, password=NEW)
        assert is_in(guest)
        remove_account(database, NAME, "root")
    assert not is_in(guest)


def test_every_login_logout_and_refusal_is_in_the_log(guest: TestClient, url: str) -> None:
    log_in(guest, password="a guess")
    log_in(guest, name="my password typed into the wrong field")
    log_in(guest)
    guest.post("/account/password", data={"csrf": token(guest), "old": PASSWORD, "new": NEW})
    guest.post("/logout", data={"csrf": token(guest)})
    assert deeds(url)[::-1][1:] == [
        (NAME, "login-refused", "testclient"),
        ("", "login-refused", "testclient"),
        (NAME, "login", "testclient"),
        (NAME, "password", "testclient"),
        (NAME, "login", "testclient"),
        (NAME, "logout", "testclient"),
    ]


def test_the_log_is_shown_page_by_page_and_to_organisers_alone(guest: TestClient) -> None:
    log_in(guest)
    page = guest.get("/log").text
    assert "testclient" in page
    entries = guest.get("/api/log", params={"limit": 1}).json()
    assert [entry["action"] for entry in entries["entries"]] == ["login"]
    older = guest.get("/api/log", params={"before": entries["next"]}).json()
    assert [entry["action"] for entry in older["entries"]] == ["account-added"]
    assert older["next"] is None


def test_the_log_is_in_the_language_of_its_reader(client: TestClient, url: str) -> None:
    by = Actor("安妮")
    with Database.open(url) as database:
        may = create_contest(database, Announcement("五月", "", "2026-05-01", "2026-05-31"), by)
        put_level(database, may, NewContestLevel(Part.MAIN, 8, "sokoban", "#####", "", "", "r", {}), by)
        (main,) = contest_levels(database, may)
        answer = NewSubmission(
            main, "安妮", "", "a@example.org", "2026-05-02", "digest", {"moves": 1, "pushes": 1}, "R"
        )
        store_submission(database, answer)
        erase_emails(database, lambda *_: True, by)
        remove_submission(database, may, 1, by)
        remove_level(database, may, Part.MAIN, by)
        name_session(database, 1, "深井", by)
        add_account(database, by.who, "hash", EVERY_RIGHT, by.who)
        change_rights(database, by.who, frozenset(), frozenset({Right.AUTHOR}), by.who)
        add_api_token(database, by, "统计", "digest", frozenset({Right.CURATOR}))
        delete_session(database, 1, by)
    page = client.get("/log", headers={"accept-language": "zh-CN"}).text
    told = re.findall(r'<td class="wrap main">(.*?)</td>', page)
    assert len(told) == 11
    assert [line for line in told if re.search("[a-z]{2,}", re.sub("<.*?>", "", line).replace("UTC", ""))] == []
    assert re.search("主关.关卡 8", page)


def test_on_ones_own_machine_there_is_a_log_and_no_account(client: TestClient) -> None:
    assert client.get("/log").status_code == 200
    answer = client.get("/account")
    assert answer.status_code == 404
    assert "nobody logs in on a machine of one" in answer.text
