"""Tokens with which programs use the interface of the service, known by their digests."""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update

from storage.audit import Actor, enter
from storage.database import Database
from storage.errors import DatabaseLockedError, DiskFullError, ReadOnlyError, TokensFullError, UnknownTokenError
from storage.people.accounts import Rights, in_words, rights_of, unknown_account
from storage.people.logins import NOTED, before
from storage.tables.accounts import Account, ApiToken

MOST = 20
"""Tokens of one account."""


@dataclass(frozen=True, slots=True)
class ApiTokenRow:
    """A token: what its owner calls it, and its scopes, of which those count that the account has as rights too."""

    id: int
    account: str
    name: str
    scopes: Rights
    created_at: str
    used_at: str | None
    rights: Rights


def add_api_token(database: Database, by: Actor, name: str, digest: str, scopes: Rights) -> None:
    """Let a program do for an account what the scopes name, besides reading.

    Raises TokensFullError, and UnknownAccountError where the account was removed meanwhile.
    """
    now, written = database.now(), " ".join(sorted(scopes))
    with database.begin() as connection:
        if not connection.execute(select(exists().where(Account.name == by.who))).scalar_one():
            raise unknown_account(by.who)
        count = select(func.count()).select_from(ApiToken).where(ApiToken.account == by.who)
        if connection.execute(count).scalar_one() >= MOST:
            raise TokensFullError("an account has at most {most} tokens; remove one that is no longer used", most=MOST)
        row = {"digest": digest, "account": by.who, "name": name, "scopes": written, "created_at": now}
        connection.execute(insert(ApiToken).values(row))
        enter(connection, by.did("token-added", name, in_words(scopes)), now)


def find_api_token(database: Database, digest: str) -> ApiTokenRow | None:
    """The token of a digest, None where there is none."""
    return next(iter(_tokens(database, ApiToken.digest == digest)), None)


def api_tokens_of(database: Database, account: str) -> list[ApiTokenRow]:
    """The tokens of an account, the newest first."""
    return _tokens(database, ApiToken.account == account)


def note_token_use(database: Database, token: ApiTokenRow) -> None:
    """Note that a token is used, where it was not within the hour; nobody waits for another writer to do so."""
    now = database.now()
    if token.used_at and token.used_at >= before(now, NOTED):
        return
    with suppress(DatabaseLockedError, DiskFullError, ReadOnlyError), database.begin(waits=False) as connection:
        connection.execute(update(ApiToken).where(ApiToken.id == token.id).values(used_at=now))


def remove_api_token(database: Database, by: Actor, token_id: int) -> None:
    """Make a token of one's own worthless. Raises UnknownTokenError."""
    own = ApiToken.id == token_id, ApiToken.account == by.who
    with database.begin() as connection:
        name = connection.execute(delete(ApiToken).where(*own).returning(ApiToken.name)).scalar_one_or_none()
        if name is None:
            raise UnknownTokenError("there is no such token; load the page again to see yours")
        enter(connection, by.did("token-removed", name), database.now())


def _tokens(database: Database, wanted: ColumnElement[bool]) -> list[ApiTokenRow]:
    columns = (column for column in ApiToken.__table__.columns if column.name != "digest")
    query = select(*columns, Account.rights).join(Account).where(wanted).order_by(ApiToken.id.desc())
    with database.read() as connection:
        rows = connection.execute(query).mappings().all()
    return [
        ApiTokenRow(**{**row, "scopes": rights_of(row["scopes"]), "rights": rights_of(row["rights"])}) for row in rows
    ]
