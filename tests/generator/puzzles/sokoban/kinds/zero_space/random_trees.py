"""Trees of the zero-space types, as the product's numbers and as the oracle's sets of cells."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_tree
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace
from generator.puzzles.sokoban.level import Level
from tests.oracles.slides import Slides

oracle = cache(Slides)

SMALL = [("b", 2), ("b", 3), ("e", 2), ("e", 3)]
WORDS = [*(("b", size) for size in range(2, 7)), *(("e", size) for size in range(2, 6))]


def some_tree(type_, size, seed):
    return random_tree(type_, size, np.random.default_rng(seed))


def cells_of(type_, size, tree):
    """The cells where the boxes of a tree rest."""
    places = geometry(type_, size).cells.tolist()
    return frozenset(tuple(cell) for slot, cell in enumerate(places) if tree >> slot & 1)


def tree_at(type_, size, cells):
    """The tree whose boxes rest in these cells."""
    return sum(1 << slot for slot, cell in enumerate(geometry(type_, size).cells.tolist()) if tuple(cell) in cells)


def slides_from(type_, size, tree):
    """The numbers of the legal slides of a tree."""
    numbers = {tuple(cell): slot for slot, cell in enumerate(geometry(type_, size).cells.tolist())}
    slides = oracle(type_, size).slides(cells_of(type_, size, tree))
    return sorted(numbers[min(old, new)] for old, new, _ in slides)


def slots_apart(type_, size, one, other):
    """The displacements of all boxes between two trees, each paired with that of its rank on the line."""
    slots = range(geometry(type_, size).slots)
    ranked = [[slot for slot in slots if tree >> slot & 1] for tree in (one, other)]
    assert all(a // size == b // size for a, b in zip(*ranked, strict=True))
    return sum(abs(a - b) for a, b in zip(*ranked, strict=True))


def drawn(zero):
    """The board of a level as the oracle draws it."""
    ends = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    return Level(oracle(zero.type, zero.size).rows(*ends, zero.player))


@st.composite
def trees(draw, shapes):
    """A type, a size and a random tree."""
    type_, size = draw(st.sampled_from(shapes))
    return type_, size, some_tree(type_, size, draw(st.integers(0, 2**32)))


@st.composite
def walks(draw, shapes):
    """A level whose player stands anywhere, and slides that solve it (by a detour, or with none to make)."""
    type_, size, start = draw(trees(shapes))
    goal, slides = start, []
    for choice in draw(st.lists(st.integers(0, 999), max_size=8)):
        if legal := slides_from(type_, size, goal):
            slides.append(legal[choice % len(legal)])
            goal ^= 3 << slides[-1]
    cells = sorted(oracle(type_, size).floor - cells_of(type_, size, start))
    return ZeroSpace(type_, size, start, goal, draw(st.sampled_from(cells))), np.array(slides, np.int32)


def pairs(shapes):
    """A level whose player stands anywhere, and whose goal is a few slides away."""
    return walks(shapes).map(lambda walk: walk[0])
