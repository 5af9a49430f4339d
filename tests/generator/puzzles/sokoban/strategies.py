"""Small levels of every shape, and games played on them."""

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level
from tests.oracles.replay import Game


@st.composite
def levels(draw, most_boxes=3):
    """A closed level of at most 5 x 6 cells inside, not necessarily solvable, its floor perhaps in pieces."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(2, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    order = [(1 + int(cell) // width, 1 + int(cell) % width) for cell in rng.permutation(height * width)]
    count = draw(st.integers(1, min(most_boxes, len(order) - 1)))
    player, boxes = order[0], order[1 : count + 1]
    free = order[: draw(st.integers(count + 1, len(order)))]
    goals = [free[int(place)] for place in rng.permutation(len(free))[:count]]
    shape = (height + 2, width + 2)
    return Level.from_cells(~_mask(shape, free), _mask(shape, boxes), _mask(shape, goals), player)


@st.composite
def played(draw):
    """A level and a legal sequence of moves, in the right case, that ends with every box on a goal."""
    level = draw(levels())
    game = Game(level)
    for direction in draw(st.lists(st.sampled_from("lurd"), max_size=60)):
        game.play(direction)
    walls, boxes, _, player = level.cells()
    letters = (direction if box is None else direction.upper() for direction, box in game.history)
    return Level.from_cells(walls, boxes, _mask(walls.shape, game.boxes), player), "".join(letters)


@st.composite
def wandered(draw, most_boxes=2):
    """A room with few walls and a legal sequence of many random moves with a push, which solves it."""
    height, width = draw(st.integers(3, 4)), draw(st.integers(3, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    order = [(1 + int(cell) // width, 1 + int(cell) % width) for cell in rng.permutation(height * width)]
    count, shape = draw(st.integers(1, most_boxes)), (height + 2, width + 2)
    walls = ~_mask(shape, order[: len(order) - draw(st.integers(0, 3))])
    game = Game(Level.from_cells(walls, _mask(shape, order[1 : count + 1]), walls & False, order[0]))
    for direction in rng.choice(list("lurd"), size=draw(st.integers(10, 150))):
        game.play(direction)
    letters = [move.direction if move.box is None else move.direction.upper() for move in game.history]
    return Level.from_cells(walls, _mask(shape, order[1 : count + 1]), _mask(shape, game.boxes), order[0]), "".join(
        letters
    )


def _mask(shape, places):
    mask = np.zeros(shape, bool)
    for place in places:
        mask[place] = True
    return mask
