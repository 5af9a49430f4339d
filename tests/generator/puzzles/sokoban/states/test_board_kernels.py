"""Where the player can walk, found by bits of a board, against plain walking."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.states.board_kernels import flood
from tests.generator.puzzles.sokoban.states.halls import freed, halls
from tests.oracles.steps import walked


@given(halls(), st.sampled_from([0.0, 0.1, 0.4]))
def test_a_flood_reaches_what_can_be_walked_to(hall, crowd):
    level, rng = hall
    room = room_of(level)
    board, cells = room.floor.board, [tuple(cell) for cell in room.cells.tolist()]
    (free, left), reached = freed(room, rng, crowd), np.empty_like(board.floor)
    least = flood(int(board.place[room.player]), free, reached, board.stride)
    places = np.flatnonzero(np.unpackbits(reached.view(np.uint8), bitorder="little"))
    expected = walked(left, level.player)
    assert {cells[number] for number in board.cell[places]} == expected
    assert cells[board.cell[least]] == min(expected)


def test_the_longest_corner_is_walked_to_its_end():
    walls = np.ones((252, 252), np.bool_)
    walls[1, 1:251] = walls[1:251, 250] = False
    room = room_of(Level.from_cells(walls, ~walls & False, ~walls & False, (1, 1)))
    board, reached = room.floor.board, np.empty_like(room.floor.board.floor)
    assert flood(int(board.place[-1]), board.floor.copy(), reached, board.stride) == board.place[0]
    assert np.array_equal(reached, board.floor)
