"""Tubes filled at random, and pours undone."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.making.generation import before, filled, shuffled_back, undoable
from generator.puzzles.watersort.pours import format_moves, played, poured
from generator.puzzles.watersort.variants import Pour
from tests.generator.puzzles.watersort.strategies import RULES, game_of, levels


def stream(seed):
    return np.random.Generator(np.random.PCG64(seed))


@given(st.integers(1, 24), st.integers(2, 12), st.integers(1, 6), st.integers(0, 99))
def test_filled_tubes_hold_as_much_of_every_colour(colours, capacity, empty, seed):
    tubes = filled(colours, capacity, empty, stream(seed))
    assert [*map(len, tubes)] == [capacity] * colours + [0] * empty
    assert Counter("".join(tubes)) == dict.fromkeys(LETTERS[:colours], capacity)


def test_every_order_of_units_is_as_likely():
    counts = Counter(filled(2, 2, 1, stream(seed)) for seed in range(3000))
    assert len(counts) == 6
    assert min(counts.values()) > 400


@settings(max_examples=200)
@given(levels())
def test_what_is_undone_leads_back_when_it_is_poured_again(level):
    for undone in undoable(level, level.tubes):
        earlier = before(level.tubes, undone)
        after = {pour[:2]: pour for pour in game_of(level).pours(earlier)}
        assert after[undone.move].units == undone.units
        assert after[undone.move].after == poured(level, earlier, undone.move) == level.tubes


@settings(max_examples=200)
@given(levels())
def test_every_pour_of_a_run_that_lay_alone_can_be_undone(level):
    """Of water that is all of a run, whether it came to lie on its colour or not; of balls it is any ball."""
    found = {(undone.move, undone.units) for undone in undoable(level, level.tubes)}
    assert found == {*_undone_by_trying(level)}


def _undone_by_trying(level):
    places = range(len(level.tubes))
    for source, target, units in ((s, t, n) for s in places for t in places for n in range(1, level.capacity + 1)):
        one, other = level.tubes[source], level.tubes[target]
        if source != target and units <= len(other) and len(one) + units <= level.capacity:
            earlier = list(level.tubes)
            earlier[source], earlier[target] = one + other[-units:], other[:-units]
            pours = game_of(level).pours(tuple(earlier))
            alone = level.pour is Pour.BALL or one[-1:] != other[-1]
            if alone and (source, target, units, level.tubes) in pours:
                yield (source, target), units


@settings(max_examples=200)
@given(levels(), st.integers(0, 30), st.integers(0, 99))
def test_pours_lead_from_what_was_shuffled_back_to_the_level(level, steps, seed):
    tubes, moves = shuffled_back(level, steps, stream(seed))
    assert len(moves) <= steps
    for move in moves:
        tubes = poured(level, tubes, move)
    assert tubes == level.tubes


@pytest.mark.parametrize("rules", RULES)
def test_a_solved_level_is_shuffled_back_into_one_that_its_pours_solve(rules):
    solved = Level(("aaaa", "bbbb", "cccc", "", ""), 4, *rules)
    for seed in range(20):
        tubes, moves = shuffled_back(solved, 30, stream(seed))
        assert len(moves) > 5
        played(Level(tubes, 4, *rules), format_moves(moves))


def test_shuffling_ends_where_nothing_was_poured():
    full = Level(("ab", "ba"), 2)
    assert shuffled_back(full, 5, stream(1)) == (("ab", "ba"), [])
