"""Zone refining: what windows cannot settle is driven over the board until it vanishes.

A front passes over the board, and slides behind it cost more than those ahead. So the windows around a box that is
misplaced behind the front lead it home at the cost of what is ahead. Nothing is settled there yet, and nearly every
state is good enough. A defect amid settled boxes could only be carried on as it is. Where windows are stuck, what is
ahead is annealed and they try again. All defects gather before the front, meet, and vanish or end where it ends. Zone
melting purifies metals in this way (Pfann, 1952).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.annealing import COLD, TRIES_OF_A_NODE, metropolis
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Words
from generator.puzzles.sokoban.slides.tree_kernels import Ints

DEAR = 3
"""What a slide behind the front costs, where one ahead of it costs 1."""
WIDTH = 5
DETOURS = np.array([2, 4, 8, 12, 18, 24], np.int32)
"""What a window may cost beyond what it gains, one after another."""
ANNEALINGS = 6
"""Annealings in vain after which a box stays where it is."""
HEAT = 3.0
"""The temperature ahead of the front."""
AROUND = 7
"""Cells around a box that are annealed, one more after every time in vain."""
TRIES = 200
"""Tries for every slide that is drawn."""


class Front(NamedTuple):
    """Where a front has come to.

    passed: (slots - 1,) the slides behind it. heights: int64 (slots,) as windows take them. steps: int64 (slots,) how
    many of the slides before a slot it has passed.
    """

    passed: NDArray[np.bool_]
    heights: Words
    steps: Words


class Sweeper:
    """Leads fronts over the board of one approach; `rng` decides what is random."""

    def __init__(self, approach: Approach, rng: np.random.Generator) -> None:
        zero = approach.zero
        self._approach, self._rng = approach, rng
        self._windows = windows_of(zero.type, zero.size, WIDTH, WIDTH)
        blocks = [approach.shape.cells[self._windows[number]] for number in range(len(self._windows))]
        self._low, self._high = (np.array([end(cells, axis=0) for cells in blocks]) for end in (np.min, np.max))
        self._slides = np.flatnonzero(approach.shape.face[:-1] >= 0).astype(np.int32)

    def sweep(self, order: Words) -> Iterator[None]:
        """Lead a front over the board in this order of slides; what is done for one box is one step."""
        workspace, first = self._approach.workspace, self._approach.length
        ahead = self._ahead(order)
        given_up: set[int] = set()
        for place in np.unique(order[self._slides]):
            front, in_vain = _front(order <= place), 0
            while not window_kernels.is_spent(workspace) and (box := self._lagging(front, given_up)) is not None:
                if not self._led_on(box, ahead, front):
                    in_vain += 1
                    if in_vain > ANNEALINGS:
                        given_up.add(int(workspace.position.aim[box]))
                        in_vain = 0
                    else:
                        self._anneal(box, front, AROUND + in_vain, first)
                yield

    def _ahead(self, order: Words) -> Ints:
        """The windows, those first that the front comes to last."""
        inside = np.zeros(len(order) + 1, np.int64)
        inside[self._slides] = 1
        times = np.concatenate([order, [0]]) * inside
        total, slides = (
            np.add.reduceat(values[self._windows.slots], self._windows.begin[:-1]) for values in (times, inside)
        )
        return np.argsort(-total / slides, kind="stable").astype(np.int32)

    def _lagging(self, front: Front, given_up: set[int]) -> int | None:
        """The first box that has slides behind the front to make, unless it was given up; None if there is none."""
        position = self._approach.workspace.position
        boxes = np.flatnonzero(position.boxed)
        aims = position.aim[boxes]
        lagging = boxes[front.steps[boxes] != front.steps[aims]]
        return next((int(box) for box in lagging if int(position.aim[box]) not in given_up), None)

    def _led_on(self, box: int, ahead: Ints, front: Front) -> int:
        """Improve one of the windows that hold a box or its goal; returns what was gained."""
        workspace, cells = self._approach.workspace, self._approach.shape.cells
        here, there = (
            ((self._low <= cells[slot]) & (cells[slot] <= self._high)).all(axis=1)
            for slot in (box, workspace.position.aim[box])
        )
        numbers = ahead[(here | there)[ahead]]
        windows = self._windows
        return window_kernels.improve_one(numbers, windows.begin, windows.slots, DETOURS, front.heights, workspace)

    def _anneal(self, box: int, front: Front, margin: int, first: int) -> None:
        """Anneal what is around a box, hot ahead of the front and cold behind it."""
        slides = self._approach.slides_around(np.array([box]), margin)
        tries = min(TRIES * len(slides), TRIES_OF_A_NODE * self._approach.left)
        drawn = self._rng.choice(slides, size=tries)
        metropolis(self._approach, self._rng, drawn, np.where(front.passed[drawn], COLD, HEAT), first)


def _front(passed: NDArray[np.bool_]) -> Front:
    heights, steps = (
        np.concatenate([[0], np.cumsum(costs)]).astype(np.int64) for costs in (np.where(passed, DEAR, 1), passed)
    )
    return Front(passed, heights, steps)
