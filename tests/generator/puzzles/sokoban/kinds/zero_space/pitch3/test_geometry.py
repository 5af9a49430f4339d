import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.limits import sizes_of, slot_count
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry, hull_walls
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import TYPES, oracle

every_shape = pytest.mark.parametrize(("type_", "size"), [(type_, size) for type_ in TYPES for size in (2, 3, 5)])


@every_shape
def test_slots_are_the_corridor_cells_that_touch_two_blocks(type_, size):
    shape, hulls = hull_geometry(type_, size), oracle(type_, size)
    cells = [tuple(cell) for cell in shape.cells.tolist()]
    assert cells == sorted(hulls.slots)
    assert len(cells) == shape.slots == slot_count(type_, size)
    for cell, joined in zip(cells, shape.walls.tolist(), strict=True):
        assert {divmod(block, size) for block in joined} == hulls.touched[cell]
    assert {cell for cell, gap in zip(cells, shape.gap, strict=True) if gap} == hulls.gaps


@every_shape
def test_walls_are_those_of_the_definition(type_, size):
    walls = hull_walls(type_, size)
    assert {tuple(cell) for cell in np.argwhere(~walls).tolist()} == oracle(type_, size).floor


def test_only_in_w_a_box_rests_at_a_crossing():
    assert [bool(hull_geometry(type_, 4).gap.all()) for type_ in TYPES] == [False, True, True]


@pytest.mark.parametrize(("size", "boxes"), [(10, 99), (20, 399), (32, 1023)])
def test_the_forums_sizes_have_the_forums_numbers_of_boxes(size, boxes):
    for type_ in TYPES:
        shape = hull_geometry(type_, size)
        assert shape.boxes == boxes
        assert shape.height == shape.width == 3 * size + 3
        assert size in sizes_of(type_)
    assert 33 not in sizes_of("w")
