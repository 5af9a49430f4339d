"""How different levels are, whichever way round they are held and played."""

from collections.abc import Sequence

import numpy as np

from generator.puzzles.sokoban.similarity import distance_kernels as kernel
from generator.puzzles.sokoban.similarity.similarity import KINDS, boards_of, kinds_of_letters

_KINDS = kinds_of_letters(KINDS)


def distances(text: str, others: Sequence[str]) -> list[float]:
    """The share of the cells inside of either of two levels whose content differs, from 0 (twins) to 1.

    The least over all rotations and reflections, and over exchanging start and goal: a level played backwards
    is a near twin. The player does not count. Levels of different shape are 1 apart.
    """
    boards = boards_of([text, *others])
    one, other = (np.empty(boards.longest, np.uint8) for _ in range(2))
    found, stack = np.empty(len(others)), np.empty(boards.longest, np.int32)
    kernel.distances(boards.letters, boards.starts, _KINDS, one, other, stack, found)
    return found.tolist()
