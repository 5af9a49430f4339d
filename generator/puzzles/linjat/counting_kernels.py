"""Counts the solutions of a puzzle by backtracking: the number with the fewest lines left comes first."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, Int, Words
from generator.kernels import kernel


@kernel(allocates=True)
def count_solutions(
    line: Words, fits: NDArray[np.uint32], dots: Words, most: Int, budget: Int, found: NDArray[np.int32]
) -> tuple[Int, Int]:
    """The number of solutions, at most `most` of them, and the nodes that were searched, at most `budget`.

    line: uint64 (n, orientations, words) the cells of each orientation. fits: uint32 (n,) sets of the orientations that
    are on the grid and off other numbers. dots: uint64 (words,). found: int32 (n,), the orientations of the solution
    that was met first. The count is exact if it is below `most` and the nodes are below the budget.
    """
    n, words = len(fits), len(dots)
    taken, chosen = np.zeros((n + 1, words), np.uint64), np.empty(n, np.int64)
    left, placed = np.zeros(n + 1, np.uint32), np.zeros(n, np.bool_)
    depth, count, nodes = 0, 0, 1
    chosen[0] = _narrowest(line, fits, dots, taken[0], placed, left)
    while depth >= 0:
        number = chosen[depth]
        if number < 0 or left[depth] == 0:
            depth -= 1
            if depth >= 0:
                placed[chosen[depth]] = False
            continue
        orientation = 0
        while not left[depth] >> np.uint32(orientation) & np.uint32(1):
            orientation += 1
        left[depth] &= left[depth] - np.uint32(1)
        for word in range(words):
            taken[depth + 1, word] = taken[depth, word] | line[number, orientation, word]
        placed[number] = True
        if count == 0:
            found[number] = orientation
        if depth + 1 == n:
            placed[number] = False
            open_ = NO_CELL
            for word in range(words):
                open_ |= dots[word] & ~taken[n, word]
            count += int(open_ == NO_CELL)
            if count == most:
                break
            continue
        if nodes == budget:
            break
        nodes += 1
        depth += 1
        chosen[depth] = _narrowest(line, fits, dots, taken[depth], placed, left[depth:])
    return count, nodes


@kernel(allocates=True)
def _narrowest(
    line: Words,
    fits: NDArray[np.uint32],
    dots: Words,
    taken: Words,
    placed: NDArray[np.bool_],
    left: NDArray[np.uint32],
) -> Int:
    """The number without a line that has the fewest left, which are put into left[0]; -1 where there is no way on.

    There is none where a number has no line left, or nobody reaches a dot.

    line: uint64 (n, orientations, words). fits, left: uint32 (n,). dots, taken: uint64 (words,). placed: bool (n,).
    """
    n, words = len(fits), len(dots)
    reach = np.zeros(words, np.uint64)
    best, fewest = -1, 1 << 30
    for number in range(n):
        if placed[number]:
            continue
        possible, count, orientation, rest = np.uint32(0), 0, 0, fits[number]
        while rest:
            if rest & np.uint32(1):
                clash = NO_CELL
                for word in range(words):
                    clash |= line[number, orientation, word] & taken[word]
                if not clash:
                    possible |= np.uint32(1) << np.uint32(orientation)
                    count += 1
                    for word in range(words):
                        reach[word] |= line[number, orientation, word]
            rest >>= np.uint32(1)
            orientation += 1
        if count == 0:
            return -1
        if count < fewest:
            best, fewest = number, count
            left[0] = possible
    for word in range(words):
        if dots[word] & ~(taken[word] | reach[word]):
            return -1
    return best
