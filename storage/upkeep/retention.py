"""Which levels stay: sessions are deleted, and levels that nothing refers to any more are pruned.

The best of each session stays with its lineage: its pool, its archive, and whatever its snapshot names, without which
it could not go on. So does what curators, contests, atlases and imports refer to, and every ancestor of what stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, MetaData, Select, Table, and_, delete, func, select
from sqlalchemy.orm import InstrumentedAttribute

from generator.messages import Message
from storage.audit import LAST_LEVEL_REMOVED, SESSION_DELETED, Actor, enter, level_subject, session_subject
from storage.connection import driver_of
from storage.database import Database
from storage.errors import translated
from storage.levels import last_level
from storage.locks import require_idle, whole_lock
from storage.queries import get_session
from storage.recorder import unknown_session
from storage.tables.atlases import AtlasComponent
from storage.tables.base import Origin
from storage.tables.contests import ContestLevel
from storage.tables.curation import Curation, CurationChange, Tag
from storage.tables.levels import Level, Lineage, Rediscovery
from storage.tables.ratings import Play
from storage.tables.sessions import ArchiveCell, PoolMember, Session

_DOOMED = Table("doomed", MetaData(), Column("id", Integer, primary_key=True), prefixes=["TEMPORARY"])
"""The ids of the levels that go."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What goes with a session: levels that nothing else needs, out of those that it found, out of all."""

    levels: int
    found: int
    before: int


@dataclass(frozen=True, slots=True)
class Removal:
    """How many levels were removed, how many were there before, and the bytes of pages that hold nothing then."""

    levels: int
    before: int
    freed: int


def session_loss(database: Database, session_id: int) -> Loss:
    """What `delete_session` would delete. Raises UnknownSessionError, or SessionBusyError while it runs."""
    get_session(database, session_id)
    require_idle(database.path, session_id)
    with database.read() as connection:
        going = _count(connection, Level.id.in_(_goes_with(session_id)))
        return Loss(going, _count(connection, Level.session_id == session_id), _count(connection))


def delete_session(database: Database, session_id: int, by: Actor) -> Loss:
    """Delete a session with the levels that it found and nothing else needs.

    Raises UnknownSessionError, or SessionBusyError while it runs.
    """
    name = get_session(database, session_id).name
    with database.begin() as connection:
        # Whoever begins to run it from here on has recorded nothing yet, and finds it gone.
        require_idle(database.path, session_id)
        found = _count(connection, Level.session_id == session_id)
        removal = _remove_for_good(connection, _goes_with(session_id), by, database.now())
        if not connection.execute(delete(Session).where(Session.id == session_id)).rowcount:
            raise unknown_session(session_id)
        lost = Message("levels: {count}", count=removal.levels)
        detail = Message("{name}, {lost}", name=name, lost=lost) if name else lost
        enter(connection, by.did(SESSION_DELETED, session_subject(session_id), detail), database.now())
    return Loss(removal.levels, found, removal.before)


def prunable(database: Database, session_id: int | None) -> Removal:
    """What `prune` would remove. Raises SessionBusyError while any session runs."""
    with whole_lock(database.path), database.begin() as connection:
        removal = _remove(connection, _left_behind(session_id))
        connection.rollback()
    return removal


def prune(database: Database, session_id: int | None, by: Actor) -> Removal:
    """Remove the levels that sessions, or one of them, have found and left behind.

    Raises SessionBusyError while any session runs.
    """
    with whole_lock(database.path), database.begin() as connection:
        removal = _remove_for_good(connection, _left_behind(session_id), by, database.now())
        subject = "" if session_id is None else session_subject(session_id)
        enter(
            connection,
            by.did("levels-pruned", subject, Message("levels: {count}", count=removal.levels)),
            database.now(),
        )
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


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    return connection.execute(select(func.count()).select_from(Level).where(*conditions)).scalar_one()


def _goes_with(session_id: int) -> Select[int]:
    """The ids of the levels that only a session needs."""
    met = select(Rediscovery.level_id).where(Rediscovery.session_id != session_id)
    found = and_(Level.origin == Origin.EVOLVED, Level.session_id == session_id)
    return _unneeded(found, [*_referred(apart_from=session_id), met])


def _left_behind(session_id: int | None) -> Select[int]:
    """The ids of the levels that sessions, or one of them, have found and do not need."""
    found = Level.origin == Origin.EVOLVED
    of_session = found if session_id is None else and_(found, Level.session_id == session_id)
    return _unneeded(of_session, [*_referred(apart_from=None)])


def _referred(apart_from: int | None) -> Iterator[Select[Any]]:
    """The ids of the levels that something refers to, apart from one session."""
    yield from (
        _ids(column)
        for column in (
            Curation.level_id,
            CurationChange.level_id,
            Tag.level_id,
            Play.level_id,
            ContestLevel.level_id,
            AtlasComponent.level_id,
        )
    )
    # Sessions say nothing of their levels: a file did. Older programs did not note that it was imported later.
    yield select(Level.id).where((Level.title != "") | (Level.author != "") | (Level.comment != ""))
    for kept in (PoolMember, ArchiveCell):
        yield _ids(kept.level_id).where(kept.session_id.is_not(apart_from))
    texts = func.json_tree(Session.snapshot).table_valued("atom", "type", joins_implicitly=True)
    named = and_(Level.family == Session.family, Level.identity == texts.c.atom, texts.c.type == "text")
    yield select(Level.id).select_from(Session, texts, Level).where(named, Session.id.is_not(apart_from))


def _ids(column: InstrumentedAttribute[Any]) -> Select[Any]:
    return select(column).where(column.is_not(None))


def _unneeded(candidates: ColumnElement[bool], needed: list[Select[Any]]) -> Select[int]:
    """The ids of the candidates that are neither needed nor an ancestor of what stays."""
    others = select(Level.id.label("id")).where(~candidates)
    staying = select(others.union(*needed).subquery().c.id).cte("staying", recursive=True)
    staying = staying.union(select(Lineage.parent_id).where(Lineage.child_id == staying.c.id))
    return select(Level.id).where(candidates, Level.id.not_in(select(staying.c.id)))


def _remove_for_good(connection: Connection, doomed: Select[int], by: Actor, now: str) -> Removal:
    """Remove levels so that whoever still means one of them is never shown another under its number."""
    last = last_level(connection)
    removal = _remove(connection, doomed)
    if last_level(connection) < last:
        enter(connection, by.did(LAST_LEVEL_REMOVED, level_subject(last)), now)
    return removal


def _remove(connection: Connection, doomed: Select[int]) -> Removal:
    before, used = _count(connection), _used(connection)
    _DOOMED.create(connection)
    connection.execute(_DOOMED.insert().from_select(["id"], doomed))
    gone = connection.execute(delete(Level).where(Level.id.in_(select(_DOOMED.c.id)))).rowcount
    _DOOMED.drop(connection)
    return Removal(gone, before, max(0, used - _used(connection)))


def _used(connection: Connection) -> int:
    """The bytes of the file that hold something."""
    pages, free, size = (
        connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
        for name in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)
