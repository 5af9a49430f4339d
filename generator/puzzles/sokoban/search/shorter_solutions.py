"""Shortens a known solution: near its states, and window by window, until neither gives anything better.

Where that ends depends on the solution with which it began. So those of other searches are shortened as well, and parts
of the best one are found anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.found_anew import FIRST_NODES, from_others, from_parts
from generator.puzzles.sokoban.search.improvement import FewerPushesNearby, fewer_moves_nearby
from generator.puzzles.sokoban.search.portfolio import is_searched_in_turn, warm_searches_in_turn
from generator.puzzles.sokoban.search.question import Answer, Search, is_over, remaining
from generator.puzzles.sokoban.search.settling import Clock, Shortening, by_windows, pushed, settled
from generator.puzzles.sokoban.search.solver import least_moves, least_pushes, least_pushes_in_few_moves
from generator.puzzles.sokoban.search.walks import moves_of, walk
from generator.values import SolveStatus, unheard

_GROWTH = 4
"""How many more nodes a window has when the first ones give nothing better."""

_ANEW_AT = 20_000
"""Nodes in a window with which a known solution must have gained nothing before what other searches find follows,
unless it may have no more, and nodes in a window of that."""

_ROUGHLY = 0.875
"""The part of the time in which only what comes first is made less."""


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
        nodes = min(_GROWTH * nodes or FIRST_NODES, search.nodes)
        left, before = replace(remaining(rough, begun, clock), nodes=nodes), pushes
        for better in settled(room, pushes, left, aim.roughly, clock):
            pushes = better
            yield pushes
        left = replace(remaining(rough, begun, clock), nodes=_ANEW_AT)
        is_settled = nodes >= _ANEW_AT and (pushes is before or nodes == search.nodes)
        if is_alone and is_settled and _may_be_better(room, pushes, left, aim, clock):
            is_alone, paused = False, clock()
            warm_searches_in_turn()
            begun += clock() - paused
            for better in from_others(room, pushes, left, aim.roughly, clock):
                pushes = better
                yield pushes
    if not is_alone:
        left = replace(remaining(rough, begun, clock), nodes=_ANEW_AT)
        for better in from_parts(room, pushes, left, aim.roughly, clock):
            pushes = better
            yield pushes
    yield from by_windows(room, pushes, remaining(search, begun, clock), aim.finely, clock)


def _may_be_better(room: Room, pushes: list[Push], search: Search, aim: Aim, clock: Clock) -> bool:
    """Whether other solutions are worth their time: some is left, and no search of all states proves this one."""
    if not is_searched_in_turn(room) or is_over(search, clock(), clock):
        return False
    found = aim.roughly.nearby()(room, pushes, room.boxes, search, clock)
    return found.status is not SolveStatus.SOLVED or found.upper is not None


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
    player, boxes = pushed(room, room.player, {*room.start.tolist()}, pushes)
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
    Shortening(_least_pushes, _by_pushes, FewerPushesNearby),
    Shortening(_least_pushes_in_few_moves, _by_pushes_and_moves, FewerPushesNearby),
)
_MOVES = Shortening(_least_moves, _by_moves_and_pushes, lambda: fewer_moves_nearby)
FEWER_MOVES = Aim(_MOVES, _MOVES)
