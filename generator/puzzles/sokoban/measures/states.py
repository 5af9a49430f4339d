"""All states that pushes reach from a level, and what is true of all its shortest solutions together."""

from dataclasses import dataclass
from math import log10

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.measures import measure_kernels as kernels
from generator.puzzles.sokoban.measures import play_kernels, run_kernels
from generator.puzzles.sokoban.search.floor import Room

EDGES = 12
"""Pushes that there is room for, for each state."""

SWEEPS = 10_000

LEAST_CHANCE = 1e-300
"""Chances below this are too small for floating point."""


@dataclass(frozen=True, slots=True)
class States:
    """The states of a level that can be solved, with the least pushes from each to a solved one."""

    space: kernels.Space
    left: NDArray[np.int32]
    order: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many states there are."""
        return len(self.left)


@dataclass(frozen=True, slots=True)
class Average:
    """The number of shortest solutions, and means over them, each sequence of pushes counted once.

    choices: pushes onto cells that are not dead, in each state but the last. safe: the share of these that keep the
    level solvable.
    """

    solutions: float
    choices: float
    safe: float


def states_of(room: Room, most: int) -> States | None:
    """The states of a level, or None where there are more than `most`, or none is solved, or the first one is."""
    space = _empty(most, (len(room.cells) + 63) // 64)
    if kernels.explore(room.start, room.player, _ground(room), space, _walks(room)) == kernel_constants.NODE_LIMIT:
        return None
    left = np.empty(int(space.filled[0]), np.int32)
    kernels.measure_back(space, left)
    if not 0 < left[0] < kernels.NEVER:
        return None
    return States(space, left, np.argsort(left, kind="stable"))


def average_of(states: States) -> Average:
    """What a shortest solution is like on the average."""
    solutions, choices, safe = kernels.average(states.space, states.left, states.order)
    return Average(solutions, choices / int(states.left[0]), safe / choices)


def fewest_runs(states: States, room: Room) -> int:
    """The fewest runs of any solution, however many pushes it has; a run pushes one box any number of times."""
    space = states.space
    return run_kernels.fewest_runs(
        space,
        states.left,
        seen=np.zeros((states.count, space.boxes.shape[1]), np.uint64),
        reached=np.zeros(states.count, np.uint8),
        queue=np.empty(states.count, np.int32),
        stack=np.empty((4 * room.boxes * len(room.cells), 2), np.int32),
    )


def random_play(states: States) -> float:
    """Minus the logarithm, to base 10, of the chance that a random player solves the level, at most 300.

    He makes no push onto a dead cell and none that completes a square of walls and boxes with a box off goal. Of the
    others he is twice as likely to choose one that brings a box nearer to some goal. Before each push he gives up
    with a probability of `GIVING_UP`, and he never takes a push back.
    """
    chance = play_kernels.chance(states.space, states.left, states.order, SWEEPS)
    return -log10(max(chance, LEAST_CHANCE))


def _ground(room: Room) -> kernels.MeasuredGround:
    floor = room.floor
    return kernels.MeasuredGround(
        near=floor.near,
        zone=floor.zone,
        nearest=floor.ahead.min(axis=1),
        alive=floor.alive,
        goal=(floor.goal > 0).astype(np.uint8),
        keys=floor.keys,
        board=floor.board,
    )


def _walks(room: Room) -> kernels.Walks:
    cells, words = len(room.cells), len(room.floor.board.floor)
    return kernels.Walks(
        word=np.zeros((cells + 63) // 64, np.uint64),
        box=np.empty(room.boxes, np.int32),
        at=np.zeros(cells, np.int16),
        free=np.empty(words, np.uint64),
        reach=np.empty(words, np.uint64),
        after=np.empty(words, np.uint64),
    )


def _empty(states: int, words: int) -> kernels.Space:
    return kernels.Space(
        boxes=np.empty((states, words), np.uint64),
        player=np.empty(states, np.int16),
        solved=np.empty(states, np.uint8),
        table=np.zeros(1 << (2 * states).bit_length(), np.int32),
        first=np.empty(states + 1, np.int64),
        target=np.empty(EDGES * states, np.int32),
        weight=np.empty(EDGES * states, np.uint8),
        filled=np.zeros(1, np.int64),
    )
