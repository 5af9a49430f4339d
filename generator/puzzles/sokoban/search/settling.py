"""Makes a known solution shorter, near its states and window by window, until neither gives anything better."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.search.floor import Push, Room, room_between
from generator.puzzles.sokoban.search.question import Answer, Search, is_over, remaining
from generator.puzzles.sokoban.search.walks import walk
from generator.values import SolveStatus

SHORTEST, LONGEST = 8, 4096
"""Pushes of the first windows and of the last; each round without gain doubles them."""

_WIDE = 10
"""So many times the nodes of a window has a search near all of a way, of which there are few."""

Clock = Callable[[], float]

Nearby = Callable[[Room, Sequence[Push], int, Search, Clock], Answer]
"""Looks for a better solution in which so many boxes at most are elsewhere than in some state of a known one."""


class Shortening(NamedTuple):
    """How solutions are made shorter: how windows and the states nearby are searched, and a rank by which they compare.

    `solve` finds a window again if it can. It and `rank` are given the cell where the player has to end, or None.
    `nearby` begins to look for better solutions than one after another.
    """

    solve: Callable[[Room, Search, int | None, Clock], list[Push] | None]
    rank: Callable[[Room, Sequence[Push], int | None], tuple[int, int]]
    nearby: Callable[[], Nearby]


def settled(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions, until neither the states nearby nor windows give any with so many nodes."""
    begun = clock()
    while True:
        for way in (_nearby, by_windows):
            before = pushes
            for better in way(room, pushes, remaining(search, begun, clock), aim, clock):
                pushes = better
                yield pushes
        if aim.rank(room, pushes, None)[0] == aim.rank(room, before, None)[0] or is_over(search, begun, clock):
            return


def _nearby(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions near the states of the last, ever less near until a search is not completed."""
    begun, look = clock(), aim.nearby()
    apart = 1
    while apart <= room.boxes and not is_over(search, begun, clock):
        left = remaining(search, begun, clock)
        found = look(room, pushes, apart, replace(left, nodes=_WIDE * left.nodes), clock)
        if found.upper is not None:
            pushes, apart = found.pushes, 1
            yield pushes
        elif found.status is SolveStatus.SOLVED:
            apart += 1
        else:
            return


def by_windows(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions, one after every round over the path that has gained something.

    In a round windows overlap by half. Their length doubles after a round without gain, and is the first one again
    after a gain.
    """
    begun = clock()
    length = SHORTEST
    while length <= LONGEST and not is_over(search, begun, clock):
        before = pushes
        pushes = _round(room, pushes, length, remaining(search, begun, clock), aim, clock)
        if pushes != before:
            yield pushes
            length = SHORTEST
        elif length >= len(pushes):
            return
        else:
            length *= 2


def _round(room: Room, pushes: list[Push], length: int, search: Search, aim: Shortening, clock: Clock) -> list[Push]:
    """The solution after each of its windows was solved anew, as far as the time allows."""
    begun = clock()
    player, boxes = room.player, {int(cell) for cell in room.start}
    place = 0
    while place < len(pushes):
        left = remaining(search, begun, clock)
        if left.seconds == 0:
            break
        window = pushes[place : place + length]
        end = None if place + length >= len(pushes) else window[-1][0]
        part = part_of(room, player, boxes, window)
        found = aim.solve(part, left, end, clock)
        choices = [window] if found is None else [window, found]
        if (place or end is not None) and _ends_as_it_began(part, end):
            choices.append([])
        better = min(choices, key=lambda choice: aim.rank(part, choice, end))
        pushes = pushes[:place] + better + pushes[place + length :]
        onward = pushes[place : place + length // 2]
        player, boxes = pushed(room, player, boxes, onward)
        place += len(onward)
    return pushes


def part_of(room: Room, player: int, boxes: set[int], window: Sequence[Push]) -> Room:
    """The level that begins and ends where a window does."""
    _, goal = pushed(room, player, boxes, window)
    return room_between(room, np.array(sorted(boxes), np.int32), player, np.array(sorted(goal), np.int32))


def pushed(room: Room, player: int, boxes: set[int], pushes: Sequence[Push]) -> tuple[int, set[int]]:
    """Where the player and the boxes are after so many pushes."""
    moved = {*boxes}
    for cell, direction in pushes:
        moved.remove(cell)
        moved.add(int(room.floor.near[cell, direction]))
        player = cell
    return player, moved


def _ends_as_it_began(room: Room, end: int | None) -> bool:
    """Whether a walk will do in place of the window."""
    return np.array_equal(room.start, room.goal) and leads_to(room, [], end)


def leads_to(room: Room, pushes: Sequence[Push], end: int | None) -> bool:
    """Whether the player can walk to where a window has to end after so many pushes."""
    if end is None:
        return True
    player, boxes = pushed(room, room.player, {*room.start.tolist()}, pushes)
    return walk(room, boxes, player, end) is not None
