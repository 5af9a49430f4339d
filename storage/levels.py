"""Levels enter the database here, whether from a session, a generator or a file."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import InstrumentedAttribute

from generator import Metrics
from optimiser.recorder import LevelRecord
from storage.audit import last_removed_level
from storage.database import Database
from storage.names import code_of
from storage.tables.base import Origin
from storage.tables.levels import Level, Score

_INFINITE = 1e300
"""Integers from here on may be larger than any float."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """How a level was found: where it comes from, and by which candidate of which session, and its score."""

    origin: Origin
    session_id: int | None = None
    generation: int | None = None
    slot: int | None = None
    objective: str | None = None
    score: float | None = None
    title: str = ""
    author: str = ""
    comment: str = ""


class Stored(NamedTuple):
    """A level in the database, as far as a writer has to know it."""

    id: int
    proven: bool
    session_id: int | None


def store_level(
    database: Database,
    record: LevelRecord,
    origin: Origin,
    *,
    title: str = "",
    author: str = "",
    comment: str = "",
) -> tuple[int, bool]:
    """Keep a level that no session found, and return its id and whether it is new.

    A level of the same identity that is already there stays as it is, with two exceptions. It takes over a proof, and
    what is said of it where nobody has said anything yet. One that a session found is no longer the session's to let
    go.
    """
    discovery = Discovery(origin, title=title, author=author, comment=comment)
    with database.begin() as connection:
        is_new = not stored_levels(connection, record.family, [record.identity])
        insert_levels(connection, [(record, discovery, database.now())])
        stored = stored_levels(connection, record.family, [record.identity])
        take_over_proofs(connection, [record], stored)
        _describe(connection, stored[record.identity].id, discovery)
    return stored[record.identity].id, is_new


def store_scores(database: Database, objective: str, scores: Mapping[int, float]) -> None:
    """Keep the scores of levels, by their ids, under an objective, in place of older ones.

    Scores compare under the name of their objective: other weights need another name. Levels that somebody has removed
    meanwhile have none.
    """
    with database.begin() as connection:
        there = connection.scalars(select(Level.id).where(among(Level.id, scores)))
        insert_scores(
            connection, [{"level_id": level, "objective": objective, "score": scores[level]} for level in there]
        )


def store_figures(database: Database, level_id: int, record: LevelRecord) -> None:
    """Give a level without proof the figures, solution and genome of a record of it."""
    with database.begin() as connection:
        unproven = update(Level).where(Level.id == level_id, Level.proven.is_(False))
        connection.execute(unproven.values(**_measures(record)))


def store_metrics(database: Database, level_id: int, metrics: Metrics) -> None:
    """Keep the metrics of a level in place of those it had."""
    with database.begin() as connection:
        connection.execute(update(Level).where(Level.id == level_id).values(_metrics(metrics)))


def _describe(connection: Connection, level_id: int, discovery: Discovery) -> None:
    found = (Level.id == level_id) & (Level.origin == Origin.EVOLVED)
    connection.execute(update(Level).where(found).values(origin=discovery.origin))
    said = {"title": discovery.title, "author": discovery.author, "comment": discovery.comment}
    silent = (Level.title == "") & (Level.author == "") & (Level.comment == "")
    connection.execute(update(Level).where(Level.id == level_id, silent).values(said))


def insert_levels(connection: Connection, found: Sequence[tuple[LevelRecord, Discovery, str]]) -> None:
    """Insert levels, each with when it was found; one that is already there, by its identity, stays as it is."""
    if found:
        rows = [_row(record, discovery) | {"created_at": time} for record, discovery, time in found]
        if (removed := last_removed_level(connection)) > last_level(connection):
            rows = [row | {"id": removed + number} for number, row in enumerate(rows, 1)]
        connection.execute(_NEW_LEVEL, rows)


def last_level(connection: Connection) -> int:
    """The greatest id of a level, 0 where there is none."""
    return connection.execute(_LAST_LEVEL).scalar_one() or 0


def take_over_proofs(connection: Connection, records: Iterable[LevelRecord], stored: Mapping[str, Stored]) -> None:
    """Give rows without proof the text, genome and figures of their twins with proof, the first of several."""
    proofs: dict[int, LevelRecord] = {}
    for record in records:
        if record.proven and not stored[record.identity].proven:
            proofs.setdefault(stored[record.identity].id, record)
    if proofs:
        connection.execute(
            update(Level).where(Level.id == bindparam("level_id")),
            [_measures(record) | {"level_id": level_id} for level_id, record in proofs.items()],
        )


def stored_levels(connection: Connection, family: str, identities: Iterable[str]) -> dict[str, Stored]:
    """What is stored under these identities of a family."""
    rows = connection.execute(_STORED, {"family": family, "listed": json.dumps(list(identities))})
    return {identity: Stored(level, proven, session) for identity, level, proven, session in rows}


def insert_scores(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of the table of scores, in place of older ones."""
    if rows:
        connection.execute(_BETTER_SCORE, rows)


def among(column: InstrumentedAttribute[Any], values: Iterable[Any]) -> ColumnElement[bool]:
    """That a column has one of these values: one JSON parameter, for SQLite limits their number."""
    return _among(column, json.dumps(list(values)))


def _among(column: InstrumentedAttribute[Any], listed: Any) -> ColumnElement[bool]:
    return column.in_(select(func.json_each(listed).table_valued("value").c.value))


# Made once, for sessions execute them all the time.
_LAST_LEVEL = select(func.max(Level.id))
_STORED = select(Level.identity, Level.id, Level.proven, Level.session_id).where(
    Level.family == bindparam("family"), _among(Level.identity, bindparam("listed"))
)
_NEW_LEVEL = insert(Level).on_conflict_do_nothing(index_elements=["family", "identity"])
_NEW_SCORE = insert(Score)
_BETTER_SCORE = _NEW_SCORE.on_conflict_do_update(
    index_elements=["level_id", "objective"], set_={"score": _NEW_SCORE.excluded.score}
)


def _row(record: LevelRecord, discovery: Discovery) -> dict[str, Any]:
    return {
        "family": record.family,
        "identity": record.identity,
        "code": code_of(record.family, record.identity),
        "origin": discovery.origin,
        "session_id": discovery.session_id,
        "generation": discovery.generation,
        "slot": discovery.slot,
        "score": discovery.score,
        "objective": discovery.objective,
        "title": discovery.title,
        "author": discovery.author,
        "comment": discovery.comment,
    } | _measures(record)


def _measures(record: LevelRecord) -> dict[str, Any]:
    return {
        **record.figures(),
        **_metrics(record.metrics),
        "nodes": record.nodes,
        "budget": record.budget,
        "text": record.text,
        "solution": None if record.upper_bound is None else record.solution,
        "genome": record.genome,
    }


def _metrics(metrics: Metrics) -> dict[str, Any]:
    difficulty = metrics.get("difficulty")
    if difficulty is None or not abs(difficulty) < _INFINITE:
        return {"metrics": dict(metrics), "difficulty": None}
    return {"metrics": dict(metrics), "difficulty": float(difficulty)}
