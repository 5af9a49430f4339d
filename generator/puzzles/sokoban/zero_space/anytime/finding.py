"""A first solution of any size: windows settled, and what is left shaken until it is nearer to the goals.

Where windows are stuck, the boxes between two odd clusters make random slides, ever fewer of them away from the goals:
simulated annealing (Kirkpatrick et al., 1983). Odd clusters wander then, and vanish where they meet. Others are rings
of boxes, each one slot off, around a part of the board: those take more heat. What is nearer after the windows have
settled is kept. If nothing is, it is shaken again where it is now, a few times, before everything goes back.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.zero_space.anytime import shaking_kernels, window_kernels
from generator.puzzles.sokoban.zero_space.anytime.approach import LONGEST, Approach, Camp
from generator.puzzles.sokoban.zero_space.anytime.defects import clusters_of, gap, is_odd, spread
from generator.puzzles.sokoban.zero_space.anytime.schedule import Schedule
from generator.puzzles.sokoban.zero_space.anytime.settling import Settler
from generator.puzzles.sokoban.zero_space.anytime.shortening import shortened
from generator.puzzles.sokoban.zero_space.tree_kernels import Boxed, Ints
from generator.puzzles.sokoban.zero_space.trees import tree_of

HEAT = 0.3
"""Degrees more for what may be a ring."""
RINGS = 4
"""Of so many shakes one treats an odd cluster as if it were a ring."""
TRIES = 4000
"""Slides that are tried for every slot that is shaken; about one in 40 is made."""
PERSISTENCE = 8
"""Shakes in vain after which twice as many slides are tried,"""
DOUBLINGS = 2
"""but only so many times."""
TRIES_OF_A_NODE = 4
"""Tries that take as long as a state of a window's search."""
EXCURSION = 8
"""Shakes in vain before everything goes back to the best place so far."""
STEP = 400_000
"""Tries after which there is time to look at the clock."""
FARTHEST = 4
"""Slides more to go than at the best place, after which an excursion ends at once."""
HORIZON = 400
"""Slides behind among which one that is taken back is looked for."""
STRAIGHTENING = 1000
"""Nodes for every slide of a way that is made shorter at once."""


class Look(NamedTuple):
    """A place of the way, and the clusters that are left there. Of two, the one with the lesser rank is nearer."""

    camp: Camp
    clusters: list[Ints]
    odd: list[Ints]
    rank: tuple[int, int]


class Finder:
    """Leads an approach to its goals; `seed` decides everything that is random."""

    def __init__(self, approach: Approach, schedule: Schedule, seed: int) -> None:
        self._approach = approach
        self._schedule = schedule
        self._settler = Settler(approach)
        self._rng = np.random.Generator(np.random.PCG64(seed))

    def shake_all(self) -> Iterator[None]:
        """Shake the whole board, a part after every step, so that what settles then lies elsewhere than without."""
        approach = self._approach
        slides = approach.slides_around(approach.misplaced, approach.shape.width)
        yield from self._shake_some(slides, 0, self._schedule.shaken, TRIES)

    def find(self) -> Iterator[int]:
        """Yield what remains after every step, until it is nothing or the nodes of the approach are spent."""
        approach = self._approach
        for _ in self._settler.settle():
            yield approach.remaining
        best = here = self._look()
        centre, failures = np.zeros(2), 0
        while approach.remaining and not window_kernels.is_spent(approach.desk) and approach.length < LONGEST // 2:
            yield best.camp.remaining
            cluster = self._nearest(here, centre) if failures % EXCURSION else self._drawn(here)
            centre = approach.shape.cells[cluster].mean(axis=0)
            for _ in chain(self._shake(here, cluster, best.camp.length, failures), self._settler.settle()):
                yield best.camp.remaining
            here = self._look()
            if here.rank < best.rank:
                for _ in self._straighten(best.camp):
                    yield here.camp.remaining
                best = here = self._look()
                failures = 0
                continue
            failures += 1
            if failures % EXCURSION == 0 or approach.remaining > best.camp.remaining + FARTHEST:
                approach.go_back(best.camp)
                here = best
        yield approach.remaining

    def _look(self) -> Look:
        camp, clusters = self._approach.camp(), clusters_of(self._approach)
        odd = [cluster for cluster in clusters if is_odd(self._approach, cluster)]
        return Look(camp, clusters, odd, (camp.remaining, spread(self._approach, odd)))

    def _drawn(self, here: Look) -> Ints:
        return here.clusters[int(self._rng.integers(len(here.clusters)))]

    def _nearest(self, here: Look, centre: np.ndarray) -> Ints:
        cells = self._approach.shape.cells
        return min(here.clusters, key=lambda cluster: float(np.abs(cells[cluster].mean(axis=0) - centre).max()))

    def _shake(self, here: Look, cluster: Ints, first: int, failures: int) -> Iterator[None]:
        """Shake what is between a cluster and the nearest one that it may vanish with, or what is around it."""
        approach, schedule = self._approach, self._schedule
        tries = TRIES << min(failures // PERSISTENCE, DOUBLINGS)
        temperature = min(schedule.cool + schedule.warmer * failures, schedule.warmest)
        others = [other for other in here.odd if other is not cluster]
        if failures % RINGS == RINGS - 1 or not others or not any(cluster is odd for odd in here.odd):
            around = np.concatenate([cluster, approach.desk.position.aim[cluster]])
            yield from self._shake_some(
                approach.slides_around(around, schedule.margin), first, temperature + HEAT, tries
            )
        else:
            partner = min(others, key=lambda other: gap(approach, cluster, other))
            yield from self._shake_some(
                approach.slides_between(cluster, partner, schedule.margin), first, temperature, tries
            )

    def _shake_some(self, slides: Ints, first: int, warmest: float, tries_of_each: int) -> Iterator[None]:
        """Shake these slides while the temperature falls evenly, until all tries are made or the nodes are spent."""
        approach, cold = self._approach, self._schedule.cold
        tries = min(tries_of_each * len(slides), TRIES_OF_A_NODE * approach.left)
        for begin in range(0, tries, STEP):
            part = np.arange(begin, min(begin + STEP, tries))
            straying = self._straying(warmest + (cold - warmest) * part / tries)
            approach.spend(-(-len(part) // TRIES_OF_A_NODE))
            drawn = self._rng.choice(slides, size=len(part))
            shaking_kernels.shake(drawn, straying, first, HORIZON, approach.desk)
            yield

    def _straying(self, temperatures: np.ndarray) -> Boxed:
        """Which tries may lead away, at these temperatures."""
        chances = np.exp(-1 / temperatures)
        straying: Boxed = (self._rng.random(len(chances)) < chances).astype(np.uint8)
        return straying

    def _straighten(self, camp: Camp) -> Iterator[None]:
        """Take a shorter way from a camp to here."""
        approach = self._approach
        here = tree_of(approach.desk.position.boxed)
        way = approach.slides[camp.length :]
        other = Approach(replace(approach.zero, start=tree_of(camp.boxed), goal=here))
        shortest = way
        for shorter in shortened(other, way, 0, min(STRAIGHTENING * len(way), approach.left)):
            shortest = shorter
            yield
        approach.spend(other.nodes)
        approach.go_back(camp)
        window_kernels.follow(shortest, approach.desk)
