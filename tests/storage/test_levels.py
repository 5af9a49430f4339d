"""Levels that no session found enter the database once, and can be scored later."""

from sqlalchemy import delete

from storage.database import Database
from storage.level_filter import LevelFilter
from storage.levels import store_level, store_scores
from storage.queries import best_levels, get_level
from storage.tables.base import Origin
from storage.tables.levels import Level
from tests.storage.records import level, unproven


def test_an_imported_level_keeps_its_title_and_author(database: Database) -> None:
    level_id, is_new = store_level(
        database, level("a"), Origin.IMPORTED, title="Micro 1", author="D. Skinner", comment="first"
    )
    row = get_level(database, level_id)
    assert is_new
    assert (row.title, row.author, row.comment) == ("Micro 1", "D. Skinner", "first")
    assert (row.origin, row.session, row.score, row.objective) == (Origin.IMPORTED, None, None, None)


def test_a_twin_is_not_stored_again(database: Database) -> None:
    first = store_level(database, level("a"), Origin.GENERATED)
    again = store_level(database, level("a", text="mirrored"), Origin.IMPORTED, title="mine")
    assert (first[1], again) == (True, (first[0], False))
    assert get_level(database, first[0]).text == level("a").text


def test_a_twin_is_called_what_the_first_file_with_a_name_for_it_says(database: Database) -> None:
    first, _ = store_level(database, level("a"), Origin.GENERATED)
    for title in ("", "mine", "yours"):
        store_level(database, level("a"), Origin.IMPORTED, title=title, author="me" if title else "")
    row = get_level(database, first)
    assert (row.title, row.author, row.origin) == ("mine", "me", Origin.GENERATED)


def test_the_same_identity_in_another_family_is_another_level(database: Database) -> None:
    store_level(database, level("a"), Origin.GENERATED)
    assert store_level(database, level("a", family="linjat"), Origin.GENERATED)[1]


def test_a_twin_with_proof_gives_its_proof(database: Database) -> None:
    first, _ = store_level(database, unproven("a", 12), Origin.IMPORTED)
    assert store_level(database, level("a", 30, text="mirrored"), Origin.IMPORTED) == (first, False)
    assert store_level(database, unproven("a", 50), Origin.IMPORTED) == (first, False)
    row = get_level(database, first)
    assert (row.depth, row.proven, row.text) == (30, True, "mirrored")


def test_a_level_without_solution_has_none_and_a_solved_one_an_empty_one(database: Database) -> None:
    unknown, _ = store_level(database, unproven("a"), Origin.IMPORTED)
    solved, _ = store_level(database, level("b", 0), Origin.IMPORTED)
    assert get_level(database, unknown).solution is None
    assert get_level(database, solved).solution == ""


def test_scores_under_another_objective_order_the_levels_anew(database: Database) -> None:
    a, b, _ = (store_level(database, level(key), Origin.GENERATED)[0] for key in "abc")
    store_scores(database, "deep-narrow", {a: 0.5, b: 2.5})
    store_scores(database, "deep-narrow", {a: 1.5})
    rows = best_levels(database, LevelFilter(objective="deep-narrow"), "-score")
    assert [(row.id, row.score, row.objective) for row in rows] == [
        (b, 2.5, "deep-narrow"),
        (a, 1.5, "deep-narrow"),
    ]
    assert get_level(database, a).score is None


def test_a_level_that_somebody_removes_while_it_is_scored_gets_no_score(database: Database) -> None:
    removed, kept = (store_level(database, level(key), Origin.GENERATED)[0] for key in "ab")
    with database.begin() as connection:
        connection.execute(delete(Level).where(Level.id == removed))
    store_scores(database, "deep", {removed: 2.0, kept: 1.0})
    assert [row.id for row in best_levels(database, LevelFilter(objective="deep"))] == [kept]


def test_no_scores_change_nothing(database: Database) -> None:
    store_scores(database, "deep", {})
    assert best_levels(database, LevelFilter(objective="deep")) == []
