"""Random numbers of kernels against splitmix64 as it is published, in whole numbers of Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.free.random_kernels import halvings, random

MASK = (1 << 64) - 1


def plain(state):
    """The numbers of the stream that begins with a state, each with 63 bits."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & MASK
        yield (mixed ^ mixed >> 31) >> 1


@given(st.integers(0, MASK), st.lists(st.integers(1, 1 << 40), min_size=1, max_size=5))
def test_numbers_are_those_of_splitmix64(seed, limits):
    state, numbers = np.array([seed], np.uint64), plain(seed)
    assert [int(random(below, state)) for below in limits] == [next(numbers) % below for below in limits]


@given(st.integers(0, MASK))
def test_a_coin_is_thrown_until_it_shows_tails(seed):
    numbers, count = plain(seed), 0
    while next(numbers) % 2:
        count += 1
    assert halvings(np.array([seed], np.uint64)) == count
