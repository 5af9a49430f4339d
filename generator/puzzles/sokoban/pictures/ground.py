"""What no move changes in the picture of a level."""

from collections.abc import Iterable
from typing import NamedTuple, Self

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.limits import KINDS, SLIDING
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import hull_walls
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.similarity.identity import symmetries
from generator.puzzles.sokoban.states.reach import reachable

FEWEST_PEGS = 4
"""Pegs that make a lattice, if most of the walls inside the room are pegs."""


class Ground(NamedTuple):
    """The parts of a board as masks of its shape.

    A peg is a wall without a wall on any of its four sides. `across` and `along` are the slots of a lattice of
    pegs: floor between two walls on its row, or in its column. Between the blocks of types w and g they are the two
    cells that part neighbouring blocks.
    """

    floor: Mask
    blocks: Mask
    pegs: Mask
    across: Mask
    along: Mask
    goals: Mask

    @classmethod
    def of(cls, level: Level) -> Self:
        """The ground of a level; floor is under the pegs, too, but not where nothing can ever come."""
        walls, boxes, goals, player = level.cells()
        beside = _Beside.of(walls)
        pegs = walls & ~(beside.up | beside.left | beside.right | beside.down)
        floor = pegs | _entered(
            ~walls, [player, *((row, column) for row, column in np.argwhere(boxes | goals).tolist())]
        )
        across = ~walls & beside.left & beside.right & ~(beside.up | beside.down)
        along = ~walls & beside.up & beside.down & ~(beside.left | beside.right)
        if _has_hulls(walls):
            return cls(floor, walls & ~pegs, pegs, *_between_hulls(len(walls)), goals)
        slots = _slots(walls, pegs, across | along, boxes | goals)
        return cls(floor, walls & ~pegs, pegs, across & slots, along & slots, goals)


class _Beside(NamedTuple):
    """Where the neighbour on a side is in a mask."""

    up: Mask
    left: Mask
    right: Mask
    down: Mask

    @classmethod
    def of(cls, mask: Mask) -> Self:
        around = np.pad(mask, 1)
        return cls(around[:-2, 1:-1], around[1:-1, :-2], around[1:-1, 2:], around[2:, 1:-1])


def _entered(free: Mask, cells: Iterable[tuple[int, int]]) -> Mask:
    """All that is connected with one of the cells."""
    found = np.zeros_like(free)
    for cell in cells:
        if not found[cell]:
            found |= reachable(free, cell)
    return found


def _has_hulls(walls: Mask) -> bool:
    """Whether these are the walls of a level of type w or g, however it is turned."""
    size = len(walls) // 3 - 1
    if walls.shape != (3 * size + 3, 3 * size + 3) or size < 2:
        return False
    hulls = [hull_walls(kind, size) for kind in KINDS if kind not in SLIDING]
    return any(np.array_equal(image, hull) for image in symmetries(walls) for hull in hulls)


def _between_hulls(side: int) -> tuple[Mask, Mask]:
    """The cells between blocks on one row, and in one column: those of every third line but the outermost."""
    line = np.arange(side)
    inner = (line > 1) & (line < side - 2)
    corridor = inner & (line % 3 == 1)
    across: Mask = np.outer(inner & ~corridor, corridor)
    return across, across.T


def _slots(walls: Mask, pegs: Mask, gaps: Mask, pieces: Mask) -> Mask:
    """Which gaps are slots: those beside the outer wall only where pieces of the level use such a one."""
    outer = _outer(walls, pegs)
    if pegs.sum() < FEWEST_PEGS or 2 * pegs.sum() <= (walls & ~outer).sum():
        return np.zeros_like(gaps)
    beside = _Beside.of(outer)
    edge = gaps & (beside.up | beside.left | beside.right | beside.down)
    return gaps if (edge & pieces).any() else gaps & ~edge


def _outer(walls: Mask, pegs: Mask) -> Mask:
    """The walls that hang together with the first one; every closed level has one that is no peg."""
    row, column = np.argwhere(walls & ~pegs)[0]
    return reachable(walls, (int(row), int(column)))
