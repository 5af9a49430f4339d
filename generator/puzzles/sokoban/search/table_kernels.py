"""What the walls of a floor decide about pushes: zones around boxes, and distances between the places of a box.

The words are those of floor_kernels.
"""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED


@kernel(allocates=True)
def divide(
    near: NDArray[np.int16], wanted: NDArray[np.uint8], zone: NDArray[np.uint8], stack: NDArray[np.int16]
) -> None:
    """Fill zone, uint8 (n, n), with the zones around a box on every cell that is wanted; 4 for the box's own cell.

    near: int16 (n, 4). wanted: uint8 (n,). stack: int16 (n,), work space.
    """
    # Apart from walk: zones are bytes, n for each of n cells; the marks of walks are four times as large.
    for box in range(len(near)):
        if not wanted[box]:
            continue
        row = zone[box]
        row[:] = 255
        row[box] = 4
        for label in range(4):
            first = near[box, label]
            if first < 0 or row[first] != 255:
                continue
            row[first] = label
            stack[0] = first
            size = 1
            while size:
                size -= 1
                cell = stack[size]
                for d in range(4):
                    other = near[cell, d]
                    if other >= 0 and row[other] == 255:
                        row[other] = label
                        stack[size] = other
                        size += 1


@kernel(allocates=True)
def measure_pulls(
    goals: NDArray[np.int32], near: NDArray[np.int16], zone: NDArray[np.uint8], ahead: NDArray[np.int16]
) -> None:
    """Fill ahead, int16 (4n, k), with the pushes from every place to each goal."""
    queue = np.empty(4 * len(near), np.int32)
    ahead[:] = UNREACHED
    for goal in range(len(goals)):
        cell = goals[goal]
        size = 0
        for d in range(4):
            if near[cell, d] >= 0 and zone[cell, near[cell, d]] == d:
                ahead[4 * cell + d, goal] = 0
                queue[size] = 4 * cell + d
                size += 1
        head = 0
        while head < size:
            place = queue[head]
            head += 1
            target = place >> 2
            for d in range(4):
                source = near[target, 3 - d]
                if source < 0 or zone[target, source] != (place & 3):
                    continue
                player = near[source, 3 - d]
                if player < 0:
                    continue
                before = 4 * source + zone[source, player]
                if ahead[before, goal] == UNREACHED:
                    ahead[before, goal] = ahead[place, goal] + 1
                    queue[size] = before
                    size += 1


@kernel(allocates=True)
def measure_pushes(
    starts: NDArray[np.int32], player: int, near: NDArray[np.int16], zone: NDArray[np.uint8], behind: NDArray[np.int16]
) -> None:
    """Fill behind, int16 (4n, k), with the pushes from each box's first place to every place."""
    queue = np.empty(4 * len(near), np.int32)
    behind[:] = UNREACHED
    for start in range(len(starts)):
        first = 4 * starts[start] + zone[starts[start], player]
        behind[first, start] = 0
        queue[0] = first
        head, size = 0, 1
        while head < size:
            place = queue[head]
            head += 1
            cell = place >> 2
            for d in range(4):
                target, source = near[cell, d], near[cell, 3 - d]
                if target < 0 or source < 0 or zone[cell, source] != (place & 3):
                    continue
                after = 4 * target + zone[target, cell]
                if behind[after, start] == UNREACHED:
                    behind[after, start] = behind[place, start] + 1
                    queue[size] = after
                    size += 1
