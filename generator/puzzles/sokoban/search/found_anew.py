"""Better solutions than a known one, made of what searches for any solution find."""

from collections.abc import Iterator
from dataclasses import replace

from generator.puzzles.sokoban.search.all_sides import solutions_from_all_sides
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.question import Search, remaining
from generator.puzzles.sokoban.search.settling import Clock, Shortening, settled

FIRST_NODES = 5_000
"""Nodes in a window at first, in which a good solution is told from a hopeless one."""

_OTHERS_NODES = 10
"""So many times the nodes of a window have all searches for other solutions together."""

_OTHERS_PART = 0.5
"""The part of the time that is left which they may take, and of this the part that one may take."""

_HOPELESS = 1.25
"""So many times as long as the best solution is one that is given up when it has been made shorter with few nodes."""


def from_others(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better solutions than a known one, made of what other searches find in a room for searches in turn."""
    begun = clock()
    search = search if search.seconds is None else replace(search, seconds=_OTHERS_PART * search.seconds)
    known = [pushes]
    for other in solutions_from_all_sides(room, replace(search, nodes=_OTHERS_NODES * search.nodes), clock):
        for nodes in sorted({min(FIRST_NODES, search.nodes), search.nodes}):
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
