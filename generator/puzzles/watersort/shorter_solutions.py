"""Shortens a known solution: the whole is solved if that can be done, else windows of it, until none gives way."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from time import monotonic
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.position_kernels import Rules, Words, bound
from generator.puzzles.watersort.pours import Move, format_moves, played, positions
from generator.puzzles.watersort.search import END, Ending, kernel_rules, moves_of, packed, searched
from generator.puzzles.watersort.search_kernels import Order, Target
from generator.puzzles.watersort.solver import solve
from generator.values import Request

SHORTEST = 8
"""Pours of the first windows; each round without gain doubles them."""

Clock = Callable[[], float]


class WindowSearch(NamedTuple):
    """How windows are searched: the rules of the level, the nodes of each, and when there is no time left."""

    rules: Rules
    nodes: int
    megabytes: int
    is_over: Callable[[], bool]


def shortened(
    level: Level, moves: str, budget: int, request: Request, clock: Clock = monotonic, shortest: int = SHORTEST
) -> Iterator[str]:
    """Better and better solutions than a known one, with at most `budget` nodes in every search.

    Raises IllegalMoveError where the pours are no solution.
    """
    given, _ = played(level, moves)
    return _shorter(level, given, budget, request, clock, shortest)


def _shorter(
    level: Level, given: Sequence[Move], budget: int, request: Request, clock: Clock, shortest: int
) -> Iterator[str]:
    """First that of the solver, which may take half of the time; then those of windows."""
    begun, seconds = clock(), request.seconds
    solution = solve(level, budget, replace(request, seconds=None if seconds is None else seconds / 2))
    if solution.upper_bound is not None and solution.upper_bound < len(given):
        yield solution.moves
        given, _ = played(level, solution.moves)
    if solution.lower_bound == len(given):
        return

    def is_over() -> bool:
        return request.stopped() or (seconds is not None and clock() - begun >= seconds)

    search = WindowSearch(kernel_rules(level, request.without), budget, request.megabytes, is_over)
    way = np.array([packed(tubes, level.capacity) for tubes in positions(level, given)])
    for shorter in shorter_ways(way, search, shortest):
        yield format_moves(moves_of(level, shorter))


def shorter_ways(way: Words, search: WindowSearch, shortest: int = SHORTEST) -> Iterator[Words]:
    """Shorter and shorter ways, each the positions from the first to the last, int64 (pours + 1, tubes).

    First nothing is left between two visits of one position. Then there is one after every round that has gained
    something. In a round windows overlap by half. Their length doubles after a round without gain, and is the first one
    again after a gain. The end is reached where a window was as long as the way, or where no window of a round could be
    searched to its end.
    """
    straight = _without_circles(way)
    if len(straight) < len(way):
        yield straight
    way, length = straight, shortest
    while not search.is_over():
        before = len(way)
        way, settled = _round(way, length, search)
        if len(way) < before:
            yield way
            length = shortest
        elif length >= len(way) - 1 or not settled:
            return
        else:
            length *= 2


def _without_circles(way: Words) -> Words:
    """A way on which no position comes twice."""
    kept: dict[tuple[int, ...], int] = {}
    for index, position in enumerate(map(tuple, way.tolist())):
        if position in kept:
            kept = dict(islice(kept.items(), [*kept].index(position)))
        kept[position] = index
    return way[[*kept.values()]]


def _round(way: Words, length: int, search: WindowSearch) -> tuple[Words, bool]:
    """The way after each of its windows was searched as far as the time allows, and whether any was settled."""
    place, settled = 0, False
    while place < len(way) - 1 and not search.is_over():
        end = min(place + length, len(way) - 1)
        ending, shorter = between(way[place : end + 1], end == len(way) - 1, search)
        settled = settled or ending is not Ending.NODE_LIMIT
        if shorter is not None:
            way = np.concatenate([way[:place], shorter, way[end + 1 :]])
        if end == len(way) - 1:
            break
        place += max(1, length // 2)
    return way, settled


def between(window: Words, ends_the_game: bool, search: WindowSearch) -> tuple[Ending, Words | None]:
    """How the search for a shorter way than a window ended, and the shortest one if there is one.

    It leads to where the window does, or to any end of the game where the window does so.
    """
    order = Order(search.nodes, 1, 0, len(window) - 2)
    target, rules = END, search.rules
    if not ends_the_game:
        target, rules = Target(window[-1], int(bound(window[-1], rules))), rules._replace(completing=0)
    ending, found = Ending.NODE_LIMIT, None
    for result in searched(window[0], rules, order, search.megabytes, target):
        ending, found = result.ending, result.way
        if search.is_over():
            break
    return ending, found
