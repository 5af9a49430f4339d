"""Shortens a known solution: near its states, and window by window, until neither gives anything better.

Where that ends depends on the solution with which it began. So those of other searches are shortened as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

import numpy as np

from generator.puzzles.sokoban.search.all_sides import solutions_from_all_sides
from generator.puzzles.sokoban.search.floor import Push, Room, room_between
from generator.puzzles.sokoban.search.improvement import fewer_moves_nearby, fewer_pushes_nearby
from generator.puzzles.sokoban.search.portfolio import is_searched_in_turn, warm_searches_in_turn
from generator.puzzles.sokoban.search.question import Answer, Search, is_over, remaining
from generator.puzzles.sokoban.search.solver import least_moves, least_pushes, least_pushes_in_few_moves
from generator.puzzles.sokoban.search.walks import moves_of, walk
from generator.values import SolveStatus, unheard

SHORTEST, LONGEST = 8, 4096
"""Pushes of the first windows and of the last; each round without gain doubles them."""

_FIRST_NODES, _GROWTH = 5_000, 4
"""Nodes in a window at first, and how much more there are when they give nothing better."""

_OTHERS_AT = 20_000
"""Nodes in a window with which a known solution must have gained nothing before those of other searches follow, and
nodes in a window of theirs."""

_OTHERS_NODES = 10
"""So many times the nodes of a window have all searches for other solutions together."""

_OTHERS_PART = 0.5
"""The part of the time that is left which they may take, and of this the part that one may take."""

_HOPELESS = 1.25
"""So many times as long as the best solution is one that is given up when it has been made shorter with few nodes."""

_ROUGHLY = 0.875
"""The part of the time in which only what comes first is made less."""

_WIDE = 10
"""So many times the nodes of a window has a search near all of a way, of which there are few."""

Clock = Callable[[], float]


class Shortening(NamedTuple):
    """How solutions are made shorter: how windows and the states nearby are searched, and a rank by which they compare.

    `solve` finds a window again if it can. It and `rank` are given the cell where the player has to end, or None.
    `nearby` looks for a better solution in which so many boxes at most are elsewhere than in some state of a known one.
    """

    solve: Callable[[Room, Search, int | None, Clock], list[Push] | None]
    rank: Callable[[Room, Sequence[Push], int | None], tuple[int, int]]
    nearby: Callable[[Room, Sequence[Push], int, Search, Clock], Answer]


class Aim(NamedTuple):
    """What is to be made less, and how: at first roughly, then also what comes second, which takes windows longer."""

    roughly: Shortening
    finely: Shortening


def shortened(
    room: Room, pushes: list[Push], search: Search, aim: Aim, clock: Clock = monotonic
) -> Iterator[list[Push]]:
    """Better and better solutions, with at most `search.nodes` in a window and `search.seconds` for all of them.

    What can be had with few nodes is taken first: searches have more of them only when they give nothing better. The
    clock stands still while kernels are compiled that only other solutions need.
    """
    begun = clock()
    search = replace(search, listener=unheard)
    rough = search if search.seconds is None else replace(search, seconds=_ROUGHLY * search.seconds)
    nodes, is_alone = 0, True
    while nodes < search.nodes and not is_over(rough, begun, clock):
        nodes = min(_GROWTH * nodes or _FIRST_NODES, search.nodes)
        left, before = replace(remaining(rough, begun, clock), nodes=nodes), pushes
        for better in settled(room, pushes, left, aim.roughly, clock):
            pushes = better
            yield pushes
        left = replace(remaining(rough, begun, clock), nodes=_OTHERS_AT)
        if is_alone and nodes >= _OTHERS_AT and pushes is before and _may_be_better(room, pushes, left, aim, clock):
            is_alone, paused = False, clock()
            warm_searches_in_turn()
            begun += clock() - paused
            for better in from_others(room, pushes, left, aim.roughly, clock):
                pushes = better
                yield pushes
    yield from _by_windows(room, pushes, remaining(search, begun, clock), aim.finely, clock)


def _may_be_better(room: Room, pushes: list[Push], search: Search, aim: Aim, clock: Clock) -> bool:
    """Whether other solutions are worth their time: some is left, and no search of all states proves this one."""
    if not is_searched_in_turn(room) or is_over(search, clock(), clock):
        return False
    found = aim.roughly.nearby(room, pushes, room.boxes, search, clock)
    return found.status is not SolveStatus.SOLVED or found.upper is not None


def settled(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions, until neither the states nearby nor windows give any with so many nodes."""
    begun = clock()
    while True:
        for way in (_nearby, _by_windows):
            before = pushes
            for better in way(room, pushes, remaining(search, begun, clock), aim, clock):
                pushes = better
                yield pushes
        if aim.rank(room, pushes, None)[0] == aim.rank(room, before, None)[0] or is_over(search, begun, clock):
            return


def from_others(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better solutions than a known one, made of what other searches find in a room for searches in turn."""
    begun = clock()
    search = search if search.seconds is None else replace(search, seconds=_OTHERS_PART * search.seconds)
    known = [pushes]
    for other in solutions_from_all_sides(room, replace(search, nodes=_OTHERS_NODES * search.nodes), clock):
        for nodes in sorted({min(_FIRST_NODES, search.nodes), search.nodes}):
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


def _nearby(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
    """Better and better solutions near the states of the last, ever less near until a search is not completed."""
    begun = clock()
    apart = 1
    while apart <= room.boxes and not is_over(search, begun, clock):
        left = remaining(search, begun, clock)
        found = aim.nearby(room, pushes, apart, replace(left, nodes=_WIDE * left.nodes), clock)
        if found.upper is not None:
            pushes, apart = found.pushes, 1
            yield pushes
        elif found.status is SolveStatus.SOLVED:
            apart += 1
        else:
            return


def _by_windows(room: Room, pushes: list[Push], search: Search, aim: Shortening, clock: Clock) -> Iterator[list[Push]]:
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
    return _proven(least_pushes(room, search, end, clock))


def _least_pushes_in_few_moves(room: Room, search: Search, end: int | None, clock: Clock) -> list[Push] | None:
    return _proven(least_pushes_in_few_moves(room, search, end, clock))


def _least_moves(room: Room, search: Search, end: int | None, clock: Clock) -> list[Push] | None:
    return _proven(least_moves(room, search, end, clock))


def _proven(answer: Answer) -> list[Push] | None:
    return answer.pushes if answer.status is SolveStatus.SOLVED else None


def _moves(room: Room, pushes: Sequence[Push], end: int | None) -> int:
    """The moves of a window, and of the walk to where it has to end."""
    count = len(moves_of(room, pushes))
    if end is None:
        return count
    player, boxes = _pushed(room, room.player, {*room.start.tolist()}, pushes)
    way = walk(room, boxes, player, end)
    assert way is not None, "a window that does not end where it has to"
    return count + len(way)


def _by_pushes(room: Room, pushes: Sequence[Push], end: int | None) -> tuple[int, int]:
    return len(pushes), 0


def _by_pushes_and_moves(room: Room, pushes: Sequence[Push], end: int | None) -> tuple[int, int]:
    return len(pushes), _moves(room, pushes, end)


def _by_moves_and_pushes(room: Room, pushes: Sequence[Push], end: int | None) -> tuple[int, int]:
    return _moves(room, pushes, end), len(pushes)


FEWER_PUSHES = Aim(
    Shortening(_least_pushes, _by_pushes, fewer_pushes_nearby),
    Shortening(_least_pushes_in_few_moves, _by_pushes_and_moves, fewer_pushes_nearby),
)
_MOVES = Shortening(_least_moves, _by_moves_and_pushes, fewer_moves_nearby)
FEWER_MOVES = Aim(_MOVES, _MOVES)
