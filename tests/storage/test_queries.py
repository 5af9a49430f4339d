"""The levels that were asked for, in the order that was asked for."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import Description
from storage.database import Database
from storage.errors import UnknownLevelError, UnknownOrderError
from storage.level_filter import ORDERS, LevelFilter
from storage.levels import store_level
from storage.queries import LevelRow, best_levels, get_level, iter_levels, iter_texts
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from tests.storage.records import SETTINGS, candidate, full_generation, generation, level, unproven


@pytest.fixture(scope="module")
def stocked(tmp_path_factory: pytest.TempPathFactory):
    """Forty levels of two families, three types, many figures, some unproven, and a session of ten more."""
    folder = tmp_path_factory.mktemp("queries")
    with Database.create(f"sqlite:///{folder}/levels.db") as database:
        for n in range(40):
            make = unproven if n % 5 == 0 else level
            record = make(
                f"level {n}",
                depth=(n * 7) % 11,
                family="linjat" if n % 8 == 0 else "sokoban",
                description=Description("bel"[n % 3], size=2 + n % 4, pieces=(n * 5) % 17),
                metrics={
                    "moves": None if n % 6 == 0 else (n * 3) % 13,
                    "branching": (n % 7) / 2 if n % 4 else None,
                },
            )
            store_level(database, record, Origin.IMPORTED if n % 2 else Origin.GENERATED)
        session = start_session(database, replace(SETTINGS, objective="deep"))
        found = [candidate(slot, level(f"evolved {slot}", slot), score=slot / 2) for slot in range(10)]
        DatabaseRecorder(database, session).record(generation(1, found))
        yield database


def optional(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | values


filters = st.builds(
    LevelFilter,
    session=optional(st.just(1)),
    family=optional(st.sampled_from(["sokoban", "linjat", "watersort"])),
    type=optional(st.sampled_from("bel")),
    size=optional(st.integers(1, 6)),
    pieces_min=optional(st.integers(0, 17)),
    pieces_max=optional(st.integers(0, 17)),
    depth_min=optional(st.integers(0, 11)),
    depth_max=optional(st.integers(0, 11)),
    branching_min=optional(st.floats(0, 3)),
    branching_max=optional(st.floats(0, 3)),
    proven=optional(st.booleans()),
    objective=optional(st.just("deep")),
    origin=optional(st.sampled_from(Origin)),
)


def matches(row: LevelRow, wanted: LevelFilter) -> bool:
    """What a filter means, level by level."""
    equal = all(
        getattr(wanted, name) in (None, getattr(row, name))
        for name in ("session", "family", "type", "size", "proven", "objective", "origin")
    )
    return equal and all(
        (least is None and most is None)
        or (value is not None and (least is None or value >= least) and (most is None or value <= most))
        for value, least, most in (
            (row.pieces, wanted.pieces_min, wanted.pieces_max),
            (row.depth, wanted.depth_min, wanted.depth_max),
            (row.branching, wanted.branching_min, wanted.branching_max),
        )
    )


def ordered(rows: list[LevelRow], order: str) -> list[int]:
    """The ids in an order, where what is unknown comes last."""
    name = ORDERS[order.removeprefix("-")].key
    known = [row for row in rows if getattr(row, name) is not None]
    known.sort(key=lambda row: (getattr(row, name), row.id), reverse=order.startswith("-"))
    unknown = [row for row in rows if getattr(row, name) is None]
    unknown.sort(key=lambda row: row.id, reverse=order.startswith("-"))
    return [row.id for row in known + unknown]


@settings(deadline=None)
@given(
    wanted=filters,
    name=st.sampled_from(sorted(ORDERS)),
    down=st.booleans(),
    limit=optional(st.integers(0, 60)),
)
def test_best_levels_are_what_the_filter_and_the_order_say(stocked, wanted, name, down, limit) -> None:
    order = f"-{name}" if down else name
    everything = best_levels(stocked, limit=None)
    expected = ordered([row for row in everything if matches(row, wanted)], order)[:limit]
    assert [row.id for row in best_levels(stocked, wanted, order, limit)] == expected


@pytest.mark.parametrize("page", [1, 7, 5000])
def test_iter_texts_gives_the_text_of_every_level_of_a_family(stocked, page) -> None:
    rows = iter_levels(stocked, LevelFilter(family="linjat"))
    pages = list(iter_texts(stocked, "linjat", page))
    assert [found for texts in pages for found in texts] == [(row.id, row.text) for row in rows]
    assert all(0 < len(texts) <= page for texts in pages)
    assert list(iter_texts(stocked, "watersort", page)) == []


@settings(deadline=None)
@given(wanted=filters, page=st.integers(1, 60))
def test_iter_levels_gives_each_level_once_whatever_the_page(stocked, wanted, page) -> None:
    expected = best_levels(stocked, wanted, "id", None)
    assert list(iter_levels(stocked, wanted, page)) == expected


def test_the_default_is_the_ten_deepest(stocked) -> None:
    rows = best_levels(stocked)
    assert len(rows) == 10
    deepest_first = sorted((row.depth for row in iter_levels(stocked)), reverse=True)
    assert [row.depth for row in rows] == deepest_first[:10]


def test_a_level_fetched_alone_is_the_same(stocked) -> None:
    rows = best_levels(stocked, limit=None)
    assert [get_level(stocked, row.id) for row in rows] == rows


def test_an_unknown_order_is_refused_with_those_there_are(stocked) -> None:
    with pytest.raises(UnknownOrderError, match="no order 'beauty'; there are: depth, score"):
        best_levels(stocked, order="-beauty")


def test_an_unknown_level_is_said_to_be_unknown(stocked) -> None:
    with pytest.raises(UnknownLevelError, match="no level 999; cenote best lists levels"):
        get_level(stocked, 999)


def test_a_level_may_change_the_database_while_levels_are_iterated(database: Database) -> None:
    """Verify and rescore write while they read; no open transaction may stand in their way."""
    for n in range(10):
        store_level(database, level(f"level {n}"), Origin.GENERATED)
    for row in iter_levels(database, page=3):
        if row.identity.startswith("level"):
            store_level(database, level(f"more {row.id}"), Origin.GENERATED)
    assert len(best_levels(database, limit=None)) == 20


def test_parents_of_many_levels_take_no_more_queries_than_of_one(database: Database) -> None:
    session = start_session(database, SETTINGS)
    recorder = DatabaseRecorder(database, session)
    for number in (1, 2, 3):
        recorder.record(full_generation(session, number))
    statements: list[str] = []
    with database.read() as connection:
        connection.connection.driver_connection.set_trace_callback(statements.append)
    rows = best_levels(database, order="id", limit=None)
    assert sum(statement.startswith("SELECT") for statement in statements) == 2
    assert [row.parents for row in rows] == [()] * 16 + [(parent,) for parent in range(1, 33)]


def test_level_rows_have_what_programs_are_told_of_levels() -> None:
    documented = (
        "id, session, family, type, size, pieces, depth, lower_bound, upper_bound, proven, moves, branching, "
        "score, objective, text, solution, metrics, genome, parents"
    )
    assert set(documented.split(", ")) <= {field.name for field in fields(LevelRow)}
