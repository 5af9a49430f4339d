from dataclasses import replace

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.boards.symmetry import turned
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.pictures.ground import Ground
from generator.puzzles.sokoban.similarity.identity import symmetries
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import walk

INNER = ("#######", "#@----#", "#-#$#-#", "#-----#", "#-#.#-#", "#-----#", "#######")
"""Four pegs, with boxes and goals only between them, as in type b 2."""


def marked(mask):
    return [(int(row), int(column)) for row, column in zip(*mask.nonzero(), strict=True)]


def test_pegs_are_walls_without_walls_beside_them():
    ground = Ground.of(Level(INNER))
    assert marked(ground.pegs) == [(2, 2), (2, 4), (4, 2), (4, 4)]
    assert not (ground.pegs & ground.blocks).any()
    assert (ground.floor & ground.pegs == ground.pegs).all()


def test_slots_lie_between_two_pegs():
    ground = Ground.of(Level(INNER))
    assert marked(ground.across) == [(2, 3), (4, 3)]
    assert marked(ground.along) == [(3, 2), (3, 4)]


def test_slots_at_the_outer_wall_are_shown_where_the_level_uses_one():
    outer = (*INNER[:2], "#$#$#.#", *INNER[3:])
    ground = Ground.of(Level(outer))
    assert marked(ground.across) == [(2, 1), (2, 3), (2, 5), (4, 1), (4, 3), (4, 5)]


def test_a_level_of_another_kind_has_no_slots():
    for rows in (("#####", "#@$.#", "#-#-#", "#---#", "#####"), ("#####", "#@$.#", "#####")):
        ground = Ground.of(Level(rows))
        assert not ground.across.any()
        assert not ground.along.any()


def test_a_hole_is_no_floor_but_a_closed_room_with_boxes_is():
    ground = Ground.of(Level(("#########", "#@$.#-#*#", "#########")))
    assert marked(ground.floor) == [(1, 1), (1, 2), (1, 3), (1, 7)]


@pytest.mark.parametrize("type_", ["w", "g", "g-square"])
@pytest.mark.parametrize("orientation", [0, 3, 6])
def test_slots_of_w_and_g_part_neighbouring_blocks(type_, orientation):
    zero = walk(type_, 3, 1, 5)[0]
    ground = Ground.of(turned(board_of(replace(zero, orientation=0)), orientation))
    frame = hull_geometry(type_, 3)
    slots = np.zeros((frame.height, frame.width), np.bool_)
    slots[tuple(frame.cells[frame.gap].T)] = True
    assert (ground.across | ground.along == symmetries(slots)[orientation]).all()
    assert not (ground.across & ground.along).any()
    assert ground.across[2, 4]
    assert ground.along[4, 2]
