import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.annealing import STEP, TRIES_OF_A_NODE, anneal, metropolis
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.trees import tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, walked


def approach_of(type_, size):
    zero, _ = walked(type_, size, 1, 3000)
    return zero, Approach(zero)


def every_slide(approach):
    return approach.slides_around(approach.misplaced, approach.shape.width)


@pytest.mark.parametrize("shape", [("b", 9), ("e", 8)])
def test_in_the_cold_no_slide_leads_away_and_in_the_heat_boxes_stray(shape):
    remaining = []
    for temperature in (0.01, 0.5, 50.0):
        zero, approach = approach_of(*shape)
        rng = np.random.default_rng(1)
        slides = rng.choice(every_slide(approach), size=50_000)
        metropolis(approach, rng, slides, np.full(len(slides), temperature), 0)
        assert end_of(zero, approach.slides) == tree_of(approach.workspace.position.boxed)
        assert approach.nodes == 50_000 // TRIES_OF_A_NODE
        remaining.append(approach.remaining)
    fresh = approach_of(*shape)[1].remaining
    assert remaining[1] < remaining[0] < fresh
    assert remaining[2] > 2 * remaining[1]


def test_cooling_ends_nearer_to_the_goals_than_heat():
    _, approach = approach_of("b", 10)
    for _ in anneal(approach, np.random.default_rng(1), every_slide(approach), 1.0, 2000):
        pass
    assert approach.remaining < Approach(walked("b", 10, 1, 3000)[0]).remaining / 4


def test_long_annealing_stops_between_its_steps_and_where_the_nodes_end():
    _, approach = approach_of("b", 12)
    slides = every_slide(approach)
    steps = [
        approach.nodes for _ in anneal(approach, np.random.default_rng(1), slides, 1.0, 3 * STEP // len(slides) + 1)
    ]
    assert len(steps) == 4
    assert steps[0] * TRIES_OF_A_NODE == STEP
    _, other = approach_of("b", 12)
    other.limit(1000)
    for _ in anneal(other, np.random.default_rng(1), slides, 1.0, 4000):
        pass
    assert other.nodes == 1000
