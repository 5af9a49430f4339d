"""Random spanning trees and random walks of slides from them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.zero_space import tree_kernels
from generator.puzzles.sokoban.zero_space.geometry import geometry
from generator.puzzles.sokoban.zero_space.layout import floor_of
from generator.puzzles.sokoban.zero_space.trees import boxed_of, tree_of

_DRAWS = 1 << 16


@dataclass(frozen=True, slots=True)
class Walk:
    """A random walk of slides: where it ended, and where it was farthest from its beginning.

    slides: int32, all of them. distance is the greatest sum of box displacements in pushes (the metric that YASGEN
    tracks), first reached after `farthest` slides.
    """

    slides: NDArray[np.int32]
    distance: int
    farthest: int


def random_tree(type_: str, size: int, rng: np.random.Generator) -> int:
    """A random spanning tree by Kruskal's algorithm over a disjoint set (not uniformly distributed)."""
    return grow_tree(type_, size, 0, rng)


def grow_tree(type_: str, size: int, forest: int, rng: np.random.Generator, among: int = -1) -> int:
    """A random spanning tree that holds a forest, with further boxes from the slots `among` (a mask, -1 is all).

    Where these do not suffice the others complete it.
    """
    shape = geometry(type_, size)
    boxed = boxed_of(forest, shape.slots)
    order = rng.permutation(shape.slots).astype(np.int32)
    if among != -1:
        preferred = boxed_of(among, shape.slots)[order] > 0
        order = np.concatenate([order[preferred], order[~preferred]])
    tree_kernels.span(shape.walls, order, np.empty(shape.nodes, np.int32), boxed)
    return tree_of(boxed)


def random_walk(type_: str, size: int, tree: int, length: int, rng: np.random.Generator) -> Walk:
    """A walk of that many slides, each chosen evenly among the legal ones; shorter where none is legal."""
    floor = floor_of(type_, size)
    boxed = boxed_of(tree, len(floor.cells))
    parent, order = (np.empty(len(floor.corner), np.int32) for _ in range(2))
    tree_kernels.hang(boxed, floor, parent, order)
    home = np.arange(len(boxed), dtype=np.int32)
    candidates = np.flatnonzero(floor.face >= 0).astype(np.int32)
    slides, tally = np.empty(length, np.int32), np.zeros(4, np.int64)
    # Every slide can be undone, so that only the first tree may be without one.
    movable = tree_kernels.all_slides(boxed, floor, np.empty(len(boxed), np.int32)) > 0
    while movable and tally[0] < length:
        draws = rng.choice(candidates, size=_DRAWS)
        tree_kernels.wander(draws, slides, boxed, floor, parent, home, tally)
    return Walk(slides[: tally[0]], 2 * int(tally[2]), int(tally[3]))


def after(tree: int, slides: NDArray[np.int32]) -> int:
    """The tree that slides lead to."""
    odd = np.flatnonzero(np.bincount(slides) % 2) if len(slides) else slides
    for slide in odd:
        tree ^= 3 << int(slide)
    return tree
