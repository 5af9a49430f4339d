"""Door mazes: levels of any author for which slides are exact (docs/research/slides-are-exact.md).

A *door* is a cell between two others, in a straight line. What lies between doors is a *junction*: one cell, or a hall
where every door has a wall opposite. A level is a door maze if all its boxes and goals are in doors, and if the
junctions and the doors that are open form a tree, with the boxes at the start as well as at the goals.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, TreeFloor, hang

Neighbours = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class DoorMaze:
    """The doors of a level, line by line, and which of them hold a box at the start and in the end.

    doors: int32 (slots,) their cells. middles: int32 (slots,) the cell between a door and the next one, or -1. beyond:
    the direction from a door to the next one, RIGHT or DOWN.
    """

    doors: Ints
    middles: Ints
    beyond: Ints
    floor: TreeFloor
    start: Boxed
    goal: Boxed

    @property
    def keeps_lines(self) -> bool:
        """Whether there are as many boxes as goals on each line of doors, which slides cannot change."""
        line = np.cumsum(np.insert(self.floor.face[:-1] < 0, 0, False))
        return bool((np.bincount(line, self.start) == np.bincount(line, self.goal)).all())

    def pushes(self, slides: Ints) -> list[tuple[int, int]]:
        """The pushes of slides that are made from the start on: the cell of a box and a direction, two for each."""
        boxed, pushes = self.start.copy(), []
        for slide in slides.tolist():
            forward = bool(boxed[slide])
            direction = int(self.beyond[slide]) if forward else 3 - int(self.beyond[slide])
            cells = self.doors[slide if forward else slide + 1], self.middles[slide]
            pushes += [(int(cell), direction) for cell in cells]
            boxed[slide], boxed[slide + 1] = boxed[slide + 1], boxed[slide]
        return pushes


def door_maze(near: Neighbours, start: Ints, goal: Ints) -> DoorMaze | None:
    """The door maze that a floor is with these boxes and goals, None where it is not one.

    near: (cells, 4) the neighbour of each cell up, left, right and down, or -1.
    """
    beside: list[list[int]] = near.tolist()
    ways = _doors(beside, {*start.tolist(), *goal.tolist()})
    if not ways:
        return None
    order, goes_on = _by_lines(beside, ways)
    junction, count = _junctions(beside, ways)
    beyond = np.array([ways[door] for door in order], np.int32)
    doors = np.array(order, np.int32)
    joined = np.array([[junction[beside[door][3 - ways[door]]], junction[beside[door][ways[door]]]] for door in order])
    middles = np.where(goes_on, near[doors, beyond], -1).astype(np.int32)
    floor = _floor(joined.astype(np.int32), np.where(goes_on, joined[:, 1], -1).astype(np.int32), count)
    boxed = [np.isin(doors, cells).astype(np.uint8) for cells in (start, goal)]
    if not all(_is_resting(one, floor) for one in boxed):
        return None
    return DoorMaze(doors, middles, beyond, floor, *boxed)


def _doors(near: list[list[int]], resting: Iterable[int]) -> dict[int, int] | None:
    """The fewest doors that hold all these cells, each with its direction, RIGHT or DOWN; None where there are none.

    A junction that a box may be pushed across is one cell, so that everything around it is a door.
    """
    doors: dict[int, int] = {}
    waiting = sorted(resting)
    while waiting:
        door = waiting.pop()
        if door in doors:
            continue
        ways = [way for way in range(4) if near[door][way] >= 0]
        if ways not in ([LEFT, RIGHT], [UP, DOWN]):
            return None
        doors[door] = ways[1]
        for way in ways:
            end = near[door][way]
            if near[end][way] >= 0:
                waiting += [cell for cell in near[end] if cell >= 0]
    meet = any(near[door][way] in doors or near[door][3 - way] in doors for door, way in doors.items())
    return None if meet else doors


def _by_lines(near: list[list[int]], ways: dict[int, int]) -> tuple[list[int], list[bool]]:
    """The doors so that those opposite to one another are neighbours, and whether the next is opposite to each."""
    order: list[int] = []
    goes_on: list[bool] = []
    for first in sorted(ways):
        way = ways[first]
        if near[near[first][3 - way]][3 - way] >= 0:
            continue
        door = first
        while door >= 0:
            order.append(door)
            door = near[near[door][way]][way]
            goes_on.append(door >= 0)
    return order, goes_on


def _junctions(near: list[list[int]], doors: Iterable[int]) -> tuple[dict[int, int], int]:
    """The number of the junction of every cell that is not a door, and how many there are."""
    number: dict[int, int] = {}
    closed, count = {*doors}, 0
    for first in range(len(near)):
        if first in closed or first in number:
            continue
        number[first], waiting = count, [first]
        while waiting:
            for cell in near[waiting.pop()]:
                if cell >= 0 and cell not in closed and cell not in number:
                    number[cell] = count
                    waiting.append(cell)
        count += 1
    return number, count


def _floor(joined: Ints, face: Ints, junctions: int) -> TreeFloor:
    """What the kernels of trees read; no walks are taken on it, so that it knows no halls."""
    ends = joined.T.ravel()
    order = np.argsort(ends, kind="stable").astype(np.int32)
    begin = np.searchsorted(ends[order], np.arange(junctions + 1)).astype(np.int32)
    cells, corner = np.zeros_like(joined), np.zeros((junctions, 2), np.int32)
    hall, beside, toward = np.zeros((0, 3), np.int32), np.full_like(joined, -1), np.zeros((0, 0), np.int32)
    for array in (cells, joined, face, corner, hall):  # as those of a geometry: one type for the kernels
        array.setflags(write=False)
    return TreeFloor(cells, joined, face, corner, begin, (order % len(face)).astype(np.int32), hall, beside, toward)


def _is_resting(boxed: Boxed, floor: TreeFloor) -> bool:
    junctions = len(floor.corner)
    parent, order = (np.empty(junctions, np.int32) for _ in range(2))
    return len(boxed) - boxed.sum() == junctions - 1 and hang(boxed, floor, parent, order) == junctions
