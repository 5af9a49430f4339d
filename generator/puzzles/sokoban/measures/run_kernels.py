"""The fewest runs that solve a level, where a run is any number of pushes of one box, one after the other."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words, add, has, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.measures.measure_kernels import NEVER, Space

_Marks = NDArray[np.int32]


@kernel
def _landed(before: Words, after: Words) -> int:
    """The cell onto which a push has moved a box; both sets of boxes are uint64 (words,)."""
    for w in range(len(before)):
        moved = after[w] & ~before[w]
        if moved:
            return 64 * w + int(trailing_zeros(moved))
    return -1


@kernel
def _follow(edge: int, state: int, space: Space, left: _Marks, seen: Words, stack: _Marks, top: int) -> int:
    """Put what an edge of a state leads to on the stack, unless a run has come there before; return its new height.

    left: int32 (states,). seen: uint64 (states, words), modified. stack: int32 (entries, 2), modified.
    """
    target = int(space.target[edge])
    if left[target] == NEVER:
        return top
    cell = _landed(space.boxes[state], space.boxes[target])
    if has(seen[target], cell):
        return top
    add(seen[target], cell)
    stack[top, 0], stack[top, 1] = target, cell
    return top + 1


@kernel
def fewest_runs(
    space: Space, left: _Marks, seen: Words, reached: NDArray[np.uint8], queue: _Marks, stack: _Marks
) -> int:
    """The fewest runs from the first state to a solved one; 0 where there is no way.

    left: int32 (states,), NEVER where a state is lost. All others are modified. seen: uint64 (states, words), zeros:
    the boxes by whose runs each state is reached. reached: uint8 (states,), zeros. queue: int32 (states,). stack: int32
    (boxes * cells * 4, 2): states and the cells of the boxes that were pushed last.
    """
    queue[0], reached[0] = 0, 1
    head, size, runs = 0, 1, 0
    while head < size:
        last = size
        runs += 1
        while head < last:
            begin = int(queue[head])
            head += 1
            top = 0
            for edge in range(space.first[begin], space.first[begin + 1]):
                top = _follow(edge, begin, space, left, seen, stack, top)
            while top:
                top -= 1
                state, cell = int(stack[top, 0]), int(stack[top, 1])
                if space.solved[state]:
                    return runs
                if not reached[state]:
                    reached[state] = 1
                    queue[size] = state
                    size += 1
                for edge in range(space.first[state], space.first[state + 1]):
                    if not has(space.boxes[space.target[edge]], cell):
                        top = _follow(edge, state, space, left, seen, stack, top)
    return 0
