"""Questions to the database; `level_filter` says which levels they are about. Answers are plain frozen dataclasses."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, or_, select

from generator.messages import Message
from optimiser.pool import Replacement
from optimiser.settings import Keep, SessionSettings
from optimiser.target import Target
from storage.database import Database
from storage.errors import UnknownLevelError, UnknownSessionError
from storage.level_filter import (
    EVERY_LEVEL,
    LONGEST_ID,
    RATING,
    STARS,
    LevelFilter,
    bounded,
    conditions,
    figure_conditions,
    order_name,
    ordering,
)
from storage.levels import among
from storage.lineage import first_steps, unknown_level
from storage.names import LATER_BITS, patterns_of
from storage.near_names import names_like
from storage.recorder import unknown_session
from storage.summaries import NAME, LevelSummary, columns_of, with_scores
from storage.tables.curation import Curation
from storage.tables.levels import Level, Lineage, Score
from storage.tables.ratings import LevelRating
from storage.tables.sessions import ArchiveCell, Event, Generation, PoolMember, Session

Query = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow(SessionSettings):
    """A session with its settings; `best` is the best score of its last generation, `name` may stand for the id."""

    id: int
    name: str | None
    note: str
    state: str
    created_at: str
    updated_at: str
    generation: int
    evaluations: int
    best: float | None


@dataclass(frozen=True, slots=True)
class GenerationRow:
    """One generation of a session with its statistics."""

    number: int
    evaluations: int
    best: float | None
    mean: float | None
    diversity: float | None
    statistics: Mapping[str, float]
    created_at: str | None


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something worth telling that happened in a session."""

    generation: int
    kind: str
    text: Message
    created_at: str


@dataclass(frozen=True, slots=True)
class CellRow:
    """The best level of one archive cell."""

    cell: tuple[int, ...]
    level_id: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelRow(LevelSummary):
    """A stored level with all that is known of it.

    `generation`, `slot` and `island` are those of the session that found it; a session with one island counts none.
    """

    generation: int | None
    slot: int | None
    island: int | None
    identity: str
    nodes: int
    budget: int
    text: str
    solution: str | None
    metrics: Mapping[str, int | float | None]
    genome: Mapping[str, Any]
    comment: str
    parents: tuple[int, ...]


def best_levels(
    database: Database,
    wanted: LevelFilter = EVERY_LEVEL,
    order: str = "-depth",
    limit: int | None = 10,
    bounds: Iterable[Target] = (),
    pool_of: int | None = None,
) -> list[LevelRow]:
    """The first levels in an order whose metrics keep to bounds; of equals the one with the lower id counts as less.

    Only those of the pool of a session, where it is given. Levels without a value in that order come last; those
    without a metric keep to no bound on it. Raises UnknownOrderError and UnknownSessionError.
    """
    query = _levels(wanted.objective).where(*conditions(wanted)).order_by(*ordering(order, wanted.objective))
    query = query.where(*map(bounded, bounds))
    if pool_of is not None:
        query = query.where(Level.id.in_(select(PoolMember.level_id).where(PoolMember.session_id == pool_of)))
    if order_name(order) == RATING:
        query = query.join(LevelRating, LevelRating.level_id == Level.id)
    if order_name(order) == STARS:
        query = query.join(Curation, and_(Curation.level_id == Level.id, Curation.rating.is_not(None)))
    with database.read() as connection:
        require_session(connection, wanted)
        return _fetch(connection, query.limit(limit))


def count_levels(database: Database, wanted: LevelFilter = EVERY_LEVEL, order: str = "-depth") -> int:
    """How many levels a filter wants that have a place in an order.

    Raises UnknownOrderError and UnknownSessionError.
    """
    query = select(func.count()).select_from(Level).where(*conditions(wanted))
    if order_name(order) == RATING:
        query = query.where(Level.id.in_(select(LevelRating.level_id)))
    if order_name(order) == STARS:
        query = query.where(Level.id.in_(select(Curation.level_id).where(Curation.rating.is_not(None))))
    if wanted.objective is not None:
        query = query.where(Level.id.in_(select(Score.level_id).where(Score.objective == wanted.objective)))
    with database.read() as connection:
        require_session(connection, wanted)
        return int(connection.execute(query).scalar_one())


def iter_levels(database: Database, wanted: LevelFilter = EVERY_LEVEL, page: int = 500) -> Iterator[LevelRow]:
    """Every level that is there now, by ascending id; no transaction stays open from one page to the next.

    Raises UnknownSessionError.
    """
    query = _levels(wanted.objective).where(*conditions(wanted))
    with database.read() as connection:
        require_session(connection, wanted)
        ids = connection.execute(query.with_only_columns(Level.id).order_by(Level.id)).scalars().all()
    for first in range(0, len(ids), page):
        chosen = _levels(wanted.objective).where(among(Level.id, ids[first : first + page]))
        with database.read() as connection:
            rows = _fetch(connection, chosen.order_by(Level.id))
        yield from rows


def iter_texts(database: Database, family: str, page: int = 5000) -> Iterator[list[tuple[int, str]]]:
    """The id and text of every level of a family, by ascending id; each page sees the database as it is then."""
    query = select(Level.id, Level.text).where(Level.family == family).order_by(Level.id).limit(page)
    last = 0
    while True:
        with database.read() as connection:
            rows = [(level_id, text) for level_id, text in connection.execute(query.where(Level.id > last))]
        if not rows:
            return
        yield rows
        last, _ = rows[-1]


def get_level(database: Database, level_id: int) -> LevelRow:
    """One level. Raises UnknownLevelError."""
    with database.read() as connection:
        rows = _fetch(connection, _levels(None).where(Level.id == level_id))
    if not rows:
        raise unknown_level(level_id)
    return rows[0]


def get_text(database: Database, level_id: int) -> tuple[str, str]:
    """The family and the text of one level, without its figures. Raises UnknownLevelError."""
    with database.read() as connection:
        row = connection.execute(select(Level.family, Level.text).where(Level.id == level_id)).one_or_none()
    if row is None:
        raise unknown_level(level_id)
    return row.family, row.text


def list_sessions(database: Database) -> list[SessionRow]:
    """All sessions, the oldest first."""
    with database.read() as connection:
        return _session_rows(connection, _sessions().order_by(Session.id))


def newest_sessions(database: Database, limit: int, before: int | None = None) -> list[SessionRow]:
    """Sessions, the newest first; only those that are older than `before` where it is given."""
    query = _sessions().order_by(Session.id.desc()).limit(limit)
    if before is not None:
        query = query.where(Session.id < before)
    with database.read() as connection:
        return _session_rows(connection, query)


def get_session(database: Database, session_id: int) -> SessionRow:
    """One session. Raises UnknownSessionError."""
    with database.read() as connection:
        return _session(connection, session_id)


def thinned_sessions(database: Database, session_id: int | None = None) -> int:
    """How many sessions keep their pool and archive alone, of all or of this one."""
    thinned = select(func.count()).select_from(Session).where(Session.keep == Keep.POOL_AND_ARCHIVE)
    with database.read() as connection:
        query = thinned if session_id is None else thinned.where(Session.id == session_id)
        return int(connection.execute(query).scalar_one())


def session_named(database: Database, name: str) -> int:
    """The id of the session of this name. Raises UnknownSessionError."""
    with database.read() as connection:
        found = connection.execute(select(Session.id).where(Session.name == name)).scalar_one_or_none()
    if found is None:
        raise UnknownSessionError("there is no session {name!r}; cenote sessions lists them", name=name)
    return int(found)


def generations(database: Database, session_id: int) -> list[GenerationRow]:
    """The generations of a session in order. Raises UnknownSessionError."""
    columns = (
        Generation.number,
        Generation.evaluations,
        Generation.best,
        Generation.mean,
        Generation.diversity,
        Generation.statistics,
        Generation.created_at,
    )
    query = select(*columns).where(Generation.session_id == session_id).order_by(Generation.number)
    return [GenerationRow(*row) for row in _of_session(database, session_id, query)]


def events(database: Database, session_id: int) -> list[EventRow]:
    """The events of a session in order. Raises UnknownSessionError."""
    columns = (Event.generation, Event.kind, Event.text, Event.created_at)
    query = select(*columns).where(Event.session_id == session_id).order_by(Event.id)
    return [EventRow(*row) for row in _of_session(database, session_id, query)]


def archive(database: Database, session_id: int) -> list[CellRow]:
    """The archive of a session, ordered by cell. Raises UnknownSessionError."""
    columns = (ArchiveCell.cell, ArchiveCell.level_id, ArchiveCell.score)
    rows = _of_session(database, session_id, select(*columns).where(ArchiveCell.session_id == session_id))
    return sorted(
        (CellRow(tuple(map(int, cell.split(":"))), level, score) for cell, level, score in rows),
        key=lambda row: row.cell,
    )


def own_objective(database: Database, wanted: LevelFilter) -> str | None:
    """The one objective that levels were found for: that of the session, or of all sessions if there are no others.

    None where levels were found for several ones, or some in no session. Raises UnknownSessionError.
    """
    if wanted.session is not None:
        return get_session(database, wanted.session).objective
    found = select(Session.objective).distinct()
    if wanted.family is not None:
        found = found.where(Session.family == wanted.family)
    without = select(Level.id).where(Level.score.is_(None), *figure_conditions(wanted)).limit(1)
    with database.read() as connection:
        objectives = connection.execute(found.limit(2)).scalars().all()
        is_only_one = len(objectives) == 1 and connection.execute(without).first() is None
    return objectives[0] if is_only_one else None


def pool(database: Database, session_id: int) -> list[LevelRow]:
    """The pool as of a session's last generation, the best first, with scores of the session's own objective.

    Raises UnknownSessionError.
    """
    with database.read() as connection:
        query = _levels(_session(connection, session_id).objective)
        query = query.join(PoolMember, PoolMember.level_id == Level.id)
        return _fetch(connection, query.where(PoolMember.session_id == session_id).order_by(PoolMember.rank))


def _levels(objective: str | None) -> Query:
    """Everything of a level but its parents; under an objective only levels that have a score there."""
    return with_scores(select(*_COLUMNS), objective)


_COLUMNS = columns_of(LevelRow)


def _fetch(connection: Connection, query: Query) -> list[LevelRow]:
    rows = connection.execute(query).mappings().all()
    steps = first_steps(connection, among(Lineage.child_id, [row["id"] for row in rows]))
    return [
        LevelRow(**row, parents=tuple(dict.fromkeys(step.parent for step in steps.get(row["id"], ())))) for row in rows
    ]


def level_called(database: Database, words: str) -> int:
    """The id of the level of this number, name or title; capital letters, spaces and hyphens make no difference.

    Raises UnknownLevelError, also where several levels have the title.
    """
    wanted = " ".join(re.split(r"[\s-]+", words.strip())).lower()
    ways = [and_(Level.title != "", or_(Level.title == words, func.lower(Level.title) == wanted))]
    ways += [
        Level.code.between(pattern.first << pattern.shift, (pattern.last + 1 << pattern.shift) - 1)
        for pattern in patterns_of(wanted)
        if pattern.shift <= LATER_BITS and pattern.begins
    ]
    if wanted.isdecimal() and len(wanted) < LONGEST_ID:
        ways.append(Level.id == int(wanted))
    with database.read() as connection:
        rows = connection.execute(select(Level.id, NAME.label("name"), Level.title).where(or_(*ways))).all()
    found = [row.id for row in rows if wanted in (str(row.id), row.name.lower())]
    found = found or [row.id for row in rows if row.title and row.title.lower() in (words.lower(), wanted)]
    if not found and (near := names_like(database, words)):
        raise UnknownLevelError("there is no level {name!r}; similar names: {names}", name=words, names=", ".join(near))
    if not found:
        raise UnknownLevelError("there is no level {name!r}; cenote best lists levels", name=words)
    if len(found) > 1:
        ids = ", ".join(map(str, sorted(found)[:10]))
        raise UnknownLevelError(
            "several levels are called {name!r}; give one of their numbers: {ids}", name=words, ids=ids
        )
    return int(found[0])


def require_session(connection: Connection, wanted: LevelFilter) -> None:
    """Raises UnknownSessionError where a filter wants the levels of a session that is not there."""
    if wanted.session is not None:
        _session(connection, wanted.session)


def _sessions() -> Query:
    columns = (getattr(Session, field.name) for field in fields(SessionRow) if field.name != "best")
    last = and_(Generation.session_id == Session.id, Generation.number == Session.generation)
    return select(*columns, Generation.best).outerjoin(Generation, last)


def _session(connection: Connection, session_id: int) -> SessionRow:
    rows = _session_rows(connection, _sessions().where(Session.id == session_id))
    if not rows:
        raise unknown_session(session_id)
    return rows[0]


def _session_rows(connection: Connection, query: Query) -> list[SessionRow]:
    rows = connection.execute(query).mappings()
    return [
        SessionRow(**{**row, "replacement": Replacement(row["replacement"]), "keep": Keep(row["keep"])}) for row in rows
    ]


def _of_session(database: Database, session_id: int, query: Query) -> Sequence[Row[*tuple[Any, ...]]]:
    with database.read() as connection:
        _session(connection, session_id)
        return connection.execute(query).all()
