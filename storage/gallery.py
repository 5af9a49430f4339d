"""Pages of levels for looking through very many of them: found by key, so that a page deep inside costs no more."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from sqlalchemy import Connection, func, select
from sqlalchemy.orm import InstrumentedAttribute

from storage.database import Database
from storage.errors import BadCursorError
from storage.level_filter import LevelFilter
from storage.level_scan import PATIENCE, Place, Walk, find_places
from storage.levels import among
from storage.queries import count_levels, require_session
from storage.summaries import LevelSummary, columns_of, with_scores
from storage.tables.curation import Curation, Tag
from storage.tables.levels import Level, Score


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place between two levels of an order: just behind, or before, the level with this value and id."""

    place: Place
    backward: bool = False

    def __str__(self) -> str:
        """A short string that needs no quoting in an address."""
        value = "none" if self.place.value is None else repr(self.place.value).replace("e+", "e")
        return f"{'before' if self.backward else 'after'}_{value}_{self.place.level_id}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The cursor of a string. Raises BadCursorError."""
        found = _CURSOR.fullmatch(text)
        if found is None:
            raise BadCursorError("this address is not a page of levels; start again from the first page")
        direction, value, level_id = found.groups()
        return cls(Place(None if value == "none" else float(value), int(level_id)), direction == "before")


_CURSOR = re.compile(r"(after|before)_(none|-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e-?[12]?[0-9]{1,2})?)_([0-9]{1,18})")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow(LevelSummary):
    """What a card of the gallery shows; `state` is None off the board."""

    state: str | None
    rating: int | None
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Some levels in an order, and where the pages beside them begin."""

    rows: Sequence[CardRow]
    next: Cursor | None
    previous: Cursor | None


def page(
    database: Database,
    wanted: LevelFilter,
    order: str,
    after: Cursor | None = None,
    limit: int = 50,
    patience: int = PATIENCE,
) -> Page:
    """A page of levels in an order of `best_levels`, behind or before a cursor, or the first one.

    `patience` is how many entries of an index are read before a better way is looked for, which changes no answer.
    Raises UnknownOrderError and UnknownSessionError.
    """
    backward = after is not None and after.backward
    walk = Walk(wanted, order, None if after is None else after.place, backward)
    with database.read() as connection:
        require_session(connection, wanted)
        places = find_places(connection, walk, limit + 1, patience)
        is_last, places = len(places) <= limit, places[:limit]
        found = _cards(connection, [place.level_id for place in places], wanted.objective)
    if backward:
        places.reverse()
    rows = [found[place.level_id] for place in places]
    following, preceding = _neighbours(places, after)
    return Page(rows, None if is_last and not backward else following, None if is_last and backward else preceding)


def beside(
    database: Database, wanted: LevelFilter, order: str, level_id: int, patience: int = PATIENCE
) -> tuple[int | None, int | None]:
    """The levels before and behind a level in an order; None where it is the first or last, or is not in it at all.

    Raises UnknownOrderError and UnknownSessionError.
    """
    walk = Walk(wanted, order)
    value, column = walk.columns
    place = select(value, column).where(column == level_id)
    if walk.aside is not None:
        place = place.where(walk.aside.condition)
    with database.read() as connection:
        require_session(connection, wanted)
        here = connection.execute(place).first()
        if here is None:
            return None, None
        start = Place(*here)
        ways = (Walk(wanted, order, start, backward=True), Walk(wanted, order, start))
        found = [find_places(connection, each, 1, patience) for each in ways]
    before, after = (places[0].level_id if places else None for places in found)
    return before, after


def types_in_use(database: Database, family: str | None = None) -> list[str]:
    """The types of stored levels, of one family or of all."""
    with database.read() as connection:
        types = _distinct(connection, Level.type)
        if family is None:
            return types
        of_family = (select(Level.id).where(Level.type == name, Level.family == family).limit(1) for name in types)
        return [name for name, query in zip(types, of_family, strict=True) if connection.execute(query).first()]


def families_in_use(database: Database) -> list[str]:
    """The families of stored levels."""
    with database.read() as connection:
        return _distinct(connection, Level.family)


def families_of(database: Database, wanted: LevelFilter, families: Sequence[str]) -> Sequence[str]:
    """Those of some families that have levels which a filter wants."""
    return [family for family in families if count_levels(database, replace(wanted, family=family))]


def objectives_in_use(database: Database) -> list[str]:
    """The objectives under which levels have scores."""
    with database.read() as connection:
        return _distinct(connection, Score.objective)


def _distinct(connection: Connection, column: InstrumentedAttribute[str]) -> list[str]:
    """The few values of a column that begins an index, each found by itself."""
    found: list[str] = []
    while value := connection.execute(select(func.min(column)).where(column > (found[-1] if found else ""))).scalar():
        found.append(value)
    return found


def cards(database: Database, level_ids: Sequence[int]) -> list[CardRow]:
    """What cards of these levels show, in this order; ids that no level has are left out."""
    with database.read() as connection:
        found = _cards(connection, level_ids, None)
    return [found[level_id] for level_id in level_ids if level_id in found]


def named(database: Database, level_ids: Iterable[int]) -> Mapping[int, CardRow]:
    """What cards of these levels show, by their ids; ids that no level has are left out."""
    return {row.id: row for row in cards(database, [*level_ids])}


def _neighbours(places: Sequence[Place], after: Cursor | None) -> tuple[Cursor | None, Cursor | None]:
    """Where the pages behind and before these levels begin; nothing comes before the very first page."""
    if after is None:
        return (Cursor(places[-1]) if places else None), None
    first, last = (places[0], places[-1]) if places else (after.place, after.place)
    return Cursor(last), Cursor(first, backward=True)


def _cards(connection: Connection, ids: Sequence[int], objective: str | None) -> Mapping[int, CardRow]:
    query = select(*_COLUMNS, Curation.state, Curation.rating).outerjoin(Curation, Curation.level_id == Level.id)
    query = with_scores(query, objective)
    tags = _tags(connection, ids)
    rows = connection.execute(query.where(among(Level.id, ids))).mappings()
    return {row["id"]: CardRow(**row, tags=tags.get(row["id"], ())) for row in rows}


def _tags(connection: Connection, ids: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    query = select(Tag.level_id, Tag.tag).where(among(Tag.level_id, ids)).order_by(Tag.level_id, Tag.tag)
    grouped = groupby(connection.execute(query), key=lambda row: row.level_id)
    return {level_id: tuple(row.tag for row in rows) for level_id, rows in grouped}


_COLUMNS = columns_of(CardRow)
