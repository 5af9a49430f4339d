"""Pairs of trees that are far apart, with the slides between them.

Both ends leave one tree by random slides. Slides that bring a box nearer to where it rests at the other end become
rarer and rarer, so that the line bound grows. This is simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983).
"""

from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size
from generator.puzzles.sokoban.kinds.zero_space.far_pair_kernels import FIRST, Ends, part
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of
from generator.puzzles.sokoban.slides.tree_kernels import Ints, hang

_DRAWS = 1 << 16


class Parted(NamedTuple):
    """Two trees, and slides from the first to the second."""

    start: int
    goal: int
    slides: Ints


def parted(type_: str, size: Size, tree: int, tries: int, rng: np.random.Generator) -> Parted:
    """The ends that slides from a tree of type b, e or s lead to, where they are farthest apart by the line bound."""
    floor, ends, tally = floor_of(type_, size), _ends(type_, size, tree), np.zeros(4, np.int64)
    slidable = np.flatnonzero(floor.face >= 0).astype(np.int32)
    slides = np.empty(tries, np.int32)
    for first in range(0, tries, _DRAWS):
        numbers = np.arange(first, min(first + _DRAWS, tries))
        draws = 2 * rng.choice(slidable, size=len(numbers)) + rng.integers(2, size=len(numbers), dtype=np.int32)
        yielding = tries * rng.random(len(numbers)) >= numbers
        part(draws, yielding.astype(np.uint8), slides, floor, ends, tally)
    way = slides[: tally[FIRST]]
    back, forth = (way[way & 1 == end] >> 1 for end in range(2))
    return Parted(after(tree, back), after(tree, forth), np.concatenate([back[::-1], forth]))


def _ends(type_: str, size: Size, tree: int) -> Ends:
    floor = floor_of(type_, size)
    slots, junctions = len(floor.cells), len(floor.corner)
    ends = Ends(
        boxed=np.stack([boxed_of(tree, slots)] * 2),
        parent=np.empty((2, junctions), np.int32),
        partner=np.stack([np.arange(slots, dtype=np.int32)] * 2),
    )
    for boxed, parent in zip(ends.boxed, ends.parent, strict=True):
        hang(boxed, floor, parent, np.empty(junctions, np.int32))
    return ends
