"""The sign of a tree, which no slide changes; it shows in linear time that many levels have no solution.

The proof, and why types w and g's L have no such sign, stand in docs/research/zero-space.md.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.messages import SILENCE, Message
from generator.puzzles.sokoban.kinds.zero_space.boards.frames import frame_of, lines_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size
from generator.puzzles.sokoban.kinds.zero_space.limits import KEEPING_LINES
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of, line_counts
from generator.puzzles.sokoban.slides.finding import OTHER_LINES

_OTHER_SIGN = Message("the trees of the boxes and of the goals have opposite signs, and no slide changes the sign")


def obstacle(zero: ZeroSpace) -> Message:
    """Why no slides can lead from the boxes to the goals; it is empty where no search was needed to say so."""
    if zero.type not in KEEPING_LINES:
        return SILENCE
    if line_counts(zero.type, zero.size, zero.start) != line_counts(zero.type, zero.size, zero.goal):
        return OTHER_LINES
    if sign(zero.type, zero.size, zero.start) != sign(zero.type, zero.size, zero.goal):
        return _OTHER_SIGN
    return SILENCE


def sign(type_: str, size: Size, tree: int) -> int:
    """The determinant, 1 or -1, of the tree's incidence matrix without the last node's row; no slide changes it.

    Only for types whose boxes keep to their line. The columns are the boxes, line by line; each has -1 at the node
    above or left of it, and 1 at the other.
    """
    frame = frame_of(type_, size)
    boxed = boxed_of(tree, frame.slots) > 0
    order = _line_by_line(type_, size)
    return _determinant(frame.walls[order[boxed[order]]].tolist(), frame.nodes)


@lru_cache(maxsize=64)
def _line_by_line(type_: str, size: Size) -> NDArray[np.intp]:
    """The slots in the order of their lines, and on each line in theirs."""
    return np.argsort(lines_of(type_, size), kind="stable")


def _determinant(edges: Iterable[Sequence[int]], nodes: int) -> int:
    """Only one term of the expansion is not zero, that in which every node takes the edge towards the last one."""
    around: list[list[tuple[int, int, int]]] = [[] for _ in range(nodes)]
    for edge, (tail, head) in enumerate(edges):
        around[tail].append((edge, head, 1))
        around[head].append((edge, tail, -1))
    upward = [-1] * nodes
    product, reached = 1, [nodes - 1]
    for node in reached:
        for edge, child, entry in around[node]:
            if edge != upward[node]:
                upward[child] = edge
                product *= entry
                reached.append(child)
    return product * _parity(upward[:-1])


def _parity(permutation: list[int]) -> int:
    """The sign of a permutation, which is sorted by this."""
    parity = 1
    for index in range(len(permutation)):
        while (other := permutation[index]) != index:
            permutation[index], permutation[other] = permutation[other], other
            parity = -parity
    return parity
