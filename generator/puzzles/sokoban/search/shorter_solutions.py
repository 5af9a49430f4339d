"""Shortens a known solution: windows of its path are solved optimally, again and again, until none gives way."""

from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.search.floor import Push, Room, room_between
from generator.puzzles.sokoban.search.solver import Search, least_moves, least_pushes_in_few_moves, remaining
from generator.puzzles.sokoban.search.walks import moves_of, walk
from generator.values import SolveStatus

SHORTEST, LONGEST = 8, 4096
"""Pushes of the first windows and of the last; each round without gain doubles them."""

Clock = Callable[[], float]


class Shortening(NamedTuple):
    """What is to be made less: a search that solves a window again if it can, and a rank by which solutions compare.

    Both are given the cell where the player has to end, or None.
    """

    solve: Callable[[Room, Search, int | None, Clock], list[Push] | None]
    rank: Callable[[Room, Sequence[Push], int | None], tuple[int, int]]


def shortened(
    room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock = monotonic
) -> Iterator[list[Push]]:
    """Better and better solutions, with at most `search.nodes` in every search and `search.seconds` for all of them.

    There is one after every round over the path that has gained something. In a round windows overlap by half. Their
    length doubles after a round without gain, and is the first one again after a gain.
    """
    begun = clock()
    length = SHORTEST
    while length <= LONGEST:
        before = pushes
        pushes = _round(room, pushes, length, remaining(search, begun, clock), aim, clock)
        if pushes != before:
            yield pushes
            length = SHORTEST
        elif length >= len(pushes):
            return
        else:
            length *= 2
        if remaining(search, begun, clock).seconds == 0:
            return


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
        part = _part(room, player, boxes, window)
        found = aim.solve(part, left, end, clock)
        choices = [window] if found is None else [window, found]
        if (place or end is not None) and _ends_as_it_began(part, end):
            choices.append([])
        better = min(choices, key=lambda choice: aim.rank(part, choice, end))
        pushes = pushes[:place] + better + pushes[place + length :]
        onward = pushes[place : place + length // 2]
        player, boxes = _pushed(room, player, boxes, onward)
        place += len(onward)
    return pushes


def _part(room: Room, player: int, boxes: set[int], window: Sequence[Push]) -> Room:
    """The level that begins and ends where a window does."""
    _, goal = _pushed(room, player, boxes, window)
    return room_between(room, np.array(sorted(boxes), np.int32), player, np.array(sorted(goal), np.int32))


def _pushed(room: Room, player: int, boxes: set[int], pushes: Sequence[Push]) -> tuple[int, set[int]]:
    moved = {*boxes}
    for cell, direction in pushes:
        moved.remove(cell)
        moved.add(int(room.floor.near[cell, direction]))
        player = cell
    return player, moved


def _ends_as_it_began(room: Room, end: int | None) -> bool:
    """Whether a walk will do in place of the window."""
    if not np.array_equal(room.start, room.goal):
        return False
    return end is None or walk(room, {*room.start.tolist()}, room.player, end) is not None


def _least_pushes(room: Room, search: Search, end: int | None, clock: Clock) -> list[Push] | None:
    found = least_pushes_in_few_moves(room, search, end, clock)
    return found.pushes if found.status is SolveStatus.SOLVED else None


def _least_moves(room: Room, search: Search, end: int | None, clock: Clock) -> list[Push] | None:
    found = least_moves(room, search, end, clock)
    return found.pushes if found.status is SolveStatus.SOLVED else None


def _moves(room: Room, pushes: Sequence[Push], end: int | None) -> int:
    """The moves of a window, and of the walk to where it has to end."""
    count = len(moves_of(room, pushes))
    if end is None:
        return count
    player, boxes = _pushed(room, room.player, {*room.start.tolist()}, pushes)
    way = walk(room, boxes, player, end)
    assert way is not None, "a window that does not end where it has to"
    return count + len(way)


FEWER_PUSHES = Shortening(_least_pushes, lambda room, pushes, end: (len(pushes), _moves(room, pushes, end)))
FEWER_MOVES = Shortening(_least_moves, lambda room, pushes, end: (_moves(room, pushes, end), len(pushes)))
