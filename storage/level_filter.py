"""Which levels are wanted, and in which order: conditions on the columns of levels and of what is said of them."""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from optimiser.recorder import PIECES_KEY
from optimiser.target import RELATIONS, Target
from storage.errors import UnknownOrderError
from storage.names import patterns_of
from storage.tables.curation import Curation, Tag
from storage.tables.levels import Level, Rediscovery, Score
from storage.tables.ratings import LevelRating


@dataclass(frozen=True, slots=True)
class LevelFilter:
    """Which levels are wanted; None asks for nothing.

    `session` wants the levels that this session met, also where another one had found them before.
    `objective` wants levels with a score under it, and that score. `state`, `tag` and `rating_min` are what curators
    have said. `called` is the beginning of a name, or some words of it, a part of a title, or the number of a level.
    """

    session: int | None = None
    family: str | None = None
    type: str | None = None
    size: int | None = None
    pieces_min: int | None = None
    pieces_max: int | None = None
    depth_min: int | None = None
    depth_max: int | None = None
    branching_min: float | None = None
    branching_max: float | None = None
    proven: bool | None = None
    objective: str | None = None
    origin: str | None = None
    state: str | None = None
    tag: str | None = None
    rating_min: int | None = None
    called: str | None = None


EVERY_LEVEL = LevelFilter()

LONGEST_ID = 19
"""Digits from which on a number may be none of a level."""
RATING = "rating"
"""The order by what players did with levels; only levels that have games have a place in it."""

ORDERS: Mapping[str, InstrumentedAttribute[Any]] = {
    "depth": Level.depth,
    "score": Level.score,
    "branching": Level.branching,
    PIECES_KEY: Level.pieces,
    "moves": Level.moves,
    "difficulty": Level.difficulty,
    "id": Level.id,
    RATING: LevelRating.rating,
}
"""What levels may be ordered by; a leading "-" turns the order round."""
STARS = "stars"
"""The order by the stars of curators, in which only levels stand that have some."""
ORDER_NAMES = (*ORDERS, STARS)
OF_ALL_FAMILIES = ("id", STARS, RATING)
"""Orders in which levels of all families may stand together; figures of others have units of their own."""

# Made once: an alias of a table of thirty columns takes milliseconds, more than the search for a name.
_SOUGHT = aliased(Level)


def conditions(wanted: LevelFilter) -> Iterator[ColumnElement[bool]]:
    """All that a filter asks, apart from an objective."""
    yield from figure_conditions(wanted)
    yield from (Level.id.in_(ids) for ids in curated(wanted))
    if wanted.session is not None:
        yield met_by(wanted.session)


def figure_conditions(wanted: LevelFilter) -> Iterator[ColumnElement[bool]]:
    """What a filter asks of the columns of a level itself."""
    for column, compare, value in (
        (Level.family, operator.eq, wanted.family),
        (Level.type, operator.eq, wanted.type),
        (Level.size, operator.eq, wanted.size),
        (Level.proven, operator.eq, wanted.proven),
        (Level.origin, operator.eq, wanted.origin),
        (Level.pieces, operator.ge, wanted.pieces_min),
        (Level.pieces, operator.le, wanted.pieces_max),
        (Level.depth, operator.ge, wanted.depth_min),
        (Level.depth, operator.le, wanted.depth_max),
        (Level.branching, operator.ge, wanted.branching_min),
        (Level.branching, operator.le, wanted.branching_max),
    ):
        if value is not None:
            yield compare(column, value)


def curated(wanted: LevelFilter) -> Iterator[Select[int]]:
    """The ids of the levels of which curators have said what a filter asks for, a query for each."""
    if wanted.state is not None:
        yield select(Curation.level_id).where(Curation.state == wanted.state)
    if wanted.rating_min is not None:
        yield select(Curation.level_id).where(Curation.rating >= wanted.rating_min)
    if wanted.tag is not None:
        yield select(Tag.level_id).where(Tag.tag == wanted.tag)
    if wanted.called is not None:
        yield called(wanted.called)


def called(words: str) -> Select[int]:
    """The ids of the levels whose name has these words, or whose title does, or whose number is this."""
    sought = " ".join(words.split())
    ways = [and_(_SOUGHT.title != "", _SOUGHT.title.icontains(sought, autoescape=True))]
    for pattern in patterns_of(sought):
        part = (
            _SOUGHT.code if pattern.begins else _SOUGHT.code.bitwise_rshift(pattern.shift).op("&")(2**pattern.bits - 1)
        )
        shift = pattern.shift if pattern.begins else 0
        ways.append(part.between(pattern.first << shift, (pattern.last + 1 << shift) - 1))
    if sought.isdecimal() and len(sought) < LONGEST_ID:
        ways.append(_SOUGHT.id == int(sought))
    return select(_SOUGHT.id).where(or_(*ways))


def met_by(session_id: int) -> ColumnElement[bool]:
    """That a session met a level."""
    return or_(Level.session_id == session_id, Level.id.in_(rediscovered_by(session_id)))


def rediscovered_by(session_id: int) -> Select[int]:
    """The ids of the levels that a session met after others."""
    return select(Rediscovery.level_id).where(Rediscovery.session_id == session_id)


def bounded(bound: Target) -> ColumnElement[bool]:
    """That a metric of a level keeps to a bound; every level's row is read for it."""
    relation: Callable[..., Any] = RELATIONS[bound.relation]
    figure = Level.metrics[bound.metric].as_float()
    kept: ColumnElement[bool] = relation(figure, bound.number)
    return kept


def ordering(order: str, objective: str | None) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """The columns of an order, of which the second decides between equals. Raises UnknownOrderError."""
    name = order_name(order)
    by_objective = name == "score" and objective is not None
    column, tie = (Score.score, Score.level_id) if by_objective else (order_column(name), Level.id)
    if order.startswith("-"):
        return column.desc().nulls_last(), tie.desc()
    return column.asc().nulls_last(), tie.asc()


def order_column(name: str) -> InstrumentedAttribute[Any]:
    """What an order of this name compares."""
    return Curation.rating if name == STARS else ORDERS[name]


def are_comparable(wanted: LevelFilter, order: str) -> bool:
    """Whether an order compares like with like, whatever families there are. Raises UnknownOrderError."""
    is_of_one = wanted.family is not None or wanted.session is not None
    return is_of_one or order_name(order) in OF_ALL_FAMILIES


def order_name(order: str) -> str:
    """What an order compares. Raises UnknownOrderError."""
    name = order.removeprefix("-")
    if name not in ORDER_NAMES:
        known = ", ".join(ORDER_NAMES)
        raise UnknownOrderError("levels have no order {name!r}; there are: {names}", name=name, names=known)
    return name
