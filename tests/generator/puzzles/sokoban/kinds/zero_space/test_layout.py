import pytest

from generator.puzzles.sokoban.kinds.zero_space.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.layout import floor_of, word_board
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import WORDS, oracle


@pytest.mark.parametrize(("type_", "size"), [*WORDS, ("b", 9), ("e", 8)])
def test_the_slots_around_a_junction_are_those_that_end_there(type_, size):
    floor = floor_of(type_, size)
    for junction in range(len(floor.corner)):
        around = floor.around[floor.begin[junction] : floor.begin[junction + 1]].tolist()
        assert sorted(around) == [slot for slot, ends in enumerate(floor.junctions.tolist()) if junction in ends]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_the_ring_is_as_long_as_its_cells_are_many(size):
    outermost = {1, 2 * size + 1}
    assert floor_of("b", size).ring == sum(not outermost.isdisjoint(cell) for cell in oracle("b", size).floor)
    assert floor_of("e", size).ring == 0


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
