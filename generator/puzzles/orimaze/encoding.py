"""Positions as the kernels have them: the set of the pieces H as a word of bits, and the free cell."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.orimaze.kernel_constants import ARRANGEMENT, CORNER
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, FREE, Level, Position, position_of
from generator.puzzles.orimaze.moves import STEPS

Key = tuple[int, int]
"""The pieces H and the free cell."""

_WAYS = "".join(STEPS)


def key_of(position: Position) -> Key:
    """The key of a position."""
    letters = position.letters
    return sum(1 << cell for cell, letter in enumerate(letters) if letter == ALONG_ROW), letters.index(FREE)


def decoded(key: Sequence[int], height: int, width: int) -> Position:
    """The position of a key."""
    pieces, free = int(key[0]), int(key[1])
    letters = [ALONG_ROW if pieces >> cell & 1 else ALONG_COLUMN for cell in range(height * width)]
    letters[free] = FREE
    return position_of("".join(letters), width)


def shape_of(position: Position) -> NDArray[np.int64]:
    """The height and the width of a position."""
    return np.array([position.height, position.width], np.int64)


def aim_of(level: Level) -> NDArray[np.uint64]:
    """What is to be reached, as the searches take it."""
    if level.goal is None:
        return np.array([CORNER, 0, 0], np.uint64)
    return np.array([ARRANGEMENT, *key_of(level.goal)], np.uint64)


def letter_between(here: Sequence[int], there: Sequence[int], width: int) -> str:
    """The move that leads from a position to a neighbouring one."""
    step = int(there[1]) - int(here[1])
    return _WAYS[{-1: 0, -width: 1, 1: 2, width: 3}[step]]
