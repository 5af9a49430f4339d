"""The parts of a floor that boxes leave, found by bits of a board, against plain walking."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.memory import walks_on
from generator.puzzles.sokoban.states.board_walk_kernels import count_parts, least_reached, walk_from, walk_rest
from tests.generator.puzzles.sokoban.states.halls import freed, halls
from tests.oracles.steps import walked


@given(halls(), st.sampled_from([0.1, 0.3, 0.6]))
def test_the_parts_of_a_floor_are_found_one_by_one_and_counted(hall, crowd):
    level, rng = hall
    room = room_of(level)
    cells = [tuple(cell) for cell in room.cells.tolist()]
    free, left = freed(room, rng, crowd)
    board, walks = room.floor.board, walks_on(room.floor.board)
    expected = {min(part): part for cell in left if (part := walked(left, cell))}
    walks.left[:] = free
    found = {}
    while walk_rest(free, board, walks):
        places = np.flatnonzero(np.unpackbits(walks.reached.view(np.uint8), bitorder="little"))
        found[cells[least_reached(board, walks)]] = {cells[number] for number in board.cell[places]}
    assert found == expected
    assert cells[walk_from(room.player, free, board, walks)] == min(walked(left, level.player))
    assert count_parts(free, board, walks) == len(expected)
    large = sum(len(part) > 1 and level.player not in part for part in expected.values())
    assert walks.walked[0] == len(expected) + 1 + large
