"""Levels of every size, the windows of their boards, and slides played by the oracle."""

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after, random_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle, tree_at
from tests.oracles.windows import SlidesInside


def walked(type_, size, seed, length):
    """A level whose goal is at the end of a random walk, and its slides."""
    rng = np.random.default_rng(seed)
    start = random_tree(type_, size, rng)
    slides = random_walk(type_, size, start, length, rng).steps
    return ZeroSpace(type_, size, start, after(start, slides)), slides


@st.composite
def journeys(draw, shapes, length=100):
    """A level and slides that solve it."""
    type_, size = draw(st.sampled_from(shapes))
    return walked(type_, size, draw(st.integers(0, 2**32)), length)


@st.composite
def windows(draw, zero, walls):
    """The slots of a window of a level's board."""
    every = windows_of(zero.type, zero.size, *walls)
    return every[draw(st.integers(0, len(every) - 1))]


def inside(zero, slots, heights=None):
    """The oracle for a window, on a board where every slot has its height."""
    places = list(map(tuple, geometry(zero.type, zero.size).cells.tolist()))
    high = None if heights is None else dict(zip(places, heights.tolist(), strict=True))
    return SlidesInside(zero.type, zero.size, {places[slot] for slot in slots.tolist()}, high)


def end_of(zero, slides):
    """The tree that slides lead to from the start of a level; all of them are legal."""
    places = list(map(tuple, geometry(zero.type, zero.size).cells.tolist()))
    board = oracle(zero.type, zero.size)
    tree = cells_of(zero.type, zero.size, zero.start)
    for slide in slides.tolist():
        old, new = sorted((places[slide], places[slide + 1]), key=tree.__contains__, reverse=True)
        assert new in board.neighbours(old)
        tree = tree ^ {old, new}
        assert board.is_tree(tree)
    return tree_at(zero.type, zero.size, tree)
