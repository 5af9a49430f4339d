"""Trees of types w and g, as the product's numbers and as the oracle's sets of cells."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_tree
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import after_passes, random_passes
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from tests.oracles.hulls import Hulls

oracle = cache(Hulls)

TYPES = ("w", "g", "g-square")


def cells_of(type_, size, tree):
    """The cells where the boxes of a tree rest."""
    places = hull_geometry(type_, size).cells.tolist()
    return frozenset(tuple(cell) for slot, cell in enumerate(places) if tree >> slot & 1)


def tree_at(type_, size, cells):
    """The tree whose boxes rest in these cells."""
    places = hull_geometry(type_, size).cells.tolist()
    return sum(1 << slot for slot, cell in enumerate(places) if tuple(cell) in cells)


def walk(type_, size, seed, length):
    """A level whose goal a random walk of passes reached, and that walk."""
    rng = np.random.default_rng(seed)
    start = random_tree(type_, size, rng)
    passes, distance, farthest = random_passes(type_, size, start, length, rng)
    orientation = seed % 4 if type_ == "g" else seed % 2 if type_ == "w" else 0
    goal = after_passes(type_, size, start, passes)
    return ZeroSpace(type_, size, start, goal, orientation=orientation), passes, (distance, farthest)


@st.composite
def walks(draw, sizes=(2, 3, 4), most=40):
    """A level of any of the types and a walk that solves it."""
    type_, size = draw(st.sampled_from(TYPES)), draw(st.sampled_from(sizes))
    return walk(type_, size, draw(st.integers(0, 2**32)), draw(st.integers(1, most)))
