"""Levels turned and mirrored, for types whose board is not the same from all sides.

An orientation is a number from 0 to 7: the place in identity.symmetries of the board as it is among the images of the
board as its type defines it.
"""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.similarity.identity import symmetries

ORIENTATIONS = range(8)

_FLIPPED = tuple(str.maketrans("udlrUDLR", letters) for letters in ("udlrUDLR", "dulrDULR", "udrlUDRL", "durlDURL"))
_TRANSPOSED = str.maketrans("udlrUDLR", "lrudLRUD")


def turned(level: Level, orientation: int) -> Level:
    """A level as its type defines it, in an orientation."""
    return _level(symmetries(_letters(level))[orientation]) if orientation else level


def turned_back(level: Level, orientation: int) -> Level:
    """The inverse of `turned`."""
    if not orientation:
        return level
    letters = _letters(level)
    return _level(symmetries(letters if orientation < 4 else letters.T)[orientation % 4])


def turned_moves(moves: str, orientation: int) -> str:
    """Moves on a level as its type defines it, as they are made on the turned level."""
    flipped = moves.translate(_FLIPPED[orientation % 4])
    return flipped.translate(_TRANSPOSED) if orientation >= 4 else flipped


def turned_back_moves(moves: str, orientation: int) -> str:
    """The inverse of `turned_moves`."""
    upright = moves.translate(_TRANSPOSED) if orientation >= 4 else moves
    return upright.translate(_FLIPPED[orientation % 4])


def _letters(level: Level) -> NDArray[np.uint8]:
    return np.frombuffer("".join(level.rows).encode("ascii"), np.uint8).reshape(level.height, level.width)


def _level(letters: NDArray[np.uint8]) -> Level:
    return Level(tuple(row.tobytes().decode("ascii") for row in letters))
