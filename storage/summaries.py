"""What every answer to a question for levels says of each."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Select, and_, case, select

from storage.tables.levels import Level, Score
from storage.tables.sessions import Session

ISLAND = (
    select(case((Session.islands > 1, Level.slot // Session.batch + 1)))
    .where(Session.id == Level.session_id)
    .scalar_subquery()
)
"""The island, counted from 1 on, that found a level first; NULL where its session has one only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSummary:
    """A stored level with its figures; `session` found it first.

    `score` is the one under `objective`, which is that of its session where no other was asked for. `depth` is
    `lower_bound`, exact where `proven`.
    """

    id: int
    family: str
    type: str
    size: int
    pieces: int
    depth: int
    lower_bound: int
    upper_bound: int | None
    proven: bool
    moves: int | None
    branching: float | None
    score: float | None
    objective: str | None
    title: str
    author: str
    origin: str
    session: int | None
    created_at: str


def columns_of(kind: type[LevelSummary]) -> list[Any]:
    """The columns of levels that a kind of summary has, but for the score, of which a level has several."""
    columns: Mapping[str, Any] = {
        **dict(Level.__mapper__.all_orm_descriptors),
        "session": Level.session_id,
        "island": ISLAND,
    }
    names = (field.name for field in fields(kind) if field.name not in ("score", "objective"))
    return [columns[name].label(name) for name in names if name in columns]


def with_scores(query: Select[*tuple[Any, ...]], objective: str | None) -> Select[*tuple[Any, ...]]:
    """A query for levels with their scores; under an objective only those that have a score there."""
    if objective is None:
        return query.add_columns(Level.score, Level.objective)
    scored = and_(Score.level_id == Level.id, Score.objective == objective)
    return query.join(Score, scored).add_columns(Score.score, Score.objective)
