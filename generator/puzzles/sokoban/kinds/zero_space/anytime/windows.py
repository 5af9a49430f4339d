"""Blocks of walls whose slots are searched while every other box stays where it is."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.geometry import Geometry, geometry
from generator.puzzles.sokoban.kinds.zero_space.tree_kernels import Ints


@dataclass(frozen=True, slots=True)
class Windows:
    """All blocks of so many walls each way, one after another.

    slots: int32, those of every window in rising order, so that neighbours on a line stand side by side. begin: int32
    (windows + 1,) where those of each begin.
    """

    begin: Ints
    slots: Ints

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __getitem__(self, number: int) -> Ints:
        return self.slots[self.begin[number] : self.begin[number + 1]]


@cache
def windows_of(type_: str, size: int, height: int, width: int) -> Windows:
    """The windows of a type and size, so many walls high and wide, the outer wall counted where it is a node.

    A board with fewer walls is one window.
    """
    shape = geometry(type_, size)
    first, last = (1, size) if shape.ring else (0, size + 1)
    height, width = (min(walls, last - first + 1) for walls in (height, width))
    rows, columns = range(first, last - height + 2), range(first, last - width + 2)
    return _joined([_block(shape, (row, column), (height, width)) for row in rows for column in columns])


def _block(shape: Geometry, corner: tuple[int, int], walls: tuple[int, int]) -> Ints:
    first = 2 * np.array(corner)
    inside = (shape.cells >= first) & (shape.cells < first + 2 * np.array(walls) - 1)
    return np.flatnonzero(inside.all(axis=1)).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Holders:
    """The windows in which a slide can be made: int32, grouped by slide; begin: int32 (slots + 1,)."""

    begin: Ints
    windows: Ints


@cache
def holders_of(type_: str, size: int, forms: tuple[tuple[int, int], ...]) -> tuple[Windows, Holders]:
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
