"""How different two levels are, by whole images of their boards: slow, and without a trick."""

import numpy as np

from generator.puzzles.sokoban.similarity.identity import inside, symmetries

WALL = 4


def distance(one, other):
    """The least share of differing cells over all images of the other board, played forwards or backwards."""
    board = _codes(one, backwards=False)
    images = [image for backwards in (False, True) for image in symmetries(_codes(other, backwards))]
    return min((_share(board, image) for image in images if image.shape == board.shape), default=1.0)


def _codes(level, backwards):
    cells = inside(level)
    boxes, goals = (cells.goals, cells.boxes) if backwards else (cells.boxes, cells.goals)
    return WALL * cells.walls + boxes + 2 * goals


def _share(board, image):
    return np.count_nonzero(board != image) / np.count_nonzero((board != WALL) | (image != WALL))
