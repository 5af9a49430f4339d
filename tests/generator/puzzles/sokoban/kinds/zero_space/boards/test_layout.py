import pytest

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of, word_board
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import WORDS


@pytest.mark.parametrize(("type_", "size"), [*WORDS, ("b", 9), ("e", 8)])
def test_the_slots_around_a_junction_are_those_that_end_there(type_, size):
    floor = floor_of(type_, size)
    for junction in range(len(floor.corner)):
        around = floor.around[floor.begin[junction] : floor.begin[junction + 1]].tolist()
        assert sorted(around) == [slot for slot, ends in enumerate(floor.junctions.tolist()) if junction in ends]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_ways_around_the_sea_are_shortest_and_clockwise_where_both_are(size):
    floor, around = floor_of("b", size), 8 * size
    for start in range(around):
        way = [start]
        target = int(clockwise(floor.hall, around // 2, start))
        while way[-1] != target:
            way.append(int(floor.toward[way[-1], target]))
        assert way == [clockwise(floor.hall, steps, start) for steps in range(around // 2 + 1)]
    assert not len(floor_of("e", size).hall)


@pytest.mark.parametrize(("type_", "size"), WORDS)
def test_word_boards_say_the_same_in_masks(type_, size):
    shape, board = geometry(type_, size), word_board(type_, size)
    for slot, (near, far) in enumerate(shape.junctions.tolist()):
        assert board.near[slot] in (near, far)
        assert board.near[slot] ^ board.across[slot] in (near, far)
        assert board.across[slot] == near ^ far
        assert [j for j in range(len(shape.corner)) if board.doors[j] >> slot & 1] == sorted({near, far})
    assert board.face.tolist() == shape.face.tolist()
    assert [slide for slide in range(shape.slots) if board.inner >> slide & 1] == [
        slide for slide, face in enumerate(shape.face) if face >= 0
    ]


def clockwise(hall, steps, start):
    """The place so many steps clockwise from another on the sea around a square."""
    cells = [(row, column) for row, column, _ in hall.tolist()]
    end = max(cells)[0]
    top, right = [(1, at) for at in range(1, end)], [(at, end) for at in range(1, end)]
    bottom, left = [(end, at) for at in range(end, 1, -1)], [(at, 1) for at in range(end, 1, -1)]
    ring = top + right + bottom + left
    return cells.index(ring[(ring.index(cells[start]) + steps) % len(ring)])
