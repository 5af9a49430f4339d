"""Large floors of any shape, some of whose cells are taken."""

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level


@st.composite
def halls(draw):
    """A floor of any shape, up to 90 cells wide and as high, with the player on it, and a source of chance."""
    height, width = draw(st.sampled_from([(1, 90), (3, 63), (4, 64), (5, 70), (90, 2), (12, 20)]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    walls = np.pad(rng.random((height, width)) < draw(st.sampled_from([0.0, 0.1, 0.3])), 1, constant_values=True)
    cells = np.argwhere(~walls)
    player = tuple(int(part) for part in cells[rng.integers(len(cells))])
    none = np.zeros_like(walls)
    return Level.from_cells(walls, none, none, player), rng


def freed(room, rng, crowd):
    """The places left free when a share of the cells is taken, the player's not, and these cells."""
    cells, board = [tuple(cell) for cell in room.cells.tolist()], room.floor.board
    taken = rng.random(len(cells)) < crowd
    taken[room.player] = False
    free = board.floor.copy()
    for place in board.place[taken].tolist():
        free[place >> 6] ^= np.uint64(1 << (place & 63))
    return free, {cell for cell, is_taken in zip(cells, taken, strict=True) if not is_taken}
