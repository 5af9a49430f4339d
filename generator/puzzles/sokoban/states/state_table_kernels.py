"""A hash table of states: sets of boxes, one bit a cell, and the player's cell."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Words, trailing_zeros
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


@kernel
def enter_states(
    count: int, boxes: Words, players: NDArray[np.int16], keys: NDArray[np.uint64], table: NDArray[np.int32]
) -> None:
    """Enter the first states, which differ, into a table that is empty.

    boxes: uint64 (states, w). players: int16 (states,). keys: uint64 (2, n) that hash boxes and player. table: int32 (a
    power of 2,).
    """
    for state in range(count):
        hashed = keys[1, players[state]]
        for w in range(boxes.shape[1]):
            word = boxes[state, w]
            while word:
                hashed ^= keys[0, 64 * w + trailing_zeros(word)]
                word &= word - ONE
        table[slot_of_state(hashed, boxes[state], players[state], boxes, players, table)] = state + 1
