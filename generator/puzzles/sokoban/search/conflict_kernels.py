"""Boxes that are in each other's way: together they need more pushes than one by one, to whatever goals.

All pushes of some boxes have the parity of those of each alone, so what is in conflict needs two more at least. Linear
conflicts, as Andreas Junghanns has them ("Pushing the Limits", 1999), are the plainest of these. Tables of what all
pairs and threes need are pattern databases.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.search.group_kernels import pair_of, triple_of

MOST = 32
"""More pushes than any with which a pair is looked for: what one needs at least that is not found."""


class Conflicts(NamedTuple):
    """How many pushes more some boxes need; m cells on which boxes may stand, n cells in all.

    rank: int32 (n,) the number of a cell among the m, -1 for others. more: uint8 (pairs, n) what the two boxes need at
    least beyond their pushes one by one, for each cell of the player; (0, n) where that is not known. triples: uint8
    (triples, n) the same for three boxes, 0 where two of them need as much. third: uint32 (pairs, words) the cells of a
    third box with which a pair may need more than the table of pairs says; (0, words) where that is not known.
    """

    rank: NDArray[np.int32]
    more: NDArray[np.uint8]
    triples: NDArray[np.uint8]
    third: NDArray[np.uint32]


@kernel
def pushes_in_conflict(
    most: int, player: int, boxes: NDArray[np.int32], counted: NDArray[np.uint8], conflicts: Conflicts
) -> int:
    """What pairs and threes of boxes need more, none of which is in two of them, the neediest first.

    It is not far beyond so many pushes. boxes: int32 (k,). counted: uint8 (k,) boxes that are not looked at, modified.
    The player stands on a cell.
    """
    if len(conflicts.more) == 0:
        return 0
    total = 0
    while total < most:
        more, one, two, three = _neediest(player, boxes, counted, conflicts)
        if more == 0:
            break
        total += more
        counted[one] = counted[two] = 1
        if three >= 0:
            counted[three] = 1
    return total


@kernel
def _neediest(
    player: int, boxes: NDArray[np.int32], counted: NDArray[np.uint8], conflicts: Conflicts
) -> tuple[int, int, int, int]:
    """How much the neediest boxes need, and their numbers: a pair, for which the third one is -1, or three.

    boxes: int32 (k,). counted: uint8 (k,) boxes that are not looked at.
    """
    most, one, two, three = 0, -1, -1, -1
    for second in range(len(boxes)):
        if counted[second]:
            continue
        rank = conflicts.rank[boxes[second]]
        for first in range(second):
            if counted[first]:
                continue
            pair = pair_of(rank, conflicts.rank[boxes[first]])
            more = int(np.int64(conflicts.more[pair, player]))
            if more > most or (more == most and three >= 0):
                most, one, two, three = more, first, second, -1
            if len(conflicts.third) == 0:
                continue
            third = conflicts.third[pair]
            for other in range(first):
                cell = boxes[other]
                if third[cell >> 5] >> np.uint32(cell & 31) & np.uint32(1) and not counted[other]:
                    index = triple_of(rank, conflicts.rank[boxes[first]], conflicts.rank[cell])
                    more = int(np.int64(conflicts.triples[index, player]))
                    if more > most:
                        most, one, two, three = more, first, second, other
    return most, one, two, three
