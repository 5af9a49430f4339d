"""Who may log in to a public service, and do what there; passwords arrive here hashed."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from generator.messages import SILENCE, Message
from storage.audit import Deed, enter
from storage.database import Database
from storage.errors import AccountExistsError, UnknownAccountError
from storage.ratings import Kind, Who, forget_player
from storage.tables.accounts import Account, Login


class Right(StrEnum):
    """What somebody may do; everybody who is logged in may look at everything."""

    AUTHOR = "author"
    """Start, stop and resume sessions."""
    CURATOR = "curator"
    """Change the board, ratings, tags, notes and saved searches."""
    ORGANISER = "organiser"
    """Hold contests, and read the log."""


Rights = frozenset[Right]
EVERY_RIGHT: Rights = frozenset(Right)


@dataclass(frozen=True, slots=True)
class AccountRow:
    """Somebody who may log in, and what he may do."""

    name: str
    created_at: str
    rights: Rights


def add_account(database: Database, name: str, password: str, rights: Rights, who: str) -> None:
    """Let somebody log in with a hashed password. Raises AccountExistsError."""
    row = {"name": name, "password": password, "created_at": database.now(), "rights": _written(rights)}
    with database.begin() as connection:
        try:
            connection.execute(insert(Account).values(row))
        except IntegrityError as error:
            raise AccountExistsError(
                "there is an account {name!r} already; give it a new password with: cenote account password {again}",
                name=name,
                again=name,
            ) from error
        enter(connection, Deed(who, "account-added", name, in_words(rights)), row["created_at"])


def set_password(database: Database, name: str, password: str, deed: Deed) -> None:
    """Give somebody a new password, which ends all his logins. Raises UnknownAccountError."""
    with database.begin() as connection:
        if not connection.execute(update(Account).where(Account.name == name).values(password=password)).rowcount:
            raise unknown_account(name)
        connection.execute(delete(Login).where(Login.account == name))
        enter(connection, deed, database.now())


def change_rights(database: Database, name: str, given: Rights, taken: Rights, who: str) -> Rights:
    """Give somebody rights, withdraw others, and return those that he has then. Raises UnknownAccountError."""
    with database.begin() as connection:
        rights = (_rights(connection, name) | given) - taken
        connection.execute(update(Account).where(Account.name == name).values(rights=_written(rights)))
        enter(connection, Deed(who, "rights", name, in_words(rights)), database.now())
    return rights


def remove_account(database: Database, name: str, who: str = "") -> None:
    """Let somebody log in no longer; what he has played stays without the name. Raises UnknownAccountError."""
    with database.begin() as connection:
        if not connection.execute(delete(Account).where(Account.name == name)).rowcount:
            raise unknown_account(name)
        forget_player(connection, Who(Kind.ACCOUNT, name))
        enter(connection, Deed(who, "account-removed", name), database.now())


def list_accounts(database: Database) -> list[AccountRow]:
    """Everybody who may log in, by name."""
    with database.read() as connection:
        query = select(Account.name, Account.created_at, Account.rights).order_by(Account.name)
        return [AccountRow(name, at, rights_of(rights)) for name, at, rights in connection.execute(query)]


def account_named(database: Database, name: str) -> AccountRow:
    """Somebody who may log in. Raises UnknownAccountError."""
    for row in list_accounts(database):
        if row.name == name:
            return row
    raise unknown_account(name)


def password_of(database: Database, name: str) -> str | None:
    """The hashed password of an account, None where there is none of that name."""
    with database.read() as connection:
        return connection.execute(select(Account.password).where(Account.name == name)).scalar_one_or_none()


def in_words(rights: Rights) -> Message:
    """The rights as the log tells them."""
    return Message("{text}", text=[_CALLED[right] for right in sorted(rights)]) if rights else SILENCE


_CALLED = {Right.AUTHOR: Message("author"), Right.CURATOR: Message("curator"), Right.ORGANISER: Message("organiser")}


def rights_of(stored: str) -> Rights:
    """The rights that words stand for; those that another program knows are no rights here."""
    return frozenset(right for right in Right if right in stored.split())


def _written(rights: Iterable[Right]) -> str:
    return " ".join(sorted(rights))


def _rights(connection: Connection, name: str) -> Rights:
    stored = connection.execute(select(Account.rights).where(Account.name == name)).scalar_one_or_none()
    if stored is None:
        raise unknown_account(name)
    return rights_of(stored)


def unknown_account(name: str) -> UnknownAccountError:
    """The answer to a name that no account has."""
    return UnknownAccountError("there is no account {name!r}; cenote account list shows them", name=name)
