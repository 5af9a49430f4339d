"""Random spanning trees and random walks of slides from them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space import wander_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.frames import frame_of
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size, square
from generator.puzzles.sokoban.kinds.zero_space.limits import SLIDING
from generator.puzzles.sokoban.kinds.zero_space.making.passage import inner_slides, random_start
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_geometry
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import after_passes, random_passes
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of, tree_of
from generator.puzzles.sokoban.slides import tree_kernels

_DRAWS = 1 << 16


@dataclass(frozen=True, slots=True)
class Walk:
    """A random walk of slides, or of passes in types w and g, and where it was farthest from its beginning.

    steps: int32, all of them. distance: the greatest sum of box displacements in pushes (the metric that YASGEN
    tracks). farthest: the steps after which it is first reached.
    """

    steps: NDArray[np.int32]
    distance: int
    farthest: int


def random_tree(type_: str, size: Size, rng: np.random.Generator) -> int:
    """A random spanning tree by Kruskal's algorithm over a disjoint set (not uniformly distributed).

    It is one that a level of its type may begin with: s has a rule of its own, w and g have boxes in gaps only.
    """
    if type_ == "s":
        return random_start(square(size), rng)
    gaps = -1 if type_ in SLIDING else tree_of(hull_geometry(type_, square(size)).gap.astype(np.uint8))
    return grow_tree(type_, size, 0, rng, among=gaps)


def grow_tree(type_: str, size: Size, forest: int, rng: np.random.Generator, among: int = -1) -> int:
    """A random spanning tree that holds a forest, with further boxes from the slots `among` (a mask, -1 is all).

    Where these do not suffice the others complete it.
    """
    frame = frame_of(type_, size)
    boxed = boxed_of(forest, frame.slots)
    order = rng.permutation(frame.slots).astype(np.int32)
    if among != -1:
        others = boxed_of(~among & (1 << frame.slots) - 1, frame.slots)
        order = order[others[order].argsort(kind="stable")]
    tree_kernels.span(frame.walls, order, np.empty(frame.nodes, np.int32), boxed)
    return tree_of(boxed)


def random_walk(
    type_: str, size: Size, tree: int, length: int, rng: np.random.Generator, origin: int | None = None
) -> Walk:
    """A walk of that many steps, each chosen evenly among the legal ones; shorter where none is legal.

    Its distance is that from the tree `origin`, by default its own beginning. In type s only the inner boxes slide.
    """
    if type_ not in SLIDING:
        return Walk(*random_passes(type_, square(size), tree, length, rng))
    floor = floor_of(type_, size)
    boxed = boxed_of(tree, len(floor.cells))
    parent, order = (np.empty(len(floor.corner), np.int32) for _ in range(2))
    tree_kernels.hang(boxed, floor, parent, order)
    home = np.arange(len(boxed), dtype=np.int32)
    slides, tally = np.empty(length, np.int32), np.zeros(4, np.int64)
    if origin is not None:
        boxes = np.flatnonzero(boxed)
        home[boxes] = np.flatnonzero(boxed_of(origin, len(boxed)))
        tally[1:3] = np.abs(boxes - home[boxes]).sum()
    slidable = boxed_of(inner_slides(square(size)), len(boxed)) > 0 if type_ == "s" else floor.face >= 0
    candidates = np.flatnonzero(slidable).astype(np.int32)
    # Every slide can be undone, so that only the first tree may be without one.
    legal = np.empty(len(boxed), np.int32)
    movable = bool(slidable[legal[: tree_kernels.all_slides(boxed, floor, legal)]].any())
    while movable and tally[0] < length:
        draws = rng.choice(candidates, size=_DRAWS)
        wander_kernels.wander(draws, slides, boxed, floor, parent, home, tally)
    return Walk(slides[: tally[0]], 2 * int(tally[2]), int(tally[3]))


def end_of(type_: str, size: Size, tree: int, steps: NDArray[np.int32]) -> int:
    """The tree that the steps of a walk lead to."""
    return after(tree, steps) if type_ in SLIDING else after_passes(type_, square(size), tree, steps)


def after(tree: int, slides: NDArray[np.int32]) -> int:
    """The tree that slides lead to."""
    odd = np.flatnonzero(np.bincount(slides) % 2) if len(slides) else slides
    for slide in odd:
        tree ^= 3 << int(slide)
    return tree
