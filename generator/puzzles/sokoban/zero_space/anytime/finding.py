"""A first solution of any size: windows settled, defects carried together and mended, what is stuck disturbed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from generator.puzzles.sokoban.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.zero_space.anytime.approach import LONGEST, Approach, Camp
from generator.puzzles.sokoban.zero_space.anytime.defects import WIDTH, carry, clusters_of
from generator.puzzles.sokoban.zero_space.anytime.mending import Mender
from generator.puzzles.sokoban.zero_space.anytime.settling import Settler
from generator.puzzles.sokoban.zero_space.anytime.shortening import shortened
from generator.puzzles.sokoban.zero_space.anytime.window_kernels import LIMIT, NODES
from generator.puzzles.sokoban.zero_space.anytime.windows import windows_of
from generator.puzzles.sokoban.zero_space.trees import tree_of

STRAYING = (8, 12, 16)
"""How far beyond the line bound a disturbed window goes, by turns."""
STRAIGHTENING = 1000
"""Nodes for every slide of a way that is made shorter at once."""
SMALLEST, GROWTH, SCOPES = 8, 2, 6
"""Cells around a slot that are scrambled: the least, how many more each time, and how many times."""
SCRAMBLE = 16
"""Slides that are tried for every slot that is scrambled; about one in four is legal."""
_DRAWS = 2**62


class Finder:
    """Leads an approach to its goals; `seed` decides everything that is random."""

    def __init__(self, approach: Approach, seed: int) -> None:
        self._approach = approach
        self._settler, self._mender = Settler(approach), Mender(approach)
        self._rng = np.random.Generator(np.random.PCG64(seed))

    def find(self, nodes: int) -> Iterator[int]:
        """Yield what remains after every step, until it is nothing or so many nodes are spent."""
        approach = self._approach
        approach.limit(nodes)
        self._settler.settle()
        best, failures = approach.camp(), 0
        while approach.remaining and not window_kernels.is_spent(approach.desk) and approach.length < LONGEST // 2:
            yield approach.remaining
            if any(self._nearer(step) for step in (self._carry, self._mender.mend, self._settler.settle_widely)):
                continue
            if approach.remaining < best.remaining:
                self._straighten(best)
                best, failures = approach.camp(), 0
            else:
                approach.go_back(best)
                failures += 1
            self._disturb(failures)
            self._settler.settle()
        if approach.length > best.length:
            self._straighten(best)
        yield approach.remaining

    def _straighten(self, camp: Camp) -> None:
        """Take a shorter way from a camp to here."""
        approach = self._approach
        zero = approach.zero
        here = tree_of(approach.desk.position.boxed)
        way = approach.slides[camp.length :]
        other = Approach(replace(zero, start=tree_of(camp.boxed), goal=here))
        tally = approach.desk.trail.tally
        nodes = min(STRAIGHTENING * len(way), int(tally[LIMIT] - tally[NODES]))
        *_, shortest = way, *shortened(other, way, 0, nodes)
        tally[NODES] += other.nodes
        approach.go_back(camp)
        window_kernels.follow(shortest, approach.desk)

    def _carry(self) -> None:
        carry(self._approach)

    def _nearer(self, step: Callable[[], object]) -> bool:
        before = self._approach.remaining
        step()
        self._settler.settle()
        return self._approach.remaining < before

    def _disturb(self, failures: int) -> None:
        clusters = clusters_of(self._approach)
        cluster = clusters[int(self._rng.integers(len(clusters)))]
        slot = cluster[int(self._rng.integers(len(cluster)))]
        if failures % 2:
            self._scramble(slot, SMALLEST + GROWTH * (failures // 2 % SCOPES))
        else:
            for _ in range(1 + failures // 4 % 4):
                self._stray(slot, STRAYING[failures % 3])

    def _stray(self, slot: np.int32, excess: int) -> None:
        windows = windows_of(self._approach.zero.type, self._approach.zero.size, WIDTH, WIDTH)
        numbers = windows.holding(np.array([slot]))
        window = windows[numbers[int(self._rng.integers(len(numbers)))]]
        draw = int(self._rng.integers(_DRAWS))
        window_kernels.stray(window, excess, self._approach.unweighed, draw, self._approach.desk)

    def _scramble(self, slot: np.int32, cells: int) -> None:
        """Random slides around a slot."""
        shape = self._approach.shape
        near = np.abs(shape.cells - shape.cells[slot]).max(axis=1) <= cells
        slides = np.flatnonzero(near & (shape.face >= 0)).astype(np.int32)
        draws = self._rng.choice(slides, size=SCRAMBLE * len(slides))
        window_kernels.follow(draws, self._approach.desk)
