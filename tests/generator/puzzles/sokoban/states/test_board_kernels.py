"""Where the player can walk, found by bits of a board, against plain walking."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.memory import boxes_of
from generator.puzzles.sokoban.states.board_kernels import flood
from tests.oracles.steps import walked


@st.composite
def halls(draw):
    """A floor of any shape, up to 90 cells wide and as high, with the player on it, and some of its cells."""
    height, width = draw(st.sampled_from([(1, 90), (3, 63), (4, 64), (5, 70), (90, 2), (12, 20)]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    walls = np.pad(rng.random((height, width)) < draw(st.sampled_from([0.0, 0.1, 0.3])), 1, constant_values=True)
    cells = np.argwhere(~walls)
    player = tuple(int(part) for part in cells[rng.integers(len(cells))])
    none = np.zeros_like(walls)
    return Level.from_cells(walls, none, none, player), rng


@given(halls(), st.sampled_from([0.0, 0.1, 0.4]))
def test_a_flood_reaches_what_can_be_walked_to(hall, crowd):
    level, rng = hall
    room = room_of(level)
    board, cells = room.floor.board, [tuple(cell) for cell in room.cells.tolist()]
    free, reached = boxes_of(room).free, np.empty_like(board.floor)
    taken = rng.random(len(cells)) < crowd
    taken[room.player] = False
    free[:] = board.floor
    for place in board.place[taken].tolist():
        free[place >> 6] ^= np.uint64(1 << (place & 63))
    least = flood(int(board.place[room.player]), free, reached, board.stride)
    places = np.flatnonzero(np.unpackbits(reached.view(np.uint8), bitorder="little"))
    expected = walked({cell for cell, is_taken in zip(cells, taken, strict=True) if not is_taken}, level.player)
    assert {cells[number] for number in board.cell[places]} == expected
    assert cells[board.cell[least]] == min(expected)


def test_the_longest_corner_is_walked_to_its_end():
    walls = np.ones((252, 252), np.bool_)
    walls[1, 1:251] = walls[1:251, 250] = False
    room = room_of(Level.from_cells(walls, ~walls & False, ~walls & False, (1, 1)))
    board, reached = room.floor.board, np.empty_like(room.floor.board.floor)
    assert flood(int(board.place[-1]), board.floor.copy(), reached, board.stride) == board.place[0]
    assert np.array_equal(reached, board.floor)
