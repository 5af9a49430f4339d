import numpy as np
import pytest
from hypothesis import given, settings

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.trees import line_bound, tree_of
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, journeys, walked


@settings(max_examples=10, deadline=None)
@given(journeys([("b", 3), ("b", 8), ("e", 2), ("e", 7)]))
def test_a_new_approach_has_the_line_bound_before_it(journey):
    zero, slides = journey
    approach = Approach(zero)
    assert 2 * approach.remaining == line_bound(zero)
    assert (approach.length, approach.nodes) == (0, 0)
    window_kernels.follow(slides, approach.workspace)
    assert (approach.length, approach.remaining, len(approach.misplaced)) == (len(slides), 0, 0)
    assert approach.slides.tolist() == slides.tolist()
    approach.set_out()
    assert (approach.length, 2 * approach.remaining) == (0, line_bound(zero))
    assert tree_of(approach.workspace.position.boxed) == zero.start


@settings(max_examples=10, deadline=None)
@given(journeys([("b", 6), ("e", 5)]))
def test_going_back_to_a_checkpoint_undoes_all_that_followed(journey):
    zero, slides = journey
    approach = Approach(zero)
    window_kernels.follow(slides[:40], approach.workspace)
    checkpoint = approach.checkpoint()
    misplaced = approach.misplaced.tolist()
    window_kernels.follow(slides[40:], approach.workspace)
    approach.go_back(checkpoint)
    assert approach.slides.tolist() == slides[:40].tolist()
    assert tree_of(approach.workspace.position.boxed) == end_of(zero, approach.slides) == tree_of(checkpoint.boxed)
    assert (approach.remaining, approach.misplaced.tolist()) == (checkpoint.remaining, misplaced)
    window_kernels.follow(slides[40:], approach.workspace)
    assert tree_of(approach.workspace.position.boxed) == zero.goal


@pytest.mark.parametrize("shape", [("b", 6), ("e", 6)])
def test_slides_around_a_box_are_those_in_a_square_around_it(shape):
    approach = Approach(walked(*shape, 5, 300)[0])
    cells = approach.shape.cells
    for slot in range(0, len(cells), 7):
        near = [bool((np.abs(cell - cells[slot]) <= 3).all()) for cell in cells]
        slides = [p for p in range(len(cells) - 1) if near[p] and near[p + 1] and approach.shape.face[p] >= 0]
        assert approach.slides_around(np.array([slot]), 3).tolist() == slides


@pytest.mark.parametrize("shape", [("b", 6), ("e", 6)])
def test_misplaced_boxes_are_those_not_on_the_goal_of_their_rank(shape):
    zero, _ = walked(*shape, 5, 300)
    boxes, goals = ([slot for slot in range(zero.frame.slots) if tree >> slot & 1] for tree in (zero.start, zero.goal))
    off = [box for box, goal in zip(boxes, goals, strict=True) if box != goal]
    assert Approach(zero).misplaced.tolist() == off
    assert np.all(np.diff(off) > 0)
