"""Finds the ids of a page of levels in indexes alone, however many levels there are and whatever is asked of them.

SQLite knows nothing of how figures are spread and hang together, so the way is chosen here. The index of the order
is walked for a while, which fills the page where many levels match. Where it does not, a sample of all levels shows
by which of the conditions the fewest levels are left to sort.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    UnaryExpression,
    and_,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.sql.operators import custom_op

from storage.levels import among
from storage.models import Level, Score
from storage.queries import (
    ORDERS,
    LevelFilter,
    Query,
    curated,
    figure_conditions,
    met_by,
    order_name,
    rediscovered_by,
)

PATIENCE = 20_000
"""Entries of the order's index that are walked before other ways are weighed: some milliseconds."""
SAMPLE = 1000
"""Levels, evenly spread over all ids, that show how frequent what is wanted is."""
LOOKUP = 6.0
"""How much longer it takes to look up the figures of a level by its id than to meet them in an index."""
SQLITE = "sqlite"
BY_SCORE = "INDEXED BY ix_scores_objective_score"

Condition = ColumnElement[bool]


class Place(NamedTuple):
    """Where a level stands in an order: what the order compares, and the id."""

    value: float | None
    level_id: int


class Way(NamedTuple):
    """A way to all levels that meet one condition: indexes with what is asked of each, and the cost of a level."""

    condition: Condition
    sources: Sequence[tuple[str, Condition]]
    cost: float


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk through the wanted levels in an order, from a place on or from the beginning, forward or backward."""

    wanted: LevelFilter
    order: str
    start: Place | None = None
    backward: bool = False

    @property
    def name(self) -> str:
        return order_name(self.order)

    @property
    def ascending(self) -> bool:
        return self.order.startswith("-") == self.backward

    @property
    def by_objective(self) -> bool:
        return self.name == "score" and self.wanted.objective is not None

    @property
    def value(self) -> ColumnElement[Any]:
        """What the order compares."""
        return Score.score.expression if self.by_objective else ORDERS[self.name].expression


def find_places(connection: Connection, walk: Walk, limit: int, patience: int = PATIENCE) -> list[Place]:
    """The first levels of a walk."""
    found = _walked(connection, walk, limit, patience if _conditions(walk.wanted) else None)
    if found is not None:
        return found
    way = _cheapest(connection, walk)
    if way is None:
        return _walked(connection, walk, limit, None) or []
    return _gathered(connection, walk, way, limit)


def _walked(connection: Connection, walk: Walk, limit: int, patience: int | None) -> list[Place] | None:
    """The first levels by the index of the order, or None where so many entries of it were not enough."""
    found: list[Place] = []
    for section in _sections(walk):
        end = None if patience is None else _entry_after(connection, walk, section, patience)
        query = _in_order(walk, _by_order(walk).where(section, *_conditions(walk.wanted)))
        within = query if end is None else query.where(_not_beyond(walk, end))
        found += _places(connection, within.limit(limit - len(found)))
        if len(found) == limit:
            break
        if end is not None:
            return None
    return found


def _sections(walk: Walk) -> Iterator[Condition]:
    """What the walk comes through: levels that have a value in the order, and behind them those without."""
    start, value = walk.start, walk.value
    known, unknown = value.is_not(None), value.is_(None)
    if start is not None and start.value is None:
        unknown = and_(unknown, _beyond_id(walk, start))
    elif start is not None:
        known = and_(known, _beyond(walk, start))
    has_unknown = not walk.by_objective and Level.__table__.c[walk.name].nullable
    passes = (start is None or (start.value is None) == walk.backward, has_unknown)
    if walk.backward:
        if has_unknown and (start is None or start.value is None):
            yield unknown
        yield known
    else:
        if start is None or start.value is not None:
            yield known
        if has_unknown:
            yield unknown
