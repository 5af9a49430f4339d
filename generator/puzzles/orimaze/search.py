"""The face of the kernels: exact solutions by breadth-first search, and whole components with their distances."""

from dataclasses import dataclass
from itertools import pairwise
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.orimaze import graph_kernels, search_kernels
from generator.puzzles.orimaze.encoding import aim_of, decoded, key_of, letter_between, shape_of
from generator.puzzles.orimaze.kernel_constants import FREE, FULL, MET, NO_AIM, SOLVED, WAYS
from generator.puzzles.orimaze.level import Level, Position
from generator.puzzles.orimaze.limits import MOST_KEPT
from generator.values import Request, SolveStatus

_NO_AIM = np.array([NO_AIM, 0, 0], np.uint64)
_BYTES = 64
"""What a position takes in memory, with its part of the hash table."""
FIRST_ROOM = 1 << 12
"""Positions for which there is room at first; each time it is full there is four times as much."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search says: no solution is shorter than `bound`; the moves where the status is SOLVED."""

    status: SolveStatus
    bound: int
    moves: str
    nodes: int


@dataclass(slots=True)
class _Layer:
    """The positions of one end that are farthest from it, and how far they are."""

    first: int
    last: int
    depth: int = 0


class _Search:
    """The positions that were found from one end or both, in arrays that grow."""

    def __init__(self, shape: NDArray[np.int64], most: int) -> None:
        self.shape, self.most, self.count = shape, most, 0
        self.known = _room(min(FIRST_ROOM, most))

    def begin(self, position: Position, side: int) -> _Layer:
        self.known.keys[self.count] = key_of(position)
        search_kernels.begin(self.known, self.count, side)
        self.count += 1
        return _Layer(self.count - 1, self.count)

    def expand(self, layer: _Layer, aim: NDArray[np.uint64]) -> tuple[int, int, int]:
        """Go on to the next layer; the status, and where a solution was found."""
        first, begun = layer.first, self.count
        while True:
            status, self.count, one, other = search_kernels.expand(
                self.shape, aim, self.known, first, layer.last, self.count
            )
            if status != FULL or len(self.known.parent) == self.most:
                break
            first = one
            self._grow()
        if status != FULL:
            layer.first, layer.last, layer.depth = begun, self.count, layer.depth + 1
        return status, one, other

    def way(self, number: int) -> list[tuple[int, int]]:
        """The keys from where a search began to a position."""
        found = []
        while number != FREE:
            pieces, free = self.known.keys[number]
            found.append((int(pieces), int(free)))
            number = int(self.known.parent[number])
        return found[::-1]

    def _grow(self) -> None:
        """Make room; the parents, sides and numbers of positions stay what they are."""
        old = self.known
        self.known = _room(min(4 * len(old.parent), self.most))
        self.known.keys[: self.count] = old.keys[: self.count]
        search_kernels.rebuild(self.known, self.count)
        self.known.parent[: self.count] = old.parent[: self.count]
        self.known.side[: self.count] = old.side[: self.count]


def _room(most: int) -> search_kernels.Known:
    return search_kernels.Known(
        np.empty((most + 1, 2), np.uint64),
        np.empty(most, np.int32),
        np.empty(most, np.int8),
        np.full(1 << (2 * most).bit_length(), FREE, np.int32),
    )


def search(level: Level, budget: int, request: Request) -> Found:
    """The least moves, from both ends where one position is to be reached; `budget` positions are kept at most."""
    if level.is_solved(level.start):
        return Found(SolveStatus.SOLVED, 0, "", 1)
    if level.goal is not None and level.goal.lines != level.start.lines:
        return Found(SolveStatus.UNSOLVABLE, 0, "", 1)
    most = max(1, min(budget, MOST_KEPT, request.megabytes * 2**20 // _BYTES))
    end = None if request.seconds is None else monotonic() + request.seconds
    run = _Search(shape_of(level.start), most)
    layers = [run.begin(level.start, 0)]
    if level.goal is not None:
        if most == 1:
            return Found(SolveStatus.NODE_LIMIT, 1, "", 1)
        layers.append(run.begin(level.goal, 1))
    aim = aim_of(level) if level.goal is None else _NO_AIM
    while True:
        layer = min(layers, key=lambda layer: layer.last - layer.first)
        if layer.first == layer.last:
            return Found(SolveStatus.UNSOLVABLE, 0, "", run.count)
        bound = sum(layer.depth for layer in layers) + 1
        if request.stopped() or (end is not None and monotonic() > end):
            return Found(SolveStatus.NODE_LIMIT, bound, "", run.count)
        status, one, other = run.expand(layer, aim)
        if status == FULL:
            return Found(SolveStatus.NODE_LIMIT, bound, "", run.count)
        if status in (SOLVED, MET):
            return Found(SolveStatus.SOLVED, bound, _moves(run, one, other, level.start.width), run.count)


def _moves(run: _Search, one: int, other: int, width: int) -> str:
    """The moves through two neighbouring positions of both sides, or to one that is solved."""
    if other != FREE and run.known.side[one]:
        one, other = other, one
    way = run.way(one)
    if other != FREE:
        way += run.way(other)[::-1]
    return "".join(letter_between(here, there, width) for here, there in pairwise(way))


@dataclass(frozen=True, slots=True)
class Distances:
    """How far the positions of a component are from the nearest of some of them.

    distance: int32 (n,). order: int32 (n,), their numbers, the nearest first; both are empty of what is not reached.
    """

    distance: NDArray[np.int32]
    order: NDArray[np.int32]

    @property
    def farthest(self) -> int:
        """The number of a position that is as far as any, the first that was found."""
        depths = self.distance[self.order]
        return int(self.order[int(depths.argmax())])

    @property
    def depth(self) -> int:
        """How far that is."""
        return int(self.distance[self.order[-1]])


@dataclass(frozen=True)
class Component:
    """The positions that can be reached from one another, or, where it is not `complete`, so many of them.

    keys: uint64 (n, 2). neighbours: int32 (n, 4), by way.
    """

    height: int
    width: int
    keys: NDArray[np.uint64]
    neighbours: NDArray[np.int32]
    complete: bool

    def __len__(self) -> int:
        return len(self.keys)

    def position(self, number: int) -> Position:
        """The position of a number."""
        return decoded(self.keys[number], self.height, self.width)

    def solved(self, level: Level) -> NDArray[np.int32]:
        """The numbers of the positions that are what a level asks for."""
        if level.goal is None:
            return np.flatnonzero(self.keys[:, 0] & np.uint64(1)).astype(np.int32)
        goal = np.array(key_of(level.goal), np.uint64)
        return np.flatnonzero((self.keys == goal).all(1)).astype(np.int32)

    def distances(self, sources: NDArray[np.int32]) -> Distances:
        """How far all positions are from the nearest source."""
        distance, order = np.full(len(self), FREE, np.int32), np.empty(len(self), np.int32)
        distance[sources] = 0
        order[: len(sources)] = sources
        reached = graph_kernels.spread(self.neighbours, distance, order, len(sources))
        return Distances(distance, order[:reached])

    def ways(self, distances: Distances) -> NDArray[np.int64]:
        """How many shortest ways lead from every position to the sources."""
        ways = np.zeros(len(self), np.int64)
        graph_kernels.count_ways(self.neighbours, distances.distance, distances.order, ways)
        return ways

    def farthest_pair(self, searches: int) -> tuple[int, int]:
        """Two positions that are farthest apart, or the best that so many searches find."""
        distance, order = np.empty((3, len(self)), np.int32), np.empty((3, len(self)), np.int32)
        _, one, other, _ = graph_kernels.diameter(self.neighbours, len(self), distance, order, searches)
        return one, other

    def way_down(self, number: int, distances: Distances) -> str:
        """Shortest moves from a position to the nearest source."""
        letters = []
        while left := int(distances.distance[number]):
            near = [other for other in self.neighbours[number] if other != FREE]
            following = next(int(other) for other in near if distances.distance[other] == left - 1)
            letters.append(letter_between(self.keys[number], self.keys[following], self.width))
            number = following
        return "".join(letters)


def component_of(position: Position, most: int) -> Component:
    """The component of a position, or its first positions where it has more than `most`."""
    run = _Search(shape_of(position), max(1, min(most, MOST_KEPT)))
    layer = run.begin(position, 0)
    status = 0
    while layer.first < layer.last and status != FULL:
        status, *_ = run.expand(layer, _NO_AIM)
    neighbours = np.empty((run.count, WAYS), np.int32)
    search_kernels.link(run.shape, run.known, run.count, neighbours)
    keys = run.known.keys[: run.count].copy()
    return Component(position.height, position.width, keys, neighbours, status != FULL)
