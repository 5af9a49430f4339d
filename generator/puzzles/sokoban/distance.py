"""How different two levels are, whichever way round they are held and played."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.identity import inside, symmetries
from generator.puzzles.sokoban.level import Level

_WALL = 4


def distance(one: Level, other: Level) -> float:
    """The share of the cells inside of either level whose content differs, from 0 (twins) to 1.

    The least over all rotations and reflections, and over exchanging start and goal: a level played backwards
    is a near twin. The player does not count. Levels of different shape are 1 apart.
    """
    board = next(iter(_images(one).values()))[0]
    images = _images(other).get(board.shape)
    if images is None:
        return 1.0
    differ = np.count_nonzero(images != board, axis=(1, 2))
    matter = np.count_nonzero((images & board) != _WALL, axis=(1, 2))
    return float((differ / matter).min())


@lru_cache(maxsize=256)
def _images(level: Level) -> dict[tuple[int, ...], NDArray[np.uint8]]:
    """The images of a level by shape, the level itself first: codes (_WALL, or box + 2 * goal), stacked."""
    cells = inside(level)
    walls = np.uint8(_WALL) * cells.walls
    forwards = walls + cells.boxes + np.uint8(2) * cells.goals
    backwards = walls + cells.goals + np.uint8(2) * cells.boxes
    by_shape: dict[tuple[int, ...], list[NDArray[np.uint8]]] = {}
    for image in symmetries(forwards) + symmetries(backwards):
        by_shape.setdefault(image.shape, []).append(image)
    return {shape: np.stack(images) for shape, images in by_shape.items()}
