"""Searches grow as they go, and their ways are pours of real tubes."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.search import Ending, kernel_rules, moves_of, packed, search
from tests.generator.puzzles.watersort.strategies import knowns, random_level, unpacked

PLENTY = 100_000


def searched(level, **wishes):
    return search(packed(level.tubes, level.capacity), kernel_rules(level), PLENTY, **wishes)


@settings(max_examples=60)
@given(knowns(), st.integers(0, 5))
def test_ways_are_shortest_whatever_their_salt(known, salt):
    found = searched(known.level, salt=salt)
    assert (found.ending is Ending.UNSOLVABLE) == (known.least is None)
    if found.way is not None:
        left = [known.remaining[unpacked(position)] for position in found.way]
        assert left == [*range(known.least, -1, -1)]


@settings(max_examples=60)
@given(knowns(), st.integers(1, 6))
def test_greedy_ways_are_longer_at_most(known, weight):
    found = searched(known.level, weight=weight)
    assert (found.ending is Ending.UNSOLVABLE) == (known.least is None)
    if found.way is not None:
        assert known.least <= len(found.way) - 1 <= weight * known.least
        assert found.lower <= known.least


@settings(max_examples=60)
@given(knowns())
def test_a_way_is_told_in_pours_of_the_level(known):
    found = searched(known.level)
    if found.way is not None:
        moves = moves_of(known.level, found.way)
        assert len(moves) == known.least
        assert played(known.level, format_moves(moves))[0] == moves


@pytest.mark.parametrize("salt", [1, 2, 3])
def test_other_salts_find_other_ways(salt):
    level = random_level(8, 4, 2)
    plain, salted = searched(level), searched(level, salt=salt)
    assert len(plain.way) == len(salted.way)
    assert not np.array_equal(plain.way, salted.way)
    assert np.array_equal(salted.way, searched(level, salt=salt).way)


def test_memory_that_grows_changes_no_answer():
    """A search that grows again and again finds a way without a circle."""
    level = random_level(20, 4, 2, seed=4)
    found = searched(level)
    assert found.nodes > 5_000
    assert len({unpacked(position) for position in found.way}) == found.lower + 1
    assert played(level, format_moves(moves_of(level, found.way)))[1] == 0


def test_memory_is_never_exceeded_not_even_while_it_grows():
    level, megabytes = random_level(24, 4, 2, seed=3), 24
    search(packed(level.tubes, level.capacity), kernel_rules(level), 10)
    tracemalloc.start()
    found = search(packed(level.tubes, level.capacity), kernel_rules(level), PLENTY, megabytes=megabytes)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.ending is Ending.NODE_LIMIT
    assert found.nodes < PLENTY
    assert megabytes / 4 < most / (1 << 20) < megabytes + 1
