"""Finds the ids of a page of levels in indexes alone, however many levels there are and whatever is asked of them.

SQLite knows little of how figures are spread and nothing of how they hang together, so the way is chosen here. First
the index of the order is walked for a while, which fills the page where many levels match. Where it does not, a
sample of all levels shows whether to walk on or by which of the conditions the fewest levels are left to sort.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
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
    true,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.operators import custom_op

from optimiser.recorder import PIECES_KEY
from storage.level_filter import (
    EVERY_LEVEL,
    ORDERS,
    RATING,
    STARS,
    LevelFilter,
    curated,
    figure_conditions,
    met_by,
    order_name,
    rediscovered_by,
)
from storage.levels import among
from storage.queries import Query
from storage.tables.curation import Curation
from storage.tables.levels import Level, Score
from storage.tables.ratings import LevelRating

PATIENCE = 10_000
"""Entries of the order's index that are walked before other ways are weighed: some milliseconds."""
SAMPLE = 1000
"""Levels, evenly spread over all ids, that show how frequent what is wanted is, and where in the order it begins."""
LOOKUP = 5
"""How many entries of an index are read in the time that it takes to look a level up in another one."""
SET = 12
"""How many entries of an index are read in the time that it takes to put an id into a set and find its level."""

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
    """Something that is asked of levels, and sources of all levels that meet it, none of them twice.

    `cost` is that of a level from these sources, `test` that of asking it of a level from elsewhere.
    """

    condition: Condition
    sources: Sequence[Source]
    cost: int = 1
    test: int = 0


class Aside(NamedTuple):
    """An order by what another table says of levels, of which some have nothing there: its index, and its rows."""

    by: str
    value: InstrumentedAttribute[Any]
    level_id: InstrumentedAttribute[Any]
    condition: Condition
    joined: Condition


class Section(NamedTuple):
    """A part of an order, and whether all its levels have the same value, so that it is one of ids."""

    condition: Condition
    is_tie: bool


class Sampled(NamedTuple):
    """A level of the sample, where it stands in the order, and for each way whether that leads to it."""

    place: Place
    met: Sequence[bool]


class Plan(NamedTuple):
    """How to go on: by a way, or by the index of the order; `end` is behind enough of the wanted levels, if known."""

    way: Way | None
    end: Place | None


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
    def aside(self) -> Aside | None:
        """Where the order compares what is not the levels' own: scores under an objective, or ratings."""
        if self.name == RATING:
            return Aside("rating_level_id", LevelRating.rating, LevelRating.level_id, true(), true())
        if self.name == "score" and self.wanted.objective is not None:
            wanted = Score.objective == self.wanted.objective
            joined = _unindexed(Score.objective) == self.wanted.objective
            return Aside("objective_score", Score.score, Score.level_id, wanted, joined)
        return None

    @property
    def has_unknown(self) -> bool:
        """Whether levels may lack what the order compares and have a place all the same."""
        return self.aside is None and self.name != STARS and Level.__table__.c[self.name].nullable

    @property
    def columns(self) -> tuple[InstrumentedAttribute[Any], InstrumentedAttribute[Any]]:
        """What the order compares, and of equals the id."""
        if self.name == STARS:
            return Curation.rating, Curation.level_id
        return (ORDERS[self.name], Level.id) if self.aside is None else (self.aside.value, self.aside.level_id)

    def rank(self, place: Place) -> tuple[bool, float, int]:
        """Less for what the walk meets sooner."""
        sign = 1 if self.ascending else -1
        return (place.value is None) != self.backward, sign * (place.value or 0), sign * place.level_id


def find_places(connection: Connection, walk: Walk, limit: int, patience: int = PATIENCE) -> list[Place]:
    """The first levels that a walk meets. Raises UnknownOrderError."""
    ways, scored = list(_ways(walk.wanted)), list(_ways_to_scored(walk.wanted))
    # an order by an objective comes from the scores under it, so that nobody has to ask for these again
    tested = ways if walk.aside is not None and walk.name == "score" else ways + scored
    if walk.name == STARS:
        return _starred(connection, walk, [way.condition for way in tested], limit)
    found = _walked(connection, walk, [way.condition for way in tested], limit, patience if tested else None)
    if found is not None:
        return found
    sample = _sample(connection, walk, ways + scored)
    plan = _plan(walk, ways + scored, sum(way.test for way in tested), sample, limit)
    others = [way.condition for way in tested if way is not plan.way]
    if plan.way is None:
        return _walked(connection, walk, others, limit, None) or []
    return _gathered(connection, walk, plan, others, limit)


def _starred(connection: Connection, walk: Walk, conditions: Sequence[Condition], limit: int) -> list[Place]:
    """The first levels by their stars, of which curators give so few that all of them are looked at."""
    known = select(Curation.rating.label("value"), Curation.level_id).where(Curation.rating.is_not(None))
    if walk.start is not None:
        here = tuple_(Curation.rating, Curation.level_id)
        there = tuple_(literal(walk.start.value, Float), literal(walk.start.level_id))
        known = known.where(here > there if walk.ascending else here < there)
    places = sorted(_places(connection, known), key=walk.rank)
    listed = among(Level.id, [place.level_id for place in places])
    wanted = set(connection.execute(select(Level.id).where(listed, *conditions)).scalars())
    return [place for place in places if place.level_id in wanted][:limit]


def _ways(wanted: LevelFilter) -> Iterator[Way]:
    """Everything that is asked for, one way for each."""
    for index, names in {
        "kind": ("type", "size") if wanted.type is not None else ("type",),
        "size": () if wanted.type is not None else ("size",),
        "family": ("family",),
        "proven": ("proven",),
        "origin": ("origin",),
        PIECES_KEY: ("pieces_min", "pieces_max"),
        "depth": ("depth_min", "depth_max"),
        "branching": ("branching_min", "branching_max"),
    }.items():
        asked = replace(EVERY_LEVEL, **{name: getattr(wanted, name) for name in names})
        if asked != EVERY_LEVEL:
            condition = and_(*figure_conditions(asked))
            yield Way(condition, [Source(f"by_{index}", condition)])
    yield from map(_way_to, curated(wanted))
    if wanted.session is not None:
        yield _way_to_session(wanted.session)


def _ways_to_scored(wanted: LevelFilter) -> Iterator[Way]:
    if wanted.objective is not None:
        yield _way_to(select(Score.level_id).where(Score.objective == wanted.objective))


def _way_to(ids: Select[int]) -> Way:
    """The way to levels of these ids; whether a level is one of them is looked up, for they may be many."""
    (column,) = ids.selected_columns
    is_among = ids.where(column == Level.id).correlate(Level).exists()
    return Way(is_among, [Source("by_id", Level.id.in_(ids))], SET, LOOKUP)


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
        for part in _parts(walk, section, end):
            query = _in_order(walk, _entries_with_figures(walk).where(part, *conditions))
            found += _places(connection, query.limit(limit - len(found)))
            if len(found) == limit:
                return found
        if end is not None:
            return None
    return found


def _sections(walk: Walk) -> list[Section]:
    """The parts of an order that are left to walk through: levels that have a value in it, and those that have none."""
    value, _ = walk.columns
    known, unknown = Section(value.is_not(None), is_tie=walk.name == "id"), Section(value.is_(None), is_tie=True)
    sections = [known, unknown] if walk.has_unknown else [known]
    if walk.backward:
        sections.reverse()
    if walk.start is None:
        return sections
    if walk.has_unknown and (walk.start.value is None) != walk.backward:
        del sections[0]
    first, *rest = sections
    behind = _behind(walk, walk.start.level_id)
    if first.is_tie:
        return [Section(and_(first.condition, behind), is_tie=True), *rest]
    there = literal(walk.start.value, Float)
    further = value > there if walk.ascending else value < there
    # SQLite does not seek the id in an index by a comparison of pairs, so that equals are a section of their own
    return [Section(and_(value == there, behind), is_tie=True), Section(further, is_tie=False), *rest]


def _parts(walk: Walk, section: Section, end: Place | None) -> Iterator[Condition]:
    """A section up to its entry `end`, in parts that SQLite can seek."""
    if end is None:
        yield section.condition
        return
    _, level_id = walk.columns
    within = level_id <= end.level_id if walk.ascending else level_id >= end.level_id
    if section.is_tie:
        yield and_(section.condition, within)
        return
    value, there = walk.columns[0], literal(end.value, Float)
    yield and_(section.condition, value < there if walk.ascending else value > there)
    yield and_(value == there, within)


def _behind(walk: Walk, level_id: int) -> Condition:
    _, column = walk.columns
    return column > level_id if walk.ascending else column < level_id


def _entries(walk: Walk) -> Query:
    """The index of the order."""
    value, level_id = walk.columns
    entries = select(value.label("value"), level_id.label("level_id"))
    if walk.aside is not None:
        table = walk.aside.value.class_
        index = f"INDEXED BY ix_{table.__tablename__}_{walk.aside.by}"
        return entries.with_hint(table, index, _SQLITE).where(walk.aside.condition)
    return entries.with_hint(Level, _hint(f"by_{walk.name}"), _SQLITE)


def _entries_with_figures(walk: Walk) -> Query:
    if walk.aside is not None:
        return _entries(walk).join(Level, Level.id == walk.aside.level_id).with_hint(Level, _hint("by_id"), _SQLITE)
    return _entries(walk)


def _entry_after(connection: Connection, walk: Walk, section: Section, patience: int) -> Place | None:
    """The entry of the order's index so far behind the beginning of a section, or None where that has fewer."""
    entries = patience if walk.aside is None else patience // LOOKUP
    query = _in_order(walk, _entries(walk).where(section.condition)).offset(entries)
    return next(iter(_places(connection, query.limit(1))), None)


def _sample(connection: Connection, walk: Walk, ways: Sequence[Way]) -> list[Sampled]:
    last = connection.execute(select(func.max(Level.id))).scalar_one()
    ids = among(Level.id, range(1, last + 1, max(1, last // SAMPLE)))
    query = _with_value(walk, (Level.id, *(way.condition for way in ways)), all_levels=True)
    rows = connection.execute(query.with_hint(Level, _hint("by_id"), _SQLITE).where(ids))
    return [Sampled(Place(value, level_id), [bool(each) for each in met]) for value, level_id, *met in rows]


def _plan(walk: Walk, ways: Sequence[Way], tests: int, sample: Sequence[Sampled], limit: int) -> Plan:
    """What costs least by the sample, where what it does not meet is rare; `tests` is the cost of asking everything."""
    ahead = sorted(
        ((walk.rank(found.place), found) for found in sample if walk.aside is None or found.place.value is not None),
        key=itemgetter(0),
    )
    if walk.start is not None:
        ahead = ahead[bisect_right(ahead, walk.rank(walk.start), key=itemgetter(0)) :]
    matches = [at for at, (_, found) in enumerate(ahead) if all(found.met)]
    end = ahead[matches[limit - 1]][1].place if len(matches) >= limit else None
    entries = matches[0] + 1 if matches else len(ahead)
    costs: list[tuple[float, Way | None]] = [(entries * (1 + tests + LOOKUP * (walk.aside is not None)), None)]
    for at, way in enumerate(ways):
        levels = sum(found.met[at] for found in sample) or 0.5
        costs.append((levels * (way.cost + tests - way.test), way))
    _, cheapest = min(costs, key=itemgetter(0))
    return Plan(cheapest, end)


def _gathered(connection: Connection, walk: Walk, plan: Plan, others: Sequence[Condition], limit: int) -> list[Place]:
    """The first levels of all those to which a way leads."""
    assert plan.way is not None
    found: list[Place] = []
    for name, condition in plan.way.sources:
        query = _with_value(walk, walk.columns[1:]).with_hint(Level, _hint(name), _SQLITE).where(condition)
        if walk.start is not None:
            query = query.where(or_(*(section.condition for section in _sections(walk))))
        # SQLite asks in this order, and the others may have to look something up
        query = query.where(*_up_to(walk, plan.end), *others)
        if walk.has_unknown:
            unknown = walk.columns[0].is_(None)
            query = query.order_by(unknown.desc() if walk.backward else unknown)
        found += _places(connection, _in_order(walk, query).limit(limit))
    return sorted(found, key=walk.rank)[:limit]


def _up_to(walk: Walk, end: Place | None) -> Iterator[Condition]:
    """That a level comes no later than this one, which spares sorting the others."""
    if end is None or end.value is None:
        return
    here, there = tuple_(*walk.columns), tuple_(literal(end.value, Float), literal(end.level_id))
    within = here <= there if walk.ascending else here >= there
    yield or_(walk.columns[0].is_(None), within) if walk.backward else within


def _with_value(walk: Walk, columns: Sequence[Any], *, all_levels: bool = False) -> Query:
    """What the order compares, beside other columns of levels; of all levels, or of those that have a place there."""
    figures = select(walk.columns[0].label("value"), *columns).select_from(Level)
    if walk.aside is None:
        return figures
    joined = and_(walk.aside.level_id == Level.id, walk.aside.joined)
    return figures.join(walk.aside.value.class_, joined, isouter=all_levels)


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
