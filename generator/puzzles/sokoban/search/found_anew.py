"""Better solutions than a known one, made of what searches for any solution find."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from generator.puzzles.sokoban.search.all_sides import solution_from_side, solutions_from_all_sides
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.question import Search, is_over, remaining
from generator.puzzles.sokoban.search.settling import Clock, Shortening, leads_to, part_of, pushed, settled
from generator.puzzles.sokoban.search.sides import SIDES
from generator.puzzles.sokoban.search.walks import until_solved

FIRST_NODES = 5_000
"""Nodes in a window at first, in which a good solution is told from a hopeless one."""

_OTHERS_NODES = 10
"""So many times the nodes of a window have all searches for other solutions together."""

_OTHERS_PART = 0.5
"""The part of the time that is left which they may take, and of this the part that one may take."""

_PARTS = 100
"""Parts that are drawn without a gain before no more are."""

_LEAST_PART = 32
"""Pushes of the smallest part that is found anew: windows see to what is smaller."""

_PART_NODES = 2
"""The nodes of a window, over those of the searches for a part: most of them find one at once or not at all."""

_NO_BETTER = 1.05
"""So many times as long as the old part is a new one that is given up when it has been made shorter with few nodes."""

_HOPELESS = 1.25
"""So many times as long as the best solution is one that is given up when it has been made shorter with few nodes."""


def from_others(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better solutions than a known one, made of what other searches find in a room for searches in turn."""
    begun = clock()
    search = search if search.seconds is None else replace(search, seconds=_OTHERS_PART * search.seconds)
    known = [pushes]
    for other in solutions_from_all_sides(room, replace(search, nodes=_OTHERS_NODES * search.nodes), clock):
        for nodes in _few_then_all(search.nodes):
            if other in known:
                break
            known.append(other)
            left = replace(remaining(search, begun, clock), nodes=nodes)
            part = left if left.seconds is None else replace(left, seconds=_OTHERS_PART * left.seconds)
            for better in settled(room, other, part, aim, clock):
                other = better
            if aim.rank(room, other, None)[0] > _HOPELESS * aim.rank(room, pushes, None)[0]:
                break
        if aim.rank(room, other, None) < aim.rank(room, pushes, None):
            pushes = other
            yield pushes


def from_parts(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions than a known one, of which parts drawn at random are found anew.

    A part that is as good as the old one takes its place as well, since other solutions are near it.
    """
    begun, generator, drawn = clock(), np.random.Generator(np.random.PCG64(0)), 0
    while drawn < _PARTS and not is_over(search, begun, clock):
        drawn += 1
        first, last = _drawn(len(pushes), generator)
        quarters = int(generator.integers(SIDES))
        if last - first < _LEAST_PART:
            continue
        player, boxes = pushed(room, room.player, {*room.start.tolist()}, pushes[:first])
        old, end = pushes[first:last], None if last == len(pushes) else pushes[last - 1][0]
        part = part_of(room, player, boxes, old)
        known = aim.rank(part, old, end)[0]
        new = _anew(part, known, end, quarters, remaining(search, begun, clock), aim, clock)
        if new is None:
            continue
        pushes = until_solved(room, pushes[:first] + new + pushes[last:])
        if aim.rank(part, new, end)[0] < known:
            for better in settled(room, pushes, remaining(search, begun, clock), aim, clock):
                pushes = better
            yield pushes
            drawn = 0


def _drawn(length: int, generator: np.random.Generator) -> tuple[int, int]:
    """The first push of a part, and the one after its last; a fourth of the parts lie within, a half at one end."""
    first, last = sorted(generator.integers(-length // 2, length + length // 2, size=2, endpoint=True))
    return max(0, int(first)), min(length, int(last))


def _anew(
    part: Room, known: int, end: int | None, quarters: int, search: Search, aim: Shortening, clock: Clock
) -> list[Push] | None:
    """Another way through a part, as good as what is known or better; None if none is found."""
    begun = clock()
    way = solution_from_side(part, quarters, replace(search, nodes=search.nodes // _PART_NODES), clock)
    if way is None:
        return None
    for nodes in _few_then_all(search.nodes):
        for better in settled(part, way, replace(remaining(search, begun, clock), nodes=nodes), aim, clock):
            way = better
        if not leads_to(part, way, end):
            return None
        rank = aim.rank(part, way, end)[0]
        if rank <= known:
            return way
        if rank > _NO_BETTER * known:
            return None
    return None


def _few_then_all(nodes: int) -> list[int]:
    return sorted({min(FIRST_NODES, nodes), nodes})
