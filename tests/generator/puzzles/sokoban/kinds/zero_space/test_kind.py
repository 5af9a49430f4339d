import pytest

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of, line_bound
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import walked

NODES = 20_000


@pytest.mark.parametrize("shape", [("b", 9), ("e", 7)])
def test_walks_become_short_slide_by_slide(shape):
    zero, slides = walked(*shape, 3, 200)
    level, walk = board_of(zero), moves_of(zero, slides)
    better = [*FAMILY.shorten(level, walk, NODES)]
    pushes = [replay(level, moves).pushes for moves in better]
    assert pushes == sorted(pushes, reverse=True)
    assert line_bound(zero) <= pushes[-1] < len(slides)
    assert [*FAMILY.shorten(level, walk, NODES)] == better


@pytest.mark.parametrize("shape", [("b", 48), ("e", 48)])
def test_a_walk_of_the_largest_size_is_made_shorter_in_no_time(shape):
    zero, slides = walked(*shape, 3, 3000)
    level = board_of(zero)
    *_, better = FAMILY.shorten(level, moves_of(zero, slides), NODES, Request(seconds=0.0))
    assert line_bound(zero) <= replay(level, better).pushes < 2 * len(slides)


def test_what_is_no_solution_is_refused_at_once():
    zero, slides = walked("b", 7, 3, 200)
    with pytest.raises(IllegalMoveError):
        FAMILY.shorten(board_of(zero), moves_of(zero, slides[:-1]), NODES)
