"""A first solution of any size: windows settled, and what is left driven over the board until it vanishes.

A front goes over the board (`sweeping`), from a side or all around towards a cluster of misplaced boxes, and windows
settle what it leaves. What is nearer to the goals then is kept. If nothing is, a cluster is annealed before the next
front sets out: around it there may be a ring of boxes, each one slot off, which no front undoes.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime import window_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.annealing import anneal
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import LONGEST, Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.defects import clusters_of
from generator.puzzles.sokoban.kinds.zero_space.anytime.fronts import FACINGS, across, towards
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_passes import Settler
from generator.puzzles.sokoban.kinds.zero_space.anytime.zone_refining import Sweeper
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Words
from generator.puzzles.sokoban.slides.tree_kernels import Ints

PATIENCE = 6
"""Fronts in vain, after which an approach is given up: some corners come right only from another beginning."""
HEAT, TRIES = 2.5, 4000
"""Where the temperature begins around a cluster, and how often every slide there is tried."""
MARGIN, WIDER = 8, 2
"""Cells around a cluster that are annealed, and how many more after every front in vain."""
HEAT_OF_ALL, TRIES_OF_ALL = 5.0, 300
"""The same for a whole board that is annealed before anything settles."""


class Finder:
    """Leads an approach to its goals; `seed` decides everything that is random."""

    def __init__(self, approach: Approach, seed: int) -> None:
        self._approach = approach
        self._settler = Settler(approach)
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._sweeper = Sweeper(approach, self._rng)

    def anneal_all(self) -> Iterator[None]:
        """Anneal the whole board, a part after every step, so that what settles then lies elsewhere than without."""
        approach = self._approach
        slides = approach.slides_around(approach.misplaced, max(approach.shape.height, approach.shape.width))
        yield from anneal(approach, self._rng, slides, HEAT_OF_ALL, TRIES_OF_ALL)

    def find(self) -> Iterator[int]:
        """Yield what remains after every step, until it is nothing, the nodes are spent or there is no hope left."""
        approach = self._approach
        for _ in self._settler.settle():
            yield approach.remaining
        best, in_vain = approach.checkpoint(), 0
        while approach.remaining and in_vain < PATIENCE and approach.length < LONGEST // 2:
            for _ in chain(self._anneal(in_vain), self._sweep(), self._settler.settle()):
                yield best.remaining
            if approach.remaining < best.remaining:
                best, in_vain = approach.checkpoint(), 0
            elif window_kernels.is_spent(approach.workspace):
                break
            else:
                approach.go_back(best)
                in_vain += 1
        yield approach.remaining

    def _anneal(self, in_vain: int) -> Iterator[None]:
        """Anneal what is around a cluster, and settle it; the more fronts have failed, the wider."""
        if not in_vain:
            return
        approach, cluster = self._approach, self._drawn()
        around = np.concatenate([cluster, approach.workspace.position.aim[cluster]])
        slides = approach.slides_around(around, MARGIN + WIDER * in_vain)
        yield from anneal(approach, self._rng, slides, HEAT, TRIES)
        yield from self._settler.settle()

    def _sweep(self) -> Iterator[None]:
        if self._approach.remaining:
            yield from self._sweeper.sweep(self._order())

    def _order(self) -> Words:
        """An order for a front: from one of the sides, or towards a cluster."""
        shape = self._approach.shape
        if self._rng.random() < 0.5:
            return across(shape, int(self._rng.integers(FACINGS)))
        return towards(shape, shape.cells[self._drawn()].mean(axis=0), self._rng.random())

    def _drawn(self) -> Ints:
        clusters = clusters_of(self._approach)
        return clusters[int(self._rng.integers(len(clusters)))]
