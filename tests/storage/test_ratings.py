"""Plays as they come in, and what they make of levels and players."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.ratings.plays import SYSTEM
from service.ratings.prior import NEWCOMER
from storage.audit import Actor
from storage.database import Database
from storage.errors import UnknownLevelError
from storage.levels import store_level
from storage.people.accounts import EVERY_RIGHT, add_account, remove_account
from storage.ratings import (
    Bout,
    Kind,
    NewPlay,
    Outcome,
    Who,
    finished_plays,
    level_rating,
    level_ratings,
    record_play,
    settle,
)
from storage.tables.base import Origin
from storage.upkeep.retention import prune
from tests.storage.records import level

ANIAN, BEA = Who(Kind.ACCOUNT, "anian"), Who(Kind.CONTESTANT, "bea")
STRANGER = Who(Kind.STRANGER, "0123")


class Clock:
    """Says when something happens, as tests set it."""

    def __init__(self) -> None:
        self.now = "2026-05-01T12:00:00.000+00:00"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def database(tmp_path: Path, clock: Clock) -> Iterator[Database]:
    """Two levels that nobody has played."""
    with Database.create(f"sqlite:///{tmp_path}/levels.db", now=clock) as opened:
        for name, depth in (("one", 20), ("other", 90)):
            store_level(opened, level(name, depth), Origin.IMPORTED)
        yield opened


@pytest.fixture
def play(database: Database) -> Callable[..., bool]:
    def played(level_id: int, who: Who, outcome: Outcome, moves: int = 30) -> bool:
        return record_play(database, NewPlay(level_id, who, outcome, moves, moves >= 10, 1.0), SYSTEM)

    return played


def test_a_level_that_nobody_has_played_has_no_rating(database: Database, play) -> None:
    assert level_rating(database, 1) is None
    play(2, ANIAN, Outcome.SOLVED)
    assert level_rating(database, 1) is None


def test_a_solved_level_falls_from_what_it_was_taken_for(database: Database, play) -> None:
    assert play(1, ANIAN, Outcome.SOLVED)
    found = level_rating(database, 1)
    before = SYSTEM.prior("sokoban", 20, {})
    expected = SYSTEM.rated(before, [Bout(NEWCOMER, 0.0)])
    assert found is not None
    assert (found.rating, found.deviation, found.plays) == (expected.rating, expected.deviation, 1)
    assert found.rating < before.rating


def test_all_games_of_a_day_are_rated_by_what_was_known_before_it(database: Database, play) -> None:
    """In one period, in whatever order they come in."""
    for who, outcome in ((ANIAN, Outcome.SOLVED), (BEA, Outcome.SHOWN), (STRANGER, Outcome.SHOWN)):
        play(2, who, outcome)
    found = level_rating(database, 2)
    together = SYSTEM.rated(SYSTEM.prior("sokoban", 90, {}), [Bout(NEWCOMER, score) for score in (0.0, 1.0, 1.0)])
    assert found is not None
    assert found.rating == pytest.approx(together.rating)
    assert found.plays == 3


def test_on_another_day_an_opponent_is_as_strong_as_he_has_become(database: Database, play, clock: Clock) -> None:
    play(1, ANIAN, Outcome.SOLVED)
    clock.now = "2026-05-03T12:00:00.000+00:00"
    play(2, ANIAN, Outcome.SOLVED)
    once = SYSTEM.rated(NEWCOMER, [Bout(SYSTEM.prior("sokoban", 20, {}), 1.0)])
    expected = SYSTEM.rated(SYSTEM.prior("sokoban", 90, {}), [Bout(SYSTEM.rested(once, 1), 0.0)])
    found = level_rating(database, 2)
    assert found is not None
    assert found.rating == pytest.approx(expected.rating)


def test_a_player_and_a_level_meet_once(database: Database, play) -> None:
    assert play(1, ANIAN, Outcome.SOLVED)
    first = level_rating(database, 1)
    assert not play(1, ANIAN, Outcome.SOLVED)
    assert not play(1, ANIAN, Outcome.SHOWN)
    assert level_rating(database, 1) == first


def test_a_level_that_was_left_may_be_solved_within_a_day(database: Database, play, clock: Clock) -> None:
    assert not play(1, ANIAN, Outcome.LEFT)
    clock.now = "2026-05-02T11:59:59.000+00:00"
    assert play(1, ANIAN, Outcome.SOLVED)
    assert [row.score for row in finished_plays(database)] == [1.0]


def test_a_level_that_was_left_for_a_day_has_won(database: Database, play, clock: Clock) -> None:
    play(1, ANIAN, Outcome.LEFT)
    clock.now = "2026-05-02T12:00:01.000+00:00"
    settle(database, SYSTEM)
    found = level_rating(database, 1)
    assert found is not None
    assert found.rating > SYSTEM.prior("sokoban", 20, {}).rating
    assert not play(1, ANIAN, Outcome.SOLVED), "it is too late"
    assert [(row.score, row.day) for row in finished_plays(database)] == [(0.0, "2026-05-02")]


def test_what_was_left_too_long_is_lost_when_anything_is_played(database: Database, play, clock: Clock) -> None:
    play(1, ANIAN, Outcome.LEFT)
    clock.now = "2026-05-09T00:00:00.000+00:00"
    play(2, BEA, Outcome.SOLVED)
    assert {(row.identity, row.score) for row in finished_plays(database)} == {("one", 0.0), ("other", 1.0)}


def test_a_level_that_is_deleted_while_an_answer_is_replayed_has_no_game(database: Database, play) -> None:
    with pytest.raises(UnknownLevelError, match="there is no level 99"):
        play(99, ANIAN, Outcome.SOLVED)


def test_a_few_moves_are_no_game(database: Database, play, clock: Clock) -> None:
    assert not play(1, ANIAN, Outcome.LEFT, moves=9)
    clock.now = "2026-05-09T00:00:00.000+00:00"
    settle(database, SYSTEM)
    assert level_rating(database, 1) is None
    assert play(1, ANIAN, Outcome.SOLVED)


def test_whoever_has_seen_the_solution_first_does_not_beat_the_level(database: Database, play) -> None:
    assert not play(1, ANIAN, Outcome.SHOWN, moves=0)
    assert not play(1, ANIAN, Outcome.SOLVED)
    assert level_rating(database, 1) is None


def test_whoever_looks_at_the_solution_after_enough_moves_has_lost(database: Database, play) -> None:
    play(1, ANIAN, Outcome.LEFT)
    assert play(1, ANIAN, Outcome.SHOWN, moves=3), "the moves of before count"
    assert [row.score for row in finished_plays(database)] == [0.0]


def test_strangers_are_always_newcomers(database: Database, play, clock: Clock) -> None:
    play(1, STRANGER, Outcome.SOLVED)
    clock.now = "2026-05-03T12:00:00.000+00:00"
    play(2, STRANGER, Outcome.SOLVED)
    found = level_rating(database, 2)
    expected = SYSTEM.rated(SYSTEM.prior("sokoban", 90, {}), [Bout(NEWCOMER, 0.0)])
    assert found is not None
    assert found.rating == pytest.approx(expected.rating)


def test_the_hardest_levels_come_first(database: Database, play) -> None:
    play(1, ANIAN, Outcome.SHOWN)
    play(2, ANIAN, Outcome.SOLVED)
    play(1, BEA, Outcome.SHOWN)
    ratings = [row.rating for row in level_ratings(database)]
    assert ratings == sorted(ratings, reverse=True)


def test_the_games_of_an_account_outlive_its_name(database: Database, play) -> None:
    add_account(database, "anian", "hash", EVERY_RIGHT, "anian")
    play(1, ANIAN, Outcome.SOLVED)
    remove_account(database, "anian", "anian")
    (row,) = finished_plays(database)
    add_account(database, "anian", "hash", EVERY_RIGHT, "anian")
    assert play(1, ANIAN, Outcome.SOLVED), "somebody else may take the name"
    assert {each.player for each in finished_plays(database)} > {row.player}


def test_levels_that_were_played_are_not_pruned(database: Database, play) -> None:
    store_level(database, level("third"), Origin.EVOLVED)
    store_level(database, level("fourth"), Origin.EVOLVED)
    play(3, ANIAN, Outcome.SOLVED)
    assert prune(database, None, Actor("anian", "")).levels == 1
    assert level_rating(database, 3) is not None
