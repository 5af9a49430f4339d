"""Which levels stay: sessions are deleted, and levels that nothing refers to any more are pruned.

The best of each session stays with its lineage: its pool, its archive, and whatever its snapshot names, without which
it could not go on. So does what curators, contests, atlases and imports refer to, and every ancestor of what stays.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, MetaData, Select, Table, and_, delete, func, select
from sqlalchemy.orm import InstrumentedAttribute

from storage.audit import Deed, enter
from storage.connection import driver_of
from storage.database import Database
from storage.errors import translated
from storage.locks import session_lock, whole_lock
from storage.queries import get_session
from storage.tables.atlases import AtlasComponent
from storage.tables.base import Origin
from storage.tables.contests import ContestLevel
from storage.tables.curation import Curation, CurationChange, Tag
from storage.tables.levels import Level, Lineage, Rediscovery
from storage.tables.sessions import ArchiveCell, PoolMember, Session

_DOOMED = Table("doomed", MetaData(), Column("id", Integer, primary_key=True), prefixes=["TEMPORARY"])
"""The ids of the levels that go."""
_UNINDEXED = (Rediscovery, PoolMember, ArchiveCell)
"""Tables in which SQLite would look through every row for each level that goes."""


@dataclass(frozen=True, slots=True)
class Removal:
    """How many levels were removed, how many were there before, and the bytes of pages that hold nothing then."""

    levels: int
    before: int
    freed: int


def delete_session(database: Database, session_id: int, who: str, *, really: bool) -> Removal:
    """Delete a session with the levels that it found and nothing else needs; or only say what would go.

    Raises UnknownSessionError, or SessionBusyError while it runs.
    """
    with session_lock(database.path, session_id):
        name = get_session(database, session_id).name
        with _trial(database, really) as connection:
            found = Level.session_id == session_id
            met = select(Rediscovery.level_id).where(Rediscovery.session_id != session_id)
            _choose(connection, found, [*_referred(apart_from=session_id), met])
            removal = _remove(connection, session_id)
            deed = Deed(
                who, "session-deleted", f"session {session_id}", f"{name or ''} levels: {removal.levels}".strip()
            )
            enter(connection, deed, database.now())
    return removal


def prune(database: Database, session_id: int | None, who: str, *, really: bool) -> Removal:
    """Remove the levels that sessions, or one of them, have found and left behind; or only say what would go.

    Raises SessionBusyError while any session runs.
    """
    with whole_lock(database.path), _trial(database, really) as connection:
        found = Level.origin == Origin.EVOLVED
        of_session = found if session_id is None else and_(found, Level.session_id == session_id)
        _choose(connection, of_session, [*_referred(apart_from=None)])
        removal = _remove(connection, None)
        subject = "" if session_id is None else f"session {session_id}"
        enter(connection, Deed(who, "levels-pruned", subject, f"levels: {removal.levels}"), database.now())
    return removal


def shrink(database: Database) -> int:
    """Give what is free in the file back to the disk, which takes as much room as it meanwhile; the bytes it has then.

    Raises DiskFullError, and DatabaseLockedError while others write.
    """
    with translated(database.path), database.engine.connect() as connection:
        driver = driver_of(connection)
        driver.execute("VACUUM")
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return database.path.stat().st_size


@contextmanager
def _trial(database: Database, really: bool) -> Iterator[Connection]:
    """A transaction, which is undone where nothing is really to be changed."""
    with database.begin() as connection:
        yield connection
        if not really:
            connection.rollback()


def _referred(apart_from: int | None) -> Iterator[Select[Any]]:
    """The ids of the levels that something refers to, apart from one session."""
    yield from (
        _ids(column)
        for column in (
            Curation.level_id,
            CurationChange.level_id,
            Tag.level_id,
            ContestLevel.level_id,
            AtlasComponent.level_id,
        )
    )
    for kept in (PoolMember, ArchiveCell):
        yield _ids(kept.level_id).where(kept.session_id.is_not(apart_from))
    texts = func.json_tree(Session.snapshot).table_valued("atom", "type", joins_implicitly=True)
    named = and_(Level.family == Session.family, Level.identity == texts.c.atom, texts.c.type == "text")
    yield select(Level.id).select_from(Session, texts, Level).where(named, Session.id.is_not(apart_from))


def _ids(column: InstrumentedAttribute[Any]) -> Select[Any]:
    return select(column).where(column.is_not(None))


def _choose(connection: Connection, candidates: ColumnElement[bool], needed: list[Select[Any]]) -> None:
    """Enter the candidates that are neither needed nor an ancestor of what stays."""
    others = select(Level.id.label("id")).where(~candidates)
    staying = select(others.union(*needed).subquery().c.id).cte("staying", recursive=True)
    staying = staying.union(select(Lineage.parent_id).where(Lineage.child_id == staying.c.id))
    _DOOMED.create(connection)
    doomed = select(Level.id).where(candidates, Level.id.not_in(select(staying.c.id)))
    connection.execute(_DOOMED.insert().from_select(["id"], doomed))


def _remove(connection: Connection, session_id: int | None) -> Removal:
    before, used = connection.execute(select(func.count()).select_from(Level)).scalar_one(), _used(connection)
    tables = [table.__tablename__ for table in _UNINDEXED]
    for table in tables:
        connection.exec_driver_sql(f"CREATE INDEX removed_from_{table} ON {table} (level_id)")
    gone = connection.execute(delete(Level).where(Level.id.in_(select(_DOOMED.c.id)))).rowcount
    for table in tables:
        connection.exec_driver_sql(f"DROP INDEX removed_from_{table}")
    _DOOMED.drop(connection)
    if session_id is not None:
        connection.execute(delete(Session).where(Session.id == session_id))
    return Removal(gone, before, max(0, used - _used(connection)))


def _used(connection: Connection) -> int:
    """The bytes of the file that hold something."""
    pages, free, size = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)
