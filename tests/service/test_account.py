"""Who may log in: accounts from the command line."""

import json

import pytest

from service.accounts import is_password
from storage.database import Database
from tests.service.conftest import Invoke, refused

PASSWORD = "ten boxes in a well"


def test_an_account_is_made_listed_and_removed(cenote: Invoke) -> None:
    assert cenote("account", "add", "anian", "--password", PASSWORD).output == "anian may log in\n"
    assert [row["name"] for row in json.loads(cenote("account", "list", "-f", "json").output)] == ["anian"]
    assert "anian" in cenote("account", "list").output
    assert cenote("account", "remove", "anian").output == "anian may log in no longer\n"
    assert json.loads(cenote("account", "list", "-f", "json").output) == []


def test_the_password_is_asked_for_twice(cenote: Invoke) -> None:
    typed = f"{PASSWORD}\n{PASSWORD}\n".encode()
    result = cenote("account", "add", "anian", stdin=typed)
    assert result.exit_code == 0
    assert PASSWORD not in result.output


def test_a_new_password_takes_the_place_of_the_old_one(cenote: Invoke) -> None:
    for password in (PASSWORD, "another password"):
        cenote("account", "add", "anian", "--password", password)
    with Database.open_readonly("sqlite:///cenote.db") as database:
        assert is_password(database, "anian", "another password")
        assert not is_password(database, "anian", PASSWORD)
        assert not is_password(database, "somebody", PASSWORD)


def test_no_password_is_kept_as_it_is(cenote: Invoke, tmp_path) -> None:
    cenote("account", "add", "anian", "--password", PASSWORD)
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
    assert reason in refused(cenote("account", "add", name, "--password", password))


def test_nobody_is_removed_twice(cenote: Invoke) -> None:
    cenote("account", "add", "anian", "--password", PASSWORD)
    assert "there is no account 'other'" in refused(cenote("account", "remove", "other"))
