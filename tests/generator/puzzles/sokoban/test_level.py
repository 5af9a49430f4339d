from hypothesis import given

from generator.puzzles.sokoban.level import Level
from tests.generator.puzzles.sokoban.strategies import levels

LEVEL = Level(("#######", "#-$.*+#", "#######"))


def test_counts_what_is_on_the_board():
    assert (LEVEL.height, LEVEL.width) == (3, 7)
    assert (LEVEL.boxes, LEVEL.boxes_off_goal) == (2, 1)
    assert LEVEL.player == (1, 5)


def test_cells_say_where_everything_is():
    walls, boxes, goals, player = LEVEL.cells()
    assert walls.sum() == 16
    assert boxes[1].nonzero()[0].tolist() == [2, 4]
    assert goals[1].nonzero()[0].tolist() == [3, 4, 5]
    assert player == (1, 5)


@given(levels())
def test_cells_and_from_cells_are_inverse(level):
    assert Level.from_cells(*level.cells()) == level
