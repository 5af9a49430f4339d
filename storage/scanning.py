"""Finds the ids of a page of levels in indexes alone, however many levels there are and whatever is asked of them.

SQLite knows little of how figures are spread and nothing of how they hang together, so the way is chosen here. First
the index of the order is walked for a while, which fills the page where many levels match. Where it does not, a
sample of all levels shows by which of the conditions the fewest levels are left to sort.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Select,
    UnaryExpression,
    and_,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.operators import custom_op

from storage.levels import among
from storage.models import Level, Score
from storage.queries import (
    EVERY_LEVEL,
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
LOOKUP = 6
"""How many entries of an index are read in the time that it takes to look up the figures of a level by its id."""

Condition = ColumnElement[bool]


class Place(NamedTuple):
    """Where a level stands in an order: what the order compares, and the id."""

    value: float | None
    level_id: int


class Source(NamedTuple):
    """A covering index of levels by its name, and what picks entries of it."""

    name: str
    condition: Condition


class Way(NamedTuple):
    """Something that is asked of levels, and sources of all levels that meet it, none of them twice."""

    condition: Condition
    sources: Sequence[Source]
    cost: int = 1


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk through the wanted levels in an order, from behind a place or the beginning; or backward from the end."""

    wanted: LevelFilter
    order: str
    start: Place | None = None
    backward: bool = False

    @property
    def name(self) -> str:
        """What the order compares. Raises UnknownOrderError."""
        return order_name(self.order)

    @property
    def ascending(self) -> bool:
        """Whether values rise on the way."""
        return self.order.startswith("-") == self.backward

    @property
    def by_objective(self) -> bool:
        """Whether the order compares scores that are not the levels' own."""
        return self.name == "score" and self.wanted.objective is not None

    @property
    def columns(self) -> tuple[InstrumentedAttribute[Any], InstrumentedAttribute[Any]]:
        """What the order compares, and of equals the id."""
        return (Score.score, Score.level_id) if self.by_objective else (ORDERS[self.name], Level.id)

    def rank(self, place: Place) -> tuple[bool, float, int]:
        """Less for what the walk meets sooner."""
        sign = 1 if self.ascending else -1
        return (place.value is None) != self.backward, sign * (place.value or 0), sign * place.level_id


def find_places(connection: Connection, walk: Walk, limit: int, patience: int = PATIENCE) -> list[Place]:
    """The first levels that a walk meets. Raises UnknownOrderError."""
    ways, scored = list(_ways(walk.wanted)), list(_ways_to_scored(walk.wanted))
    # an order by an objective comes from the scores under it, so that nobody has to ask for these again
    conditions = [way.condition for way in (ways if walk.by_objective else ways + scored)]
    found = _walked(connection, walk, conditions, limit, patience if conditions else None)
    if found is not None:
        return found
    way = _cheapest(connection, walk, ways + scored)
    if way is None:
        return _walked(connection, walk, conditions, limit, None) or []
    return _gathered(connection, walk, way, [each for each in conditions if each is not way.condition], limit)


def _ways(wanted: LevelFilter) -> Iterator[Way]:
    """Everything that is asked for, one way for each."""
    kind = ("type", "size") if wanted.type is not None else ("type",)
    for index, names in (
        ("kind", kind),
        ("boxes", ("boxes_min", "boxes_max")),
        ("depth", ("depth_min", "depth_max")),
        ("branching", ("branching_min", "branching_max")),
    ):
        for condition in _asked(wanted, names):
            yield Way(condition, [Source(f"by_{index}", condition)])
    for name in ("family", "size", "proven", "origin"):
        if name not in kind:
            for condition in _asked(wanted, (name,)):
                picked = select(Level.id).with_hint(Level, _hint(name), _SQLITE).where(condition).correlate(None)
                yield Way(condition, [Source("by_id", Level.id.in_(picked))], LOOKUP)
    yield from map(_way_to, curated(wanted))
    if wanted.session is not None:
        yield _way_to_session(wanted.session)


def _asked(wanted: LevelFilter, names: Sequence[str]) -> Iterator[Condition]:
    """What is asked by some of the fields, as one condition, if anything is."""
    conditions = list(figure_conditions(replace(EVERY_LEVEL, **{name: getattr(wanted, name) for name in names})))
    if conditions:
        yield and_(*conditions)


def _ways_to_scored(wanted: LevelFilter) -> Iterator[Way]:
    if wanted.objective is not None:
        yield _way_to(select(Score.level_id).where(Score.objective == wanted.objective))


def _way_to(ids: Select[int]) -> Way:
    """The way to levels of these ids; whether a level is one of them is looked up, for they may be many."""
    (column,) = ids.selected_columns
    is_among = ids.where(column == Level.id).correlate(Level).exists()
    return Way(is_among, [Source("by_id", Level.id.in_(ids))], LOOKUP)


def _way_to_session(session_id: int) -> Way:
    found_first = Level.session_id == session_id
    found_again = and_(Level.id.in_(rediscovered_by(session_id)), Level.session_id.is_distinct_from(session_id))
    return Way(met_by(session_id), [Source("by_session", found_first), Source("by_id", found_again)])


def _walked(
    connection: Connection, walk: Walk, conditions: Sequence[Condition], limit: int, patience: int | None
) -> list[Place] | None:
    """The first levels in the index of the order, or None where so many of its entries were not enough."""
    found: list[Place] = []
    for section in _sections(walk):
        end = None if patience is None else _entry_after(connection, walk, section, patience)
        query = _in_order(walk, _entries_with_figures(walk).where(section, *conditions))
        if end is not None:
            query = query.where(_compared(walk, end, before=True))
        found += _places(connection, query.limit(limit - len(found)))
        if len(found) == limit:
            return found
        if end is not None:
            return None
    return found


def _sections(walk: Walk) -> list[Condition]:
    """The parts of an order that are left to walk through: levels that have a value in it, and those that have none."""
    value, _ = walk.columns
    known, unknown = value.is_not(None), value.is_(None)
    sections: list[Condition] = [unknown, known] if walk.backward else [known, unknown]
    if walk.start is not None:
        passed = (walk.start.value is None) != walk.backward
        sections = sections[passed:]
        sections[0] = and_(sections[0], _compared(walk, walk.start))
    return sections


def _compared(walk: Walk, place: Place, *, before: bool = False) -> Condition:
    """That a level, in the same section as a place, comes behind it, or before it."""
    value, level_id = walk.columns
    rises = walk.ascending != before
    if place.value is None:
        return level_id > place.level_id if rises else level_id < place.level_id
    here, there = tuple_(value, level_id), tuple_(literal(place.value, Float), literal(place.level_id))
    return here > there if rises else here < there


def _entries(walk: Walk) -> Query:
    """The index of the order."""
    value, level_id = walk.columns
    entries = select(value.label("value"), level_id.label("level_id"))
    if walk.by_objective:
        scored = Score.objective == walk.wanted.objective
        return entries.with_hint(Score, "INDEXED BY ix_scores_objective_score", _SQLITE).where(scored)
    return entries.with_hint(Level, _hint(f"by_{walk.name}"), _SQLITE)


def _entries_with_figures(walk: Walk) -> Query:
    if walk.by_objective:
        return _entries(walk).join(Level, Level.id == Score.level_id).with_hint(Level, _hint("by_id"), _SQLITE)
    return _entries(walk)


def _entry_after(connection: Connection, walk: Walk, section: Condition, patience: int) -> Place | None:
    """The entry of the order's index so far behind the beginning of a section, or None where that has fewer."""
    entries = patience // LOOKUP if walk.by_objective else patience
    return next(
        iter(_places(connection, _in_order(walk, _entries(walk).where(section)).offset(entries).limit(1))), None
    )


def _cheapest(connection: Connection, walk: Walk, ways: Sequence[Way]) -> Way | None:
    """The way by which the fewest levels have to be looked at, or None for the index of the order.

    What no level of the sample meets is rare, whatever it is.
    """
    last = connection.execute(select(func.max(Level.id))).scalar_one()
    ids = among(Level.id, range(1, last + 1, max(1, last // SAMPLE)))
    met = select(*(func.sum(way.condition) for way in ways)).with_hint(Level, _hint("by_id"), _SQLITE).where(ids)
    counts = connection.execute(met).one()
    costs = [(count or 0.5) * way.cost for count, way in zip(counts, ways, strict=True)]
    best = min(range(len(ways)), key=costs.__getitem__)
    return None if costs[best] > SAMPLE * (LOOKUP if walk.by_objective else 1) else ways[best]


def _gathered(connection: Connection, walk: Walk, way: Way, others: Sequence[Condition], limit: int) -> list[Place]:
    """The first levels of all those to which a way leads."""
    found: list[Place] = []
    for source in way.sources:
        query = _figures(walk).with_hint(Level, _hint(source.name), _SQLITE)
        query = query.where(source.condition, or_(*_sections(walk)), *others)
        value, _ = walk.columns
        unknown = value.is_(None)
        query = _in_order(walk, query.order_by(unknown.desc() if walk.backward else unknown))
        found += _places(connection, query.limit(limit))
    return sorted(found, key=walk.rank)[:limit]


def _figures(walk: Walk) -> Query:
    value, level_id = walk.columns
    figures = select(value.label("value"), level_id.label("level_id"))
    if not walk.by_objective:
        return figures
    scored = and_(Score.level_id == Level.id, _unindexed(Score.objective) == walk.wanted.objective)
    return figures.select_from(Level).join(Score, scored)


def _in_order(walk: Walk, query: Query) -> Query:
    return query.order_by(*(column.asc() if walk.ascending else column.desc() for column in walk.columns))


def _unindexed(column: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    """A column as SQLite's unary plus leaves it: without its indexes."""
    return UnaryExpression(column.expression, operator=custom_op("+"), type_=column.type)


def _places(connection: Connection, query: Query) -> list[Place]:
    return [Place(*row) for row in connection.execute(query)]


def _hint(index: str) -> str:
    return f"INDEXED BY ix_levels_{index}"


_SQLITE = "sqlite"
