from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.anytime.annealing_kernels import metropolis, retrace
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, journeys, walked
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import slides_from
from tests.oracles.cancelling import cancelled

SHAPES = [("b", 3), ("b", 5), ("e", 2), ("e", 4)]


@settings(max_examples=25, deadline=None)
@given(journeys(SHAPES, length=60), st.sampled_from([2, 10, 1000]))
def test_a_retraced_way_has_nothing_left_of_what_was_taken_back(journey, horizon):
    zero, slides = journey
    approach = Approach(zero)
    retrace(slides, horizon, approach.workspace)
    legal = partial(slides_from, zero.type, zero.size)
    assert approach.slides.tolist() == cancelled(zero.start, slides.tolist(), horizon, legal)
    assert tree_of(approach.workspace.position.boxed) == end_of(zero, approach.slides) == zero.goal
    assert approach.remaining == 0


@settings(max_examples=25, deadline=None)
@given(journeys(SHAPES, length=60), st.integers(0, 2**32), st.sampled_from([0.0, 0.2, 1.0]))
def test_metropolis_makes_the_legal_slides_that_may_stray_or_lead_nearer(journey, seed, chance):
    zero, slides = journey
    approach = Approach(zero)
    retrace(slides[:10], 0, approach.workspace)
    assert approach.slides.tolist() == slides[:10].tolist()
    draws, straying = _drawn(approach, 60, chance, seed)
    metropolis(draws, straying, 10, 1000, approach.workspace)
    tree, made = zero.start, slides[:10].tolist()
    for slide in made:
        tree ^= 3 << slide
    for slide, stray in zip(draws.tolist(), straying.tolist(), strict=True):
        moved = tree ^ 3 << slide
        if slide in slides_from(zero.type, zero.size, tree) and (stray or _to_go(zero, moved) < _to_go(zero, tree)):
            made.append(slide)
            tree = moved
    legal = partial(slides_from, zero.type, zero.size)
    middle = end_of(zero, slides[:10])
    assert approach.slides.tolist() == made[:10] + cancelled(middle, made[10:], 1000, legal)
    assert tree_of(approach.workspace.position.boxed) == end_of(zero, approach.slides) == tree
    assert approach.remaining == _to_go(zero, tree)


@pytest.mark.parametrize("shape", [("b", 12), ("e", 10), ("b", 20)])
def test_a_walk_there_and_back_cancels(shape):
    zero, there = walked(*shape, 3, 400)
    approach = Approach(ZeroSpace(zero.type, zero.size, zero.start, zero.start))
    retrace(np.concatenate([there, there[::-1]]), 10_000, approach.workspace)
    assert approach.length == 0


def _drawn(approach, tries, chance, seed):
    rng = np.random.default_rng(seed)
    every = approach.slides_around(np.array([0]), 1000)
    return rng.choice(every, size=tries), (rng.random(tries) < chance).astype(np.uint8)


def _to_go(zero, tree):
    boxes, goals = ([slot for slot in range(zero.frame.slots) if boxed >> slot & 1] for boxed in (tree, zero.goal))
    return sum(abs(box - goal) for box, goal in zip(boxes, goals, strict=True))
