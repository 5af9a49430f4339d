"""A tree on its way to the goals, with all that the kernels need to lead it there."""

from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime.window_kernels import (
    CLOCK,
    LENGTH,
    LIMIT,
    NODES,
    ROOM,
    Buffers,
    Explored,
    Position,
    Trail,
    Workspace,
)
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, hang

STATES = 300_000
"""States of one window at most: every component of b 5x5 fits."""
LONGEST = 1 << 22
"""Slides of a trail at most."""
UNLIMITED = 1 << 62
"""More nodes than any search comes to."""
_DEEPEST = 1 << 12
"""Slides within one window at most, and depths of its search."""


class Checkpoint(NamedTuple):
    """A place of the way to come back to: its tree, the slides made before, and what was still to go."""

    boxed: Boxed
    aim: Ints
    length: int
    remaining: int


class Approach:
    """Where the boxes of a level are on their way, how they came there, and how many nodes that took.

    A window is searched with at most so many states, or STATES if that is less.
    """

    def __init__(self, zero: ZeroSpace, states: int = STATES) -> None:
        self.zero = zero
        self.shape = geometry(zero.type, zero.size)
        self.start, self.goal = (boxed_of(tree, self.shape.slots) for tree in (zero.start, zero.goal))
        self.workspace = _workspace(zero, max(ROOM, min(states, STATES)))
        self.limit(UNLIMITED)
        self.set_out()

    def set_out(self) -> None:
        """Stand at the start, with the whole way to go."""
        position, trail = self.workspace.position, self.workspace.trail
        position.boxed[:] = self.start
        position.aim[np.flatnonzero(self.start)] = np.flatnonzero(self.goal)
        trail.tally[LENGTH] = 0
        trail.tally[CLOCK] += 1
        trail.changed[:] = trail.tally[CLOCK]
        hang(position.boxed, self.workspace.floor, position.parent, position.order)

    def limit(self, nodes: int) -> None:
        """Allow so many nodes in all; without a limit there are as many as it takes."""
        self.workspace.trail.tally[LIMIT] = nodes

    @property
    def states(self) -> int:
        """How many states of a window are searched at most."""
        return len(self.workspace.explored.states)

    @property
    def left(self) -> int:
        """How many nodes are left."""
        tally = self.workspace.trail.tally
        return int(tally[LIMIT] - tally[NODES])

    def spend(self, nodes: int) -> None:
        """Count nodes that were searched elsewhere."""
        self.workspace.trail.tally[NODES] += nodes

    @property
    def slides(self) -> Ints:
        """The slides made so far."""
        return self.workspace.trail.slides[: self.workspace.trail.tally[LENGTH]].copy()

    @property
    def length(self) -> int:
        """How many slides were made."""
        return int(self.workspace.trail.tally[LENGTH])

    @property
    def nodes(self) -> int:
        """The states that were searched so far."""
        return int(self.workspace.trail.tally[NODES])

    @property
    def misplaced(self) -> Ints:
        """The slots with boxes that are not on the goal that they have to go to."""
        boxes = np.flatnonzero(self.workspace.position.boxed).astype(np.int32)
        misplaced: Ints = boxes[self.workspace.position.aim[boxes] != boxes]
        return misplaced

    @property
    def remaining(self) -> int:
        """The slides that the boxes still have to make at least: the line bound."""
        boxes = np.flatnonzero(self.workspace.position.boxed)
        return int(np.abs(self.workspace.position.aim[boxes] - boxes).sum())

    def slides_around(self, slots: Ints, margin: int) -> Ints:
        """All slides between slots that lie so many cells at most outside the rectangle around others."""
        cells = self.shape.cells
        low, high = cells[slots].min(axis=0) - margin, cells[slots].max(axis=0) + margin
        inside = ((cells >= low) & (cells <= high)).all(axis=1)
        slides: Ints = np.flatnonzero((self.shape.face[:-1] >= 0) & inside[:-1] & inside[1:]).astype(np.int32)
        return slides

    def checkpoint(self) -> Checkpoint:
        """This place."""
        position = self.workspace.position
        return Checkpoint(position.boxed.copy(), position.aim.copy(), self.length, self.remaining)

    def go_back(self, checkpoint: Checkpoint) -> None:
        """Undo everything since a checkpoint."""
        position, trail = self.workspace.position, self.workspace.trail
        position.boxed[:], position.aim[:] = checkpoint.boxed, checkpoint.aim
        undone = trail.slides[checkpoint.length : self.length]
        trail.tally[LENGTH] = checkpoint.length
        trail.tally[CLOCK] += 1
        trail.changed[undone] = trail.changed[undone + 1] = trail.tally[CLOCK]
        hang(position.boxed, self.workspace.floor, position.parent, position.order)


def _workspace(zero: ZeroSpace, states: int) -> Workspace:
    floor = floor_of(zero.type, zero.size)
    slots, junctions = len(floor.cells), len(floor.corner)
    position = Position(
        boxed=np.empty(slots, np.uint8),
        aim=np.full(slots, -1, np.int32),
        parent=np.empty(junctions, np.int32),
        order=np.empty(junctions, np.int32),
    )
    trail = Trail(np.empty(LONGEST, np.int32), np.zeros(slots, np.int64), np.zeros(4, np.int64))
    buffers = Buffers(
        free=np.zeros(slots, np.uint8),
        label=np.empty(junctions, np.int64),
        doors=np.empty(64, np.int64),
        near=np.empty(64, np.int64),
        across=np.empty(64, np.int64),
        face=np.empty(64, np.int64),
        cost=np.empty((64, 64), np.int32),
        way=np.empty(_DEEPEST, np.int64),
    )
    explored = Explored(
        states=np.empty(states, np.int64),
        back=np.empty(states, np.int64),
        potential=np.empty(states, np.int32),
        table=np.empty(1 << (4 * states - 1).bit_length(), np.int32),
        starts=np.empty(_DEEPEST + 2, np.int64),
    )
    return Workspace(floor, position, trail, buffers, explored, np.arange(slots))
