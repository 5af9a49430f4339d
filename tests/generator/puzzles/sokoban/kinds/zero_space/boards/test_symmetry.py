import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.boards.symmetry import (
    ORIENTATIONS,
    turned,
    turned_back,
    turned_back_moves,
    turned_moves,
)
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after, random_walk
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of, slides_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, zero_space_of
from generator.puzzles.sokoban.similarity.identity import unique_id
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import some_tree


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_level_of_type_s_is_known_and_solved_from_all_sides(orientation):
    tree = some_tree("s", 7, 1)
    walk = random_walk("s", 7, tree, 60, np.random.default_rng(5))
    zero = ZeroSpace("s", 7, tree, after(tree, walk.steps), orientation=orientation)
    level = board_of(zero)
    assert zero_space_of(level) == zero
    assert replay(level, moves_of(zero, walk.steps)).pushes == 120
    assert slides_of(zero, moves_of(zero, walk.steps)).tolist() == walk.steps.tolist()


def test_the_eight_images_are_different_boards_of_one_level():
    tree = some_tree("s", 7, 2)
    boards = [board_of(ZeroSpace("s", 7, tree, tree, orientation=orientation)) for orientation in ORIENTATIONS]
    assert len(set(boards)) == 8
    assert len({unique_id(board) for board in boards}) == 1


@given(st.sampled_from(ORIENTATIONS), st.text("udlrUDLR"))
def test_turning_and_turning_back_are_inverse(orientation, moves):
    level = board_of(ZeroSpace("s", 7, tree := some_tree("s", 7, 3), tree))
    assert turned_back(turned(level, orientation), orientation) == level
    assert turned_back_moves(turned_moves(moves, orientation), orientation) == moves
