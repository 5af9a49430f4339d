"""The atlas: all components of the grids of a size; its chapters are the numbers of H in each row."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.orimaze import atlas_kernels, goals
from generator.puzzles.orimaze.encoding import decoded
from generator.puzzles.orimaze.kernel_constants import ARRANGEMENT, CORNER, FREE, WAYS
from generator.puzzles.orimaze.level import Level, format_level
from generator.puzzles.orimaze.limits import ATLAS_CELLS, LARGEST_SIDE, LEAST_SIDE
from generator.values import Chapter, Component, Counts, Exploration

ROOM = 1 << 18
"""Positions of a component that there is room for at first: 5 x 5 has components of 10,273, and 5 x 6 of 117,008."""

KINDS = dict(zip(goals.GOALS, (CORNER, ARRANGEMENT), strict=True))

WHOLE_CELLS = 12
MOST_LISTED = 1 << 10
FEW_LISTED = 2
"""Up to so many cells all components of a chapter are listed, of which there are fewer than this, else the deepest."""


class Chart(NamedTuple):
    """What was found in a chapter.

    `levels` are all positions from which something else is to be reached, of the components that have any; `deep` are
    the deepest components, these first.
    """

    components: int
    positions: int
    solvable: int
    levels: int
    largest: int
    deep: Sequence[Component]


class OrimazeAtlas:
    """All levels of the sizes where every position can be listed."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        rows, cols, goal = given.get("rows", 4), given.get("cols", 4), given.get("goal", goals.CORNER)
        if not LEAST_SIDE <= min(rows, cols) <= max(rows, cols) <= LARGEST_SIDE or rows * cols > ATLAS_CELLS:
            raise SettingError(
                "there is an atlas of grids of {least} to {largest} rows and columns and {most} cells at most, not of "
                "{rows} × {cols}; deep levels of other sizes are found by cenote run",
                least=LEAST_SIDE,
                largest=LARGEST_SIDE,
                most=ATLAS_CELLS,
                rows=rows,
                cols=cols,
            )
        return {"goal": goal, "rows": rows, "cols": cols}

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        return [*_chapters(settings["rows"], settings["cols"], settings["goal"])]

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        counts = tuple(map(int, chapter.split(",")))
        most = MOST_LISTED if _is_whole(settings) else FEW_LISTED
        found = chart(counts, settings["cols"], settings["goal"], most)
        return Exploration(found.deep, Counts(found.components, found.levels))

    def kept(self, settings: Mapping[str, Any]) -> Message:
        if _is_whole(settings):
            return Message("all that have a level")
        return Message("the deepest {few} of each class at most, of those that have a level", few=FEW_LISTED)


def _is_whole(settings: Mapping[str, Any]) -> bool:
    """Whether all components with a level are listed."""
    return bool(settings["rows"] * settings["cols"] <= WHOLE_CELLS)


def _chapters(height: int, width: int, goal: str) -> Iterator[Chapter]:
    """One for each number of H in each row that leaves a cell free; upside down they are alike, but for the corner."""
    for counts in product(range(width + 1), repeat=height):
        if sum(counts) == height * width or (goal == goals.ARRANGEMENT and counts > counts[::-1]):
            continue
        masks = prod(comb(width, count) for count in counts)
        images = 2 if goal == goals.ARRANGEMENT and counts != counts[::-1] else 1
        yield Chapter(",".join(map(str, counts)), masks * (height * width - sum(counts)), images)


def chart(counts: Sequence[int], width: int, goal: str, most: int) -> Chart:
    """The components of the positions with so many H in each row, and the levels of at most so many of them."""
    height, patterns = len(counts), _patterns(counts, width)
    places = int(np.prod(patterns.sizes)) * height * width
    room, listed = min(places, ROOM), FREE
    while listed == FREE:
        seen = np.full(places, atlas_kernels.UNSEEN, np.int32)
        figures, found = np.zeros(5, np.int64), np.empty((most, 6), np.int64)
        listed = atlas_kernels.sweep(patterns, width, KINDS[goal], seen, _members(room), figures, found)
        room = min(places, 4 * room)
    deep = [_component(row, height, width, goal) for row in found[:listed].tolist()]
    deep.sort(key=lambda component: -component.depth)
    components, positions, solvable, levels, largest = figures.tolist()
    return Chart(components, positions, solvable, levels, largest, deep)


def _members(room: int) -> atlas_kernels.Members:
    return atlas_kernels.Members(
        np.empty(room, np.uint64),
        np.empty(room, np.int64),
        np.empty((room, WAYS), np.int32),
        np.empty((3, room), np.int32),
        np.empty((3, room), np.int32),
    )


def _patterns(counts: Sequence[int], width: int) -> atlas_kernels.Patterns:
    rows = [[mask for mask in range(1 << width) if mask.bit_count() == count] for count in range(width + 1)]
    rank = np.empty(1 << width, np.int64)
    for row in rows:
        rank[row] = range(len(row))
    sizes = np.array([len(rows[count]) for count in counts], np.int64)
    chosen = np.zeros((len(counts), int(sizes.max())), np.int64)
    for index, count in enumerate(counts):
        chosen[index, : len(rows[count])] = rows[count]
    return atlas_kernels.Patterns(chosen, sizes, rank, np.cumprod(np.concatenate(([1], sizes[:-1]))))


def _component(row: Sequence[int], height: int, width: int, goal: str) -> Component:
    size, depth, *keys = row
    start = decoded(keys[:2], height, width)
    end = decoded(keys[2:], height, width) if goal == goals.ARRANGEMENT else None
    columns = ",".join(map(str, start.lines[1]))
    return Component(size, columns, depth, format_level(Level(start, end)))


ATLAS = OrimazeAtlas()
