"""Blocks of walls whose slots are searched while every other box stays where it is."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Geometry, geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Size
from generator.puzzles.sokoban.slides.tree_kernels import Ints


@dataclass(frozen=True, slots=True)
class Windows:
    """All blocks of so many walls each way, in one array.

    slots: int32, those of every window in rising order, so that neighbours on a line are side by side. begin: int32
    (windows + 1,), the index where the slots of each window begin.
    """

    begin: Ints
    slots: Ints

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, number: int) -> Ints:
        return self.slots[self.begin[number] : self.begin[number + 1]]


@lru_cache(maxsize=64)
def windows_of(type_: str, size: Size, height: int, width: int) -> Windows:
    """The windows of a type and size, so many walls high and wide, the outer wall counted where it is a node.

    A board with fewer walls is one window. Where an outline leaves nothing to slide there is none.
    """
    shape = geometry(type_, size)
    first, beyond = (1, 1) if type_ == "b" else (0, 2)
    down, right = ((cells - 3) // 2 + beyond for cells in (shape.height, shape.width))
    height, width = min(height, down - first), min(width, right - first)
    corners = product(range(first, down - height + 1), range(first, right - width + 1))
    blocks = [_block(shape, corner, (height, width)) for corner in corners]
    return _joined([block for block in blocks if (shape.face[block[:-1]][np.diff(block) == 1] >= 0).any()])


def _block(shape: Geometry, corner: tuple[int, int], walls: tuple[int, int]) -> Ints:
    first = 2 * np.array(corner)
    inside = (shape.cells >= first) & (shape.cells < first + 2 * np.array(walls) - 1)
    return np.flatnonzero(inside.all(axis=1)).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Holders:
    """The windows in which a slide can be made: int32, grouped by slide; begin: int32 (slots + 1,)."""

    begin: Ints
    windows: Ints


@lru_cache(maxsize=64)
def holders_of(type_: str, size: Size, forms: tuple[tuple[int, int], ...]) -> tuple[Windows, Holders]:
    """The windows of several heights and widths together, and which of them hold each slide."""
    every = [windows_of(type_, size, *form) for form in forms]
    together = _joined([windows[number] for windows in every for number in range(len(windows))])
    slides, numbers = [], []
    for number in range(len(together)):
        window = together[number]
        held = window[:-1][np.diff(window) == 1]
        slides.append(held)
        numbers.append(np.full(len(held), number, np.int32))
    slide, window_of = np.concatenate(slides), np.concatenate(numbers)
    order = np.argsort(slide, kind="stable")
    begin = np.searchsorted(slide[order], np.arange(geometry(type_, size).slots + 1)).astype(np.int32)
    return together, Holders(begin, window_of[order])


def _joined(blocks: list[Ints]) -> Windows:
    begin = np.cumsum([0, *map(len, blocks)]).astype(np.int32)
    return Windows(begin, np.concatenate([np.empty(0, np.int32), *blocks]))
