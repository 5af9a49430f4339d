"""Who may log in, and what he may do: accounts from the command line."""

import json
import os
import pty
from contextlib import suppress

import pytest

from service.accounts.passwords import is_password
from service.settings import user_name
from storage.database import Database
from storage.people.accounts import account_named
from tests.service.conftest import CENOTE, Invoke, refused

PASSWORD = "ten boxes in a well"
URL = "sqlite:///cenote.db"


def add(cenote: Invoke, name: str = "anian", *options: str, password: str = PASSWORD):
    return cenote("account", "add", name, *options, "--password-stdin", stdin=f"{password}\n".encode())


def rights(name: str = "anian") -> set[str]:
    with Database.open_readonly(URL) as database:
        return {*account_named(database, name).rights}


def test_an_account_is_made_listed_and_removed(cenote: Invoke) -> None:
    assert add(cenote).output == "anian may log in\n"
    (row,) = json.loads(cenote("account", "list", "-f", "json").output)
    assert (row["name"], row["rights"]) == ("anian", ["author", "curator", "organiser"])
    assert "author, curator, organiser" in cenote("account", "list").output
    assert cenote("account", "remove", "anian").output == "anian can no longer log in\n"
    assert json.loads(cenote("account", "list", "-f", "json").output) == []


@pytest.mark.process
def test_the_password_is_asked_for_twice_on_a_terminal() -> None:
    pid, terminal = pty.fork()
    if not pid:
        os.execv(CENOTE, [CENOTE, "account", "add", "anian"])
    written = b""
    for prompt in (b"Password: ", b"Repeat for confirmation: "):
        while not written.endswith(prompt):
            written += os.read(terminal, 1024)
        os.write(terminal, f"{PASSWORD}\n".encode())
    with suppress(OSError):  # what a terminal says when its last process has ended
        while more := os.read(terminal, 1024):
            written += more
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert b"anian may log in" in written
    assert PASSWORD.encode() not in written


def test_without_a_terminal_the_password_comes_from_the_standard_input(cenote: Invoke) -> None:
    assert "give it with --password-stdin" in refused(cenote("account", "add", "anian", stdin=b"a password\n" * 2))
    assert add(cenote).exit_code == 0


def test_a_password_that_no_browser_can_send_is_refused(cenote: Invoke) -> None:
    told = cenote("account", "add", "anian", "--password-stdin", stdin=b"ten boxes \xff in a well\n")
    assert "the password is not text in UTF-8" in refused(told)


@pytest.mark.parametrize("command", ["add", "password"])
def test_no_option_takes_a_password_which_all_users_could_see(cenote: Invoke, command: str) -> None:
    assert "No such option" in refused(cenote("account", command, "anian", "--password", PASSWORD))


def test_a_new_password_takes_the_place_of_the_old_one(cenote: Invoke) -> None:
    add(cenote)
    told = cenote("account", "password", "anian", "--password-stdin", stdin=b"another password\r\n").output
    assert told == "anian has a new password; all logins have ended\n"
    with Database.open_readonly(URL) as database:
        assert is_password(database, "anian", "another password")
        assert not is_password(database, "anian", PASSWORD)
        assert not is_password(database, "somebody", PASSWORD)


def test_an_account_that_is_there_is_not_made_again(cenote: Invoke) -> None:
    add(cenote)
    assert "cenote account password anian" in refused(add(cenote, password="another password"))
    with Database.open_readonly(URL) as database:
        assert is_password(database, "anian", PASSWORD)


def test_no_password_is_kept_as_it_is(cenote: Invoke, tmp_path) -> None:
    add(cenote)
    assert not any(PASSWORD.encode() in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "password", "reason"),
    [
        ("anian", "short", "shorter than 8 letters"),
        ("", PASSWORD, "1 to 40 visible letters"),
        ("a\nb", PASSWORD, "1 to 40 visible letters"),
        (41 * "a", PASSWORD, "1 to 40 visible letters"),
    ],
)
def test_names_and_passwords_that_will_not_do(cenote: Invoke, name: str, password: str, reason: str) -> None:
    assert reason in refused(add(cenote, name, password=password))


def test_who_is_not_there_is_neither_removed_nor_changed(cenote: Invoke) -> None:
    add(cenote)
    for command in (("remove",), ("rights",), ("rights", "--give", "author"), ("password", "--password-stdin")):
        result = cenote("account", command[0], "other", *command[1:], stdin=b"another password\n")
        assert "there is no account 'other'" in refused(result)


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ((), {"author", "curator", "organiser"}),
        (("--may", "curator", "--may", "author"), {"author", "curator"}),
        (("--may", "nothing"), set()),
    ],
)
def test_an_account_has_the_rights_that_it_was_made_with(
    cenote: Invoke, options: tuple[str, ...], given: set[str]
) -> None:
    add(cenote, "anian", *options)
    assert rights() == given


def test_rights_are_given_and_taken_away(cenote: Invoke) -> None:
    add(cenote, "anian", "--may", "curator")
    told = cenote("account", "rights", "anian", "--give", "author", "--take", "curator").output
    assert told == "anian may log in: author\n"
    assert rights() == {"author"}
    assert cenote("account", "rights", "anian", "--take", "author").output == "anian may log in: only to look\n"
    assert cenote("account", "rights", "anian").output == "anian may log in: only to look\n"


def test_the_log_says_who_changed_which_account(cenote: Invoke) -> None:
    add(cenote, "anian", "--may", "nothing")
    cenote("account", "rights", "anian", "--give", "curator")
    cenote("account", "password", "anian", "--password-stdin", stdin=b"another password\n")
    cenote("account", "remove", "anian")
    entries = json.loads(cenote("account", "log", "-f", "json").output)
    assert [(entry["action"], entry["detail"]) for entry in entries] == [
        ("account-removed", ""),
        ("password", ""),
        ("rights", "curator"),
        ("account-added", ""),
    ]
    assert {entry["who"] for entry in entries} == {user_name()}
    assert {entry["subject"] for entry in entries} == {"anian"}
    older = json.loads(cenote("account", "log", "-f", "json", "--before", str(entries[1]["id"])).output)
    assert older == entries[2:]
    table = cenote("account", "log", "--limit", "1").output
    assert "account removed anian" in table
    assert "account added" not in table
