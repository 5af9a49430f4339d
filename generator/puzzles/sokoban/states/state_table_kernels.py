"""A hash table of states: sets of boxes, one bit a cell, and the player's cell."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.kernels import kernel


@kernel
def slot_of_state(
    hashed: np.uint64, word: Words, player: int, boxes: Words, players: NDArray[np.int16], table: NDArray[np.int32]
) -> int:
    """Where in the table a state is, or the free index where it belongs.

    word: uint64 (w,) the boxes of the state. boxes: uint64 (states, w) and players: int16 (states,) of those that are
    known. table: int32 (a power of 2,) their numbers plus 1, 0 where free.
    """
    # Apart from slot_of_row: a state lies in two arrays, and its hash is at hand.
    last = np.uint64(len(table) - 1)
    index = np.int64(hashed & last)
    while table[index]:
        state = table[index] - 1
        if players[state] == player:
            same = True
            for w in range(len(word)):
                if boxes[state, w] != word[w]:
                    same = False
                    break
            if same:
                break
        index = (index + 1) & np.int64(last)
    return int(index)
