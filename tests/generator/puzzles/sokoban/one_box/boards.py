"""Random boards with several boxes, their floor often in pieces and with cut vertices."""

import numpy as np

from generator.puzzles.sokoban.level import Level


def random_board(rng, highest, widest):
    """A closed board of at most so many rows and columns inside, with at least one box."""
    height, width = int(rng.integers(1, highest + 1)), int(rng.integers(2, widest + 1))
    walls = np.ones((height + 2, width + 2), bool)
    walls[1:-1, 1:-1] = rng.random((height, width)) < rng.choice([0, 0.1, 0.25, 0.4])
    places = [tuple(map(int, cell)) for cell in rng.permutation(np.argwhere(~walls))]
    count = min(int(rng.integers(1, 6)), len(places) - 1)
    if count < 1:
        return random_board(rng, highest, widest)
    boxes, goals = np.zeros_like(walls), np.zeros_like(walls)
    for place in places[1 : count + 1]:
        boxes[place] = True
    for place in rng.permutation(len(places))[:count]:
        goals[places[place]] = True
    return Level.from_cells(walls, boxes, goals, places[0])


def boxes_of(level):
    return [(r, c) for r, row in enumerate(level.rows) for c, letter in enumerate(row) if letter in "$*"]
