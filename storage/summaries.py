"""What every answer to a question for levels says of each."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Dialect,
    Select,
    Text,
    TypeDecorator,
    and_,
    case,
    cast,
    func,
    literal,
    select,
    type_coerce,
)
from sqlalchemy.orm import aliased

from storage.names import LATER_BITS, name_of
from storage.tables.levels import Level, Score
from storage.tables.sessions import Session

ISLAND = (
    select(case((Session.islands > 1, Level.slot // Session.batch + 1)))
    .where(Session.id == Level.session_id)
    .scalar_subquery()
)
"""The island, counted from 1 on, that found a level first; NULL where its session has one only."""


class Name(TypeDecorator[str]):
    """The name of a level, read from its code and those of the earlier levels that are like it."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: str | None, _: Dialect) -> str | None:
        if value is None:
            return None
        code, *earlier = map(int, value.split(","))
        return name_of(code, earlier)


def _name() -> ColumnElement[str]:
    earlier = aliased(Level)
    alike = Level.code.bitwise_rshift(LATER_BITS).bitwise_lshift(LATER_BITS)
    # Without the sum SQLite might take the index of ids.
    twins = select(func.group_concat(earlier.code)).where(
        earlier.code.between(alike, alike + 2**LATER_BITS - 1), earlier.id + 0 < Level.id
    )
    listed = cast(Level.code, Text).concat(func.ifnull(literal(",").concat(twins.scalar_subquery()), ""))
    return type_coerce(listed, Name())


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSummary:
    """A stored level with its figures; `session` found it first.

    `name` is its own in this database, and made from its identity. `score` is the one under `objective`, which is
    that of its session where no other was asked for. `depth` is `lower_bound`, exact where `proven`.
    """

    id: int
    name: str
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
    difficulty: float | None
    score: float | None
    objective: str | None
    title: str
    author: str
    origin: str
    session: int | None
    created_at: str


NAME = _name()
"""The name of a level, from its code and those of the levels before it that are like it."""


def columns_of(kind: type[LevelSummary]) -> list[Any]:
    """The columns of levels that a kind of summary has, but for the score, of which a level has several."""
    columns: Mapping[str, Any] = {
        **dict(Level.__mapper__.all_orm_descriptors),
        "name": NAME,
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
