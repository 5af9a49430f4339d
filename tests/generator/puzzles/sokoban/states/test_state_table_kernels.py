"""The hash table of states."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.states.state_table_kernels import enter_states, slot_of_state

CELLS = 70


@given(
    st.lists(
        st.tuples(st.frozensets(st.integers(0, CELLS - 1), max_size=4), st.integers(0, CELLS - 1)),
        unique=True,
        min_size=1,
        max_size=30,
    ),
    st.integers(0, 9),
)
def test_states_that_are_entered_into_another_table_are_found_there(states, seed):
    *known, new = states
    keys = np.random.default_rng(seed).integers(0, 1 << 63, (2, CELLS), np.uint64)
    boxes, players = np.zeros((len(states), 2), np.uint64), np.array([player for _, player in states], np.int16)
    for number, (cells, _) in enumerate(states):
        for cell in cells:
            boxes[number, cell >> 6] |= np.uint64(1 << (cell & 63))
    table = np.zeros(64, np.int32)
    enter_states(len(known), boxes, players, keys, table)
    for number, (cells, player) in enumerate(states):
        hashed = np.bitwise_xor.reduce([keys[0, cell] for cell in cells] + [keys[1, player]])
        slot = slot_of_state(hashed, boxes[number], player, boxes, players, table)
        assert table[slot] == (0 if (cells, player) == new else number + 1)
