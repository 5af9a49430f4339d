"""Logins end when somebody logs out, has a new password or no account any more, and when nobody uses them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.audit import Deed, audit_entries
from storage.database import Database
from storage.people.accounts import EVERY_RIGHT, Right, add_account, change_rights, remove_account, set_password
from storage.people.logins import (
    MOST_REFUSALS,
    UNUSED,
    begin_login,
    end_login,
    end_logins,
    find_login,
    logins_of,
    note_use,
    refuse_login,
)

HERE = "192.0.2.1"


@dataclass
class Clock:
    """A clock that a test sets."""

    time: datetime = datetime(2026, 5, 1, tzinfo=UTC)

    def now(self) -> str:
        return self.time.isoformat(timespec="milliseconds")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Iterator[Database]:
    """A database in which anian has an account with the hash "hash"."""
    with Database.create(f"sqlite:///{tmp_path}/levels.db", now=clock.now) as database:
        add_account(database, "anian", "hash", EVERY_RIGHT, "root")
        yield database


def tokens(database: Database) -> list[str]:
    return [row.token for row in logins_of(database, "anian")]


def actions(database: Database) -> list[str]:
    return [entry.action for entry in audit_entries(database, 100)]


def test_a_login_is_found_by_its_digest_with_the_rights_of_its_account(database: Database) -> None:
    assert begin_login(database, "anian", "hash", "digest", HERE)
    found = find_login(database, "digest")
    assert found
    assert (found.account, found.address, found.rights) == ("anian", HERE, EVERY_RIGHT)
    change_rights(database, "anian", frozenset(), EVERY_RIGHT - {Right.CURATOR}, "root")
    again = find_login(database, "digest")
    assert again
    assert again.rights == {Right.CURATOR}
    assert find_login(database, "another") is None


def test_a_password_that_was_changed_meanwhile_begins_no_login(database: Database) -> None:
    assert not begin_login(database, "anian", "an older hash", "digest", HERE)
    assert find_login(database, "digest") is None


def test_logging_out_ends_one_login_and_everywhere_all_of_them(database: Database) -> None:
    for token in "abc":
        begin_login(database, "anian", "hash", token, HERE)
    login = find_login(database, "a")
    assert login
    end_login(database, login, HERE)
    assert sorted(tokens(database)) == ["b", "c"]
    end_logins(database, "anian", HERE)
    assert tokens(database) == []
    assert actions(database)[:3] == ["logout-everywhere", "logout", "login"]


def test_a_new_password_and_the_end_of_the_account_end_all_logins(database: Database) -> None:
    begin_login(database, "anian", "hash", "a", HERE)
    set_password(database, "anian", "new", Deed("anian", "password", "anian"))
    assert find_login(database, "a") is None
    begin_login(database, "anian", "new", "b", HERE)
    remove_account(database, "anian", "root")
    assert find_login(database, "b") is None
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM logins").scalar_one() == 0


def test_a_login_that_nobody_uses_expires_and_the_next_one_sweeps_it(database: Database, clock: Clock) -> None:
    begin_login(database, "anian", "hash", "old", HERE)
    clock.time += UNUSED + timedelta(seconds=1)
    assert find_login(database, "old") is None
    assert tokens(database) == []
    begin_login(database, "anian", "hash", "new", HERE)
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT token FROM logins").scalars().all() == ["new"]


def test_the_use_of_a_login_is_noted_once_an_hour(database: Database, clock: Clock) -> None:
    begin_login(database, "anian", "hash", "a", HERE)
    for minutes, is_noted in ((59, False), (2, True), (59, False), (2, True)):
        clock.time += timedelta(minutes=minutes)
        login = find_login(database, "a")
        assert login
        assert note_use(database, login) is is_noted
    clock.time += UNUSED - timedelta(minutes=1)
    assert tokens(database) == ["a"]


def test_a_page_does_not_wait_for_another_writer_to_note_a_use(database: Database, clock: Clock) -> None:
    """The timeout of the database is half a minute, which the test would wait for."""
    begin_login(database, "anian", "hash", "a", HERE)
    clock.time += timedelta(hours=2)
    login = find_login(database, "a")
    assert login
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        note_use(database, login)
        with database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 30_000
        other.execute("ROLLBACK")
    assert note_use(database, login)
    assert not note_use(database, find_login(database, "a") or login)


def test_strangers_do_not_fill_the_log(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.people.logins.MOST_REFUSALS", 3)
    begin_login(database, "anian", "hash", "a", HERE)
    for number in range(5):
        refuse_login(database, "", f"192.0.2.{number}")
    entries = audit_entries(database, 100)
    assert [entry.address for entry in entries if entry.action == "login-refused"] == [
        "192.0.2.4",
        "192.0.2.3",
        "192.0.2.2",
    ]
    assert {entry.action for entry in entries} == {"login-refused", "login", "account-added"}
    assert MOST_REFUSALS >= 1000
