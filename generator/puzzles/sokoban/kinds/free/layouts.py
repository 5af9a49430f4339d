"""Random walls and goals."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.free.limits import LARGEST_SIDE, SPARE
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.states.reach import reachable

DENSITY = (0.1, 0.45)
"""The share of walls in a random room: least and most."""


class RoomPlan(NamedTuple):
    """The walls and goals of a room, which operators change in place."""

    walls: Mask
    goals: Mask


def random_room(height: int, width: int, boxes: int, rng: np.random.Generator) -> Room | None:
    """A room of random walls around its largest part, None where that is too small for the boxes."""
    floor = largest_part(rng.random((height, width)) > rng.uniform(*DENSITY))
    if floor.sum() < boxes + SPARE:
        return None
    return Room.from_masks(~floor, random_goals(floor, boxes, rng))


def random_cells(
    count: int, boxes: int, rng: np.random.Generator, frame: tuple[int, int] = (LARGEST_SIDE, LARGEST_SIDE)
) -> Room:
    """A room of so many cells of floor in a frame, each of which was put beside one that was there."""
    first = np.zeros(frame, np.bool_)
    first[frame[0] // 2, frame[1] // 2] = True
    floor = resized(first, np.zeros_like(first), count, rng)
    assert floor is not None
    return Room.from_masks(~floor, random_goals(floor, boxes, rng)).cropped()


def resized(floor: Mask, goals: Mask, count: int, rng: np.random.Generator) -> Mask | None:
    """Floor in one piece with cells added beside it, or taken away that are no goals, until there are so many."""
    floor = floor.copy()
    while floor.sum() < count:
        cell = pick(beside(floor) & ~floor, rng)
        if cell is None:
            return None
        floor[cell] = True
    left = floor & ~goals
    while floor.sum() > count:
        cell = pick(left, rng)
        if cell is None:
            return None
        floor[cell] = left[cell] = False
        if largest_part(floor).sum() < floor.sum():
            floor[cell] = True
        else:
            left = floor & ~goals
    return floor


def random_goals(floor: Mask, boxes: int, rng: np.random.Generator) -> Mask:
    """Goals anywhere on the floor, or, as often, grown together from one cell."""
    if rng.random() < 0.5:
        return grown(floor, np.zeros_like(floor), boxes, rng)
    goals = np.zeros_like(floor)
    goals.flat[rng.choice(np.flatnonzero(floor), size=boxes, replace=False)] = True
    return goals


def grown(floor: Mask, goals: Mask, boxes: int, rng: np.random.Generator) -> Mask:
    """Goals joined by others, each beside one that is there, until there are so many; the floor is in one piece."""
    goals = goals.copy()
    if not goals.any():
        goals.flat[rng.choice(np.flatnonzero(floor))] = True
    while goals.sum() < boxes:
        goals.flat[rng.choice(np.flatnonzero(beside(goals) & floor & ~goals))] = True
    return goals


def regrown(floor: Mask, goals: Mask, rng: np.random.Generator) -> Mask:
    """The same number of goals, several of them set anew beside those that stay."""
    boxes, left = int(goals.sum()), goals.copy()
    for _ in range(int(rng.integers(1, boxes + 1))):
        left[pick(left, rng)] = False
    return grown(floor, left, boxes, rng)


def beside(cells: Mask) -> Mask:
    """The cells that are a step away from some cell of a mask."""
    found = np.zeros_like(cells)
    found[1:] |= cells[:-1]
    found[:-1] |= cells[1:]
    found[:, 1:] |= cells[:, :-1]
    found[:, :-1] |= cells[:, 1:]
    return found


def largest_part(floor: Mask) -> Mask:
    """The largest part of the floor whose cells are joined, the first one of several."""
    left, best = floor.copy(), np.zeros_like(floor)
    while left.sum() > best.sum():
        row, column = divmod(int(left.argmax()), floor.shape[1])
        part = reachable(left, (row, column))
        left &= ~part
        if part.sum() > best.sum():
            best = part
    return best


def pick(cells: Mask, rng: np.random.Generator) -> tuple[int, int] | None:
    """A random cell of a mask, None where it has none."""
    places: NDArray[np.intp] = np.flatnonzero(cells)
    if not len(places):
        return None
    row, column = divmod(int(rng.choice(places)), cells.shape[1])
    return row, column
