"""Browsers that are logged in, known by a digest of what their cookies hold."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, insert, literal, select, update

from storage.audit import Deed, enter
from storage.database import Database
from storage.errors import DatabaseLockedError, DiskFullError, ReadOnlyError
from storage.people.accounts import Rights, rights_of
from storage.tables.accounts import Account, AuditEntry, Login

UNUSED = timedelta(days=14)
"""How long a login lasts that nobody uses."""
NOTED = timedelta(hours=1)
"""How often it is noted that a login is used; reading pages does not write otherwise."""

REFUSED = "login-refused"
MOST_REFUSALS = 10_000
"""Entries of refused logins that the audit log keeps."""


@dataclass(frozen=True, slots=True)
class LoginRow:
    """A browser that is logged in, with the rights of its account; `token` is the digest."""

    token: str
    account: str
    created_at: str
    used_at: str
    address: str
    rights: Rights


def begin_login(database: Database, account: str, password: str, token: str, address: str) -> bool:
    """Log a browser in, and forget logins that have expired.

    `password` is the hash that was compared; False where the account has another one by now, or there is none.
    """
    now = database.now()
    owner = select(literal(token), Account.name, literal(now), literal(now), literal(address))
    same = owner.where(Account.name == account, Account.password == password)
    with database.begin() as connection:
        connection.execute(delete(Login).where(Login.used_at < before(now, UNUSED)))
        columns = ["token", "account", "created_at", "used_at", "address"]
        if not connection.execute(insert(Login).from_select(columns, same)).rowcount:
            return False
        enter(connection, Deed(account, "login", address=address), now)
        return True


def refuse_login(database: Database, account: str, address: str) -> None:
    """Enter that somebody could not log in; `account` is empty where there is none of the name that was given.

    Strangers decide how many such entries there are, so only the newest are kept.
    """
    refused = AuditEntry.action == REFUSED
    newest = select(AuditEntry.id).where(refused).order_by(AuditEntry.id.desc())
    with database.begin() as connection:
        enter(connection, Deed(account, REFUSED, address=address), database.now())
        beyond = newest.offset(MOST_REFUSALS).limit(1).scalar_subquery()
        connection.execute(delete(AuditEntry).where(refused, AuditEntry.id <= beyond))


def find_login(database: Database, token: str) -> LoginRow | None:
    """The login of a digest, unless it has ended or expired."""
    return next(iter(_logins(database, Login.token == token)), None)


def logins_of(database: Database, account: str) -> list[LoginRow]:
    """Every browser that is logged in for an account, the last used first."""
    return _logins(database, Login.account == account)


def note_use(database: Database, login: LoginRow) -> bool:
    """Note that a login is used, where it was not within the hour; no page waits for another writer to do so."""
    now = database.now()
    if login.used_at >= before(now, NOTED):
        return False
    with suppress(DatabaseLockedError, DiskFullError, ReadOnlyError), database.begin(waits=False) as connection:
        connection.execute(update(Login).where(Login.token == login.token).values(used_at=now))
    return True


def end_login(database: Database, login: LoginRow, address: str) -> None:
    """Log a browser out; whoever has a copy of its cookie is out too."""
    _end(database, Login.token == login.token, Deed(login.account, "logout", address=address))


def end_logins(database: Database, account: str, address: str) -> None:
    """Log every browser of an account out."""
    _end(database, Login.account == account, Deed(account, "logout-everywhere", address=address))


def before(now: str, time: timedelta) -> str:
    """A stored time so long before another one."""
    return (datetime.fromisoformat(now) - time).isoformat(timespec="milliseconds")


def _logins(database: Database, wanted: ColumnElement[bool]) -> list[LoginRow]:
    lasting = Login.used_at >= before(database.now(), UNUSED)
    query = select(*Login.__table__.columns, Account.rights).join(Account).where(wanted, lasting)
    with database.read() as connection:
        rows = connection.execute(query.order_by(Login.used_at.desc(), Login.token)).mappings().all()
    return [LoginRow(**{**row, "rights": rights_of(row["rights"])}) for row in rows]


def _end(database: Database, which: ColumnElement[bool], deed: Deed) -> None:
    with database.begin() as connection:
        connection.execute(delete(Login).where(which))
        enter(connection, deed, database.now())
