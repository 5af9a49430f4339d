"""Rights change, and nothing is kept for an account that is removed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storage.audit import Actor
from storage.database import Database
from storage.errors import UnknownAccountError
from storage.people.accounts import Right, account_named, add_account, change_rights, remove_account
from storage.people.api_tokens import add_api_token

NONE = frozenset[Right]()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        add_account(database, "anian", "hash", NONE, "root")
        yield database


def test_rights_that_several_give_at_once_are_all_given(database: Database) -> None:
    with ThreadPoolExecutor(3) as threads:
        [*threads.map(lambda right: change_rights(database, "anian", frozenset({right}), NONE, "root"), Right)]
    assert account_named(database, "anian").rights == {*Right}


def test_what_is_given_and_taken_is_taken(database: Database) -> None:
    both = frozenset({Right.AUTHOR})
    assert change_rights(database, "anian", both | {Right.CURATOR}, both, "root") == {Right.CURATOR}


def test_an_account_that_is_removed_meanwhile_gets_no_token(database: Database) -> None:
    remove_account(database, "anian")
    with pytest.raises(UnknownAccountError, match="there is no account 'anian'"):
        add_api_token(database, Actor("anian"), "statistics", "digest", NONE)
