"""Who may log in to a public service; passwords arrive here hashed."""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from storage.curation_models import Account
from storage.database import Database
from storage.errors import UnknownAccountError


@dataclass(frozen=True, slots=True)
class AccountRow:
    """Somebody who may log in."""

    name: str
    created_at: str


def set_account(database: Database, name: str, password: str) -> None:
    """Let somebody log in with a hashed password; one who may already gets the new password."""
    statement = insert(Account).values(name=name, password=password, created_at=database.now())
    renewed = statement.on_conflict_do_update(index_elements=["name"], set_={"password": password})
    with database.begin() as connection:
        connection.execute(renewed)


def remove_account(database: Database, name: str) -> None:
    """Let somebody log in no longer. Raises UnknownAccountError."""
    with database.begin() as connection:
        if not connection.execute(delete(Account).where(Account.name == name)).rowcount:
            raise UnknownAccountError(f"there is no account {name!r}; cenote account list shows them")


def list_accounts(database: Database) -> list[AccountRow]:
    """Everybody who may log in, by name."""
    with database.read() as connection:
        query = select(Account.name, Account.created_at).order_by(Account.name)
        return [AccountRow(*row) for row in connection.execute(query)]


def password_of(database: Database, name: str) -> str | None:
    """The hashed password of an account, None where there is none of that name."""
    with database.read() as connection:
        return connection.execute(select(Account.password).where(Account.name == name)).scalar_one_or_none()
