import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.bypass import SHORTEST, bypassed
from generator.puzzles.sokoban.kinds.zero_space.trees import line_bound
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, journeys, walked

NODES = 30_000


@settings(max_examples=12, deadline=None)
@given(journeys([("b", 3), ("b", 6), ("b", 9), ("e", 2), ("e", 5), ("e", 8)], length=120), st.integers(0, 99))
def test_solutions_never_become_longer_and_stay_solutions(journey, seed):
    zero, slides = journey
    approach = Approach(zero)
    ways = [slides, *bypassed(approach, slides, seed, NODES)]
    lengths = [len(way) for way in ways]
    assert lengths == sorted(lengths, reverse=True)
    assert 2 * lengths[-1] >= line_bound(zero)
    assert approach.nodes <= NODES
    for way in ways[-3:]:
        assert end_of(zero, way) == zero.goal


@pytest.mark.parametrize("shape", [("b", 9), ("e", 8)])
def test_a_way_that_wanders_far_off_and_back_is_cut_short(shape):
    zero, slides = walked(*shape, 5, 400)
    there_and_back = np.concatenate([slides, slides[::-1], slides])
    *_, shorter = bypassed(Approach(zero), there_and_back, 0, 10 * NODES)
    assert len(shorter) < len(there_and_back) / 2


def test_a_short_way_is_left_alone():
    zero, slides = walked("b", 6, 3, SHORTEST)
    assert list(bypassed(Approach(zero), slides, 0, NODES)) == []


def test_it_is_the_same_for_the_same_seed():
    zero, slides = walked("b", 6, 4, 200)
    runs = [[len(way) for way in bypassed(Approach(zero), slides, 7, NODES)] for _ in range(2)]
    assert runs[0] == runs[1]
