"""The exact diameter of a component."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.atlas import diameter_kernels
from generator.puzzles.sokoban.kinds.zero_space.atlas.classes import Component

MOST = np.int16(32_000)
"""Above every distance."""
SWEEPS = 16
"""Searches from states that are farthest or central, before all others are ruled out."""
SOURCES = 64 * diameter_kernels.WORDS
FEW = 100
"""So many searches one by one, of which some prove to be needless, take less time than one from many states."""


def diameter(component: Component) -> tuple[int, tuple[int, int]]:
    """The greatest distance of two states of a component, in slides, and the numbers of two states so far apart."""
    bounds = _Bounds(component)
    bounds.sweep()
    bounds.settle()
    return bounds.lower, bounds.ends


class _Bounds:
    """Bounds of the eccentricity of every state of a component, and thereby of its diameter.

    A search from u bounds the eccentricity of every x. From below it is bounded by d(u, x) and ecc(u) - d(u, x), from
    above by ecc(u) + d(u, x) (Takes and Kosters, Determining the Diameter of Small World Networks, 2011).
    lower: the greatest distance that was found, between the states `ends`.
    """

    def __init__(self, component: Component) -> None:
        self._graph = component.first, component.target
        states = len(component.trees)
        self.lower, self.ends = 0, (0, 0)
        self._least = np.zeros(states, np.int16)
        self._most = np.full(states, MOST)
        self._order = np.empty(states, np.int32)
        self._side = self._search(0) & 1

    def sweep(self) -> None:
        """Search from farthest and central states in turn, until the bounds meet or so often as there are sweeps."""
        for number in range(SWEEPS):
            if self.lower == self._most.max():
                return
            if number < 2:
                source = int(self._order[-1])
            elif number % 2:
                source = int(self._most.argmax())
            else:
                source = int(np.where(self._least < self._most, self._least, MOST).argmin())
            self._search(source)

    def settle(self) -> None:
        """Search until no two states can be farther apart than the greatest distance that was found.

        If two are, then some are by just one slide. Where that distance is odd, each such pair has a state on either
        side of the bipartite graph, and it is enough to search from the side with fewer candidates.
        """
        while True:
            candidates = np.flatnonzero(self._most > self.lower)
            sides = [candidates[self._side[candidates] == side] for side in (0, 1)]
            # Searches from one side alone take half the time of searches from both.
            wanted = (max if self.lower % 2 else min)(sides, key=len)
            if not len(wanted):
                return
            if len(wanted) < FEW:
                self._search(int(wanted[0]))
            else:
                self._search_many(wanted)

    def _search(self, source: int) -> NDArray[np.int16]:
        distance = np.empty(len(self._order), np.int16)
        depth = diameter_kernels.search(*self._graph, source, distance, self._order)
        if depth > self.lower:
            self.lower, self.ends = depth, (source, int(np.flatnonzero(distance == depth)[0]))
        np.maximum(self._least, np.maximum(distance, np.int16(depth) - distance), out=self._least)
        np.minimum(self._most, distance + np.int16(depth), out=self._most)
        return distance

    def _search_many(self, wanted: NDArray[np.intp]) -> None:
        """Search from up to 512 of the states, evenly spread, and once more from the deepest of them."""
        states = len(self._most)
        flags = np.empty((3, states), np.uint8)
        sources = wanted[:: -(-len(wanted) // SOURCES)].astype(np.int32)
        found = np.empty(len(sources), np.int16)
        masks = np.empty((3, states, diameter_kernels.WORDS), np.uint64)
        diameter_kernels.eccentricities(*self._graph, sources, masks, flags, found)
        self._most[sources] = np.minimum(self._most[sources], found)
        diameter_kernels.relax(*self._graph, self._most, int(found.min()), self.lower)
        deepest = int(found.argmax())
        if found[deepest] > self.lower:
            self._search(int(sources[deepest]))
