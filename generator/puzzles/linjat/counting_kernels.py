"""Counts the solutions of a puzzle by backtracking: the number with the fewest lines left comes first."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, Int, Words, population, trailing_zeros
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

    There is no way on where a number has no line left, or no number reaches a dot. A dot that one number alone can
    reach is covered by all lines that the number has left.

    line: uint64 (n, orientations, words). fits, left: uint32 (n,). dots, taken: uint64 (words,). placed: bool (n,).
    """
    n, words = len(fits), len(dots)
    possible, reach = np.zeros(n, np.uint32), np.zeros((n, words), np.uint64)
    once, twice = np.zeros(words, np.uint64), np.zeros(words, np.uint64)
    for number in range(n):
        if not placed[number]:
            possible[number] = _free_lines(line[number], fits[number], taken, reach[number])
            if not possible[number]:
                return -1
            for word in range(words):
                twice[word] |= once[word] & reach[number, word]
                once[word] |= reach[number, word]
    for word in range(words):
        if dots[word] & ~(taken[word] | once[word]):
            return -1
    best, fewest = -1, 1 << 30
    for number in range(n):
        if not placed[number]:
            for word in range(words):
                reach[number, word] &= dots[word] & ~taken[word] & ~twice[word]
            kept = _lines_over(line[number], possible[number], reach[number])
            count = population(np.uint64(kept))
            if count == 0:
                return -1
            if count < fewest:
                best, fewest = number, count
                left[0] = kept
    return best


@kernel
def _free_lines(line: Words, fits: np.uint32, taken: Words, reach: Words) -> np.uint32:
    """The set of a number's orientations that stay off taken cells; `reach` becomes all of their cells.

    line: uint64 (orientations, words). taken, reach: uint64 (words,).
    """
    free = np.uint32(0)
    while fits:
        orientation, clash = trailing_zeros(np.uint64(fits)), NO_CELL
        for word in range(len(taken)):
            clash |= line[orientation, word] & taken[word]
        if not clash:
            free |= np.uint32(1) << np.uint32(orientation)
            for word in range(len(taken)):
                reach[word] |= line[orientation, word]
        fits &= fits - np.uint32(1)
    return free


@kernel
def _lines_over(line: Words, possible: np.uint32, cells: Words) -> np.uint32:
    """Those of a set of orientations that have all of some cells; line: uint64 (orientations, words)."""
    kept = np.uint32(0)
    while possible:
        orientation, missed = trailing_zeros(np.uint64(possible)), NO_CELL
        for word in range(len(cells)):
            missed |= cells[word] & ~line[orientation, word]
        if not missed:
            kept |= np.uint32(1) << np.uint32(orientation)
        possible &= possible - np.uint32(1)
    return kept
