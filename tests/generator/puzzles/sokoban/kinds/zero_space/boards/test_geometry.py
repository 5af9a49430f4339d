import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.limits import fits_word, slot_count
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import oracle
from tests.oracles.slides import OUTER

SHAPES = [(type_, size) for type_ in "bes" for size in range(2, 8)]

every_shape = pytest.mark.parametrize(("type_", "size"), SHAPES)


@every_shape
def test_slots_are_the_places_of_boxes(type_, size):
    assert set(_slots(type_, size)) == oracle(type_, size).slots
    assert len(_slots(type_, size)) == geometry(type_, size).slots == slot_count(type_, size)


@every_shape
def test_following_slots_are_neighbours_on_a_line_unless_one_ends_there(type_, size):
    slots, face = _slots(type_, size), geometry(type_, size).face.tolist()
    following = [(slot, slots[p + 1]) for p, slot in enumerate(slots) if face[p] >= 0]
    assert all(onward in oracle(type_, size).neighbours(slot) for slot, onward in following)
    assert len(following) == sum(len(oracle(type_, size).neighbours(slot)) for slot in slots) // 2


@every_shape
def test_lines_follow_one_another(type_, size):
    lines = [oracle(type_, size).line_of(slot) for slot in _slots(type_, size)]
    numbers = geometry(type_, size).line.tolist()
    in_order = sorted(set(lines), key=lambda line: (line[0] != "row", line[1]))
    assert [in_order[number] for number in numbers] == lines
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("size", [2, 5, 9])
def test_lines_have_a_slot_for_each_inner_wall_and_in_the_annex_one_more(size):
    for type_ in "be":
        assert set(_line_lengths(type_, size)) == {size}
    assert sorted(_line_lengths("s", size)) == [1, *[size] * (2 * size), size + 1, size + 1]


@every_shape
def test_boxes_join_the_walls_beside_them(type_, size):
    shape = geometry(type_, size)
    names = {}
    for slot, joined in zip(_slots(type_, size), shape.walls.tolist(), strict=True):
        for number, node in zip(joined, oracle(type_, size).nodes_of[slot], strict=True):
            assert names.setdefault(number, node) == node
    assert sorted(names) == list(range(shape.nodes))
    assert len(set(names.values())) == len(oracle(type_, size).nodes)
    assert (names[shape.nodes - 1] == OUTER) == (type_ != "b")


@every_shape
def test_open_slots_join_the_junctions_at_both_ends(type_, size):
    shape, slides = geometry(type_, size), oracle(type_, size)
    for (row, column), joined in zip(_slots(type_, size), shape.junctions.tolist(), strict=True):
        ends = [(row, column - 1), (row, column + 1)]
        if column % 2:
            ends = [(row - 1, column), (row + 1, column)]
        assert [_junction(shape, slides, number) for number in joined] == [slides.junction_of(end) for end in ends]


@every_shape
def test_a_box_slides_over_the_junction_between_two_slots(type_, size):
    shape, slides = geometry(type_, size), oracle(type_, size)
    slots = _slots(type_, size)
    for slide, face in enumerate(shape.face.tolist()):
        if face >= 0:
            (row, column), (down, right) = slots[slide], slots[slide + 1]
            assert _junction(shape, slides, face) == ((row + down) // 2, (column + right) // 2)


@every_shape
def test_every_junction_has_one_corner(type_, size):
    shape, slides = geometry(type_, size), oracle(type_, size)
    odd = {slides.junction_of(cell) for cell in slides.floor if cell[0] % 2 and cell[1] % 2}
    assert _junction(shape, slides, 0) == slides.junction_of((1, 1))
    assert len(shape.corner) == len(odd)
    assert {slides.junction_of(tuple(corner)) for corner in shape.corner.tolist()} == odd


@pytest.mark.parametrize(("size", "boxes"), [(5, 24), (7, 48), (10, 99), (15, 224), (20, 399), (30, 899), (48, 2303)])
def test_the_forums_sizes_have_the_forums_numbers_of_boxes(size, boxes):
    assert geometry("b", size).boxes == boxes
    assert geometry("e", size).boxes == boxes + 1
    assert geometry("b", size).nodes == geometry("b", size).boxes + 1
    assert geometry("e", size).nodes == geometry("e", size).boxes + 1
    assert {geometry(type_, size).height for type_ in "bes"} == {geometry("b", size).width} == {2 * size + 3}
    assert geometry("s", size).boxes == boxes + 2
    assert geometry("s", size).width == 2 * size + 5


def test_only_type_b_has_a_hall_and_it_is_the_sea():
    shape = geometry("b", 3)
    assert {tuple(cell) for cell in shape.hall[:, :2].tolist()} == {
        (row, column) for row in range(1, 8) for column in range(1, 8) if {row, column} & {1, 7}
    }
    assert not shape.hall[:, 2].any()
    assert not len(geometry("e", 3).hall)


@pytest.mark.parametrize("name", ["cells", "walls", "junctions", "face", "line", "corner", "hall", "onward"])
def test_the_shared_arrays_cannot_be_changed(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(geometry("b", 3), name)[0] = 0


def test_whole_components_are_searched_to_size_6_of_b_and_5_of_e():
    assert [size for size in range(2, 49) if fits_word("b", size)] == [2, 3, 4, 5, 6]
    assert [size for size in range(2, 49) if fits_word("e", size)] == [2, 3, 4, 5]


def _line_lengths(type_, size):
    return np.bincount(geometry(type_, size).line).tolist()


def _slots(type_, size):
    return [tuple(cell) for cell in geometry(type_, size).cells.tolist()]


def _junction(shape, slides, number):
    return slides.junction_of(tuple(shape.corner[number].tolist()))
