"""Pages of levels are together the list that was asked for, whichever way they are found and walked."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import Description
from storage.database import Database
from storage.errors import BadCursorError, UnknownOrderError, UnknownSessionError
from storage.gallery import Cursor, Page, page
from storage.level_filter import ORDER_NAMES, ORDERS, LevelFilter
from storage.level_scan import Place
from storage.levels import store_level, store_scores
from storage.queries import best_levels, count_levels
from storage.recorder import DatabaseRecorder, start_session
from storage.tables.base import Origin
from storage.tables.curation import Curation, Tag
from storage.tables.ratings import LevelRating
from tests.storage.records import SETTINGS, candidate, generation, level, unproven

PATIENCE = (1, 7, 20_000)
"""So that pages are found by the index of the order, by its end, and by other ways."""


def fill(database: Database) -> None:
    """Sixty levels of two families, many with equal figures or none, two sessions, curated here and there."""
    for n in range(40):
        make = unproven if n % 5 == 0 else level
        record = make(
            f"level {n}",
            depth=(n * 7) % 11,
            family="linjat" if n % 8 == 0 else "sokoban",
            description=Description("bel"[n % 3], size=2 + n % 4, pieces=(n * 5) % 17),
            metrics={
                "moves": None if n % 6 == 0 else (n * 3) % 13,
                "branching": (n % 7) / 3 if n % 4 else None,
            },
        )
        store_level(database, record, Origin.IMPORTED if n % 2 else Origin.GENERATED)
    for first in (0, 5):
        recorder = DatabaseRecorder(database, start_session(database, SETTINGS))
        met = [candidate(slot, level(f"evolved {slot}", slot % 4), score=slot / 3) for slot in range(first, first + 15)]
        recorder.record(generation(1, met))
    store_scores(database, "wide", {n: (n * 5) % 9 / 7 for n in range(3, 50)})
    states = ("candidate", "approved", "rejected")
    with database.begin() as connection:
        rows = [
            {"level_id": n, "state": states[n % 3], "rating": n % 6 or None, "note": "", "changed_at": ""}
            for n in range(2, 60, 3)
        ]
        connection.execute(Curation.__table__.insert(), rows)
        before = {f"{name}{when}": 1.0 for name in ("deviation", "volatility") for when in ("", "_before")}
        rated = {"plays": 1, "period": "", "rating_before": 1.0, **before}
        connection.execute(
            LevelRating.__table__.insert(),
            [{"level_id": n, "rating": 1400 + n * 11 % 7 / 3, **rated} for n in range(4, 55)],
        )
        connection.execute(Tag.__table__.insert(), [{"level_id": n, "tag": "dense"} for n in range(1, 60, 4)])


@pytest.fixture(scope="module")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with Database.create(f"sqlite:///{tmp_path_factory.mktemp('gallery')}/levels.db") as database:
        fill(database)
        yield database


def optional(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | values


filters = st.builds(
    LevelFilter,
    session=optional(st.sampled_from([1, 2])),
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
    objective=optional(st.sampled_from(["deep", "wide", "none"])),
    origin=optional(st.sampled_from(Origin)),
    state=optional(st.sampled_from(["candidate", "approved", "published"])),
    tag=optional(st.sampled_from(["dense", "open"])),
    rating_min=optional(st.integers(1, 5)),
    called=optional(st.sampled_from(["a", "grotto", "7", "smooth fossil"])),
) | st.builds(LevelFilter, objective=optional(st.just("wide")), proven=optional(st.booleans()))
orders = st.sampled_from([sign + name for name in ORDER_NAMES for sign in ("", "-")])


def followed(database: Database, first: Page, step: str, **asked: object) -> list[Page]:
    """A page and all that are reached from it by its next or previous cursor, handed on as text."""
    pages = [first]
    while (cursor := getattr(pages[-1], step)) is not None:
        pages.append(page(database, after=Cursor.parse(str(cursor)), **asked))
    return pages


def ids(pages: list[Page]) -> list[int]:
    return [row.id for each in pages for row in each.rows]


@settings(deadline=None, max_examples=30)
@given(wanted=filters, order=orders, limit=st.integers(4, 25), patience=st.sampled_from(PATIENCE))
def test_all_pages_forward_and_backward_are_the_list_of_best_levels(stocked, wanted, order, limit, patience) -> None:
    expected = best_levels(stocked, wanted, order, limit=None)
    asked = {"wanted": wanted, "order": order, "limit": limit, "patience": patience}
    forward = followed(stocked, page(stocked, **asked), "next", **asked)
    assert ids(forward) == [row.id for row in expected]
    assert count_levels(stocked, wanted, order) == len(expected)
    assert forward[0].previous is None
    assert all(len(each.rows) == limit for each in forward[:-1])
    backward = followed(stocked, forward[-1], "previous", **asked)
    assert ids(backward[::-1]) == [row.id for row in expected]
    shown = [(row.score, row.objective) for each in forward for row in each.rows]
    assert shown == [(row.score, row.objective) for row in expected]


def test_levels_that_come_meanwhile_shift_no_page(database: Database) -> None:
    fill(database)
    before = ids([page(database, LevelFilter(), "-depth", limit=1000)])
    pages = [page(database, LevelFilter(), "-depth", limit=7)]
    while (cursor := pages[-1].next) is not None:
        store_level(database, level(f"new {len(pages)}", depth=len(pages)), Origin.IMPORTED)
        pages.append(page(database, LevelFilter(), "-depth", cursor, limit=7))
    assert len(set(ids(pages))) == len(ids(pages))
    assert [level_id for level_id in ids(pages) if level_id <= len(before)] == before


def test_cards_show_what_the_level_and_the_curators_say(stocked: Database) -> None:
    found = {row.id: row for row in page(stocked, LevelFilter(), "id", limit=100).rows}
    (expected,) = best_levels(stocked, LevelFilter(), "id", 1)
    card = found[expected.id]
    assert {name: getattr(card, name) for name in ("type", "size", "pieces", "depth", "proven", "origin")} == {
        name: getattr(expected, name) for name in ("type", "size", "pieces", "depth", "proven", "origin")
    }
    assert (found[5].state, found[5].rating, found[5].tags) == ("rejected", 5, ("dense",))
    assert (found[3].state, found[3].rating, found[3].tags) == (None, None, ())


@pytest.mark.parametrize("order", [sign + name for name in ORDERS for sign in ("", "-")])
def test_a_page_is_found_in_indexes_alone(stocked: Database, order: str) -> None:
    """However a page is found, the long rows are only touched for what it shows."""
    statements: list[str] = []
    wanted = LevelFilter(type="b", proven=True, session=1, tag="dense", objective="wide", depth_max=100)
    with stocked.read() as connection:
        connection.connection.driver_connection.set_trace_callback(statements.append)
    for patience in PATIENCE:
        page(stocked, wanted, order, Cursor(Place(1.0, 30)), 3, patience)
    queries = [each for each in statements if each.startswith("SELECT") and "levels.title" not in each]
    with stocked.read() as connection:
        connection.connection.driver_connection.set_trace_callback(None)
        plans = [row[3] for query in queries for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]
    used = [plan for plan in plans if plan.startswith(("SEARCH levels", "SCAN levels"))]
    assert used
    assert all("USING COVERING INDEX" in plan for plan in used)


@pytest.mark.parametrize("value", [None, 0, 7, -3, 0.1, 1 / 3, -2.5e-7, 1e22, 2**53, 123456789.125])
@pytest.mark.parametrize("backward", [False, True])
def test_cursors_are_short_words_that_mean_the_same_place(value: float | None, backward: bool) -> None:
    cursor = Cursor(Place(value, 1_000_000), backward)
    assert Cursor.parse(str(cursor)) == cursor
    assert len(str(cursor)) < 50


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "after",
            "after_1",
            "after_nan_1",
            "after_inf_1",
            "after_1_-1",
            "behind_1_1",
            "after_1_1 ",
            "after_1e999_1",
        ),
        *("after_1_" + "9" * 19, "after_" + "9" * 400 + "_1", "after_\u0661_1", "after_1_1\n"),
    ],
)
def test_wrong_cursors_are_refused(text: str) -> None:
    with pytest.raises(BadCursorError, match="start again from the first page"):
        Cursor.parse(text)


@pytest.mark.parametrize("order", ["depth", "-score", "id", "moves"])
@pytest.mark.parametrize("text", ["after_none_5", "before_none_5", "after_1e99_5", "before_-0.5_999999999999999999"])
def test_cursors_of_other_orders_are_no_errors(stocked: Database, order: str, text: str) -> None:
    for patience in PATIENCE:
        found = page(stocked, LevelFilter(proven=True), order, Cursor.parse(text), 5, patience)
        assert len(found.rows) <= 5


def test_unknown_orders_and_sessions_are_refused(stocked: Database) -> None:
    with pytest.raises(UnknownOrderError, match="no order 'beauty'"):
        page(stocked, LevelFilter(), "-beauty")
    with pytest.raises(UnknownSessionError, match="there is no session 9"):
        page(stocked, LevelFilter(session=9), "depth")


def test_an_empty_database_has_an_empty_page(database: Database) -> None:
    for patience in PATIENCE:
        assert page(database, LevelFilter(proven=True), "-depth", patience=patience) == Page([], None, None)
