"""The push-optimal solver: A* or a search from both ends, within nodes, memory and time."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic

import numpy as np

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import (
    bound_kernels,
    expansion_kernels,
    move_kernels,
    node_kernels,
    push_kernels,
)
from generator.puzzles.sokoban.search.exact_attempt import Enter, Entered, Kernel, exact_attempt
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import goal_players, memory_for, orders_for, workspace_of
from generator.puzzles.sokoban.search.question import Answer, Search, remaining
from generator.puzzles.sokoban.states import assignment_kernels
from generator.values import SolveStatus, unheard

LEAST_POLISH = 10_000
"""Nodes that the search for fewer moves may always have; else as many as the search for the pushes took."""


def least_pushes(room: Room, search: Search, end: int | None = None, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for a solution with the least pushes, after which the player can walk to cell `end` if one is given."""
    return searched(push_kernels.search, partial(entered, end=end), room, search, clock)


def entered(room: Room, search: Search, end: int | None = None) -> Entered | None:
    """The memory of a search for the least pushes before its first step; None where no box can go to some goal."""
    players = goal_players(room) if end is None else [end]
    orders = orders_for(room, search.prunings, search.both_ends)
    memory, workspace = memory_for(room, search, orders, len(players) + 1), workspace_of(room)
    for player in players:
        least = expansion_kernels.least_cell(room.goal, player, room.floor, workspace)
        expansion_kernels.enter(room.goal, least, 1, room.floor, memory, workspace)
    player = expansion_kernels.least_cell(room.start, room.player, room.floor, workspace)
    bound = expansion_kernels.enter(room.start, player, 0, room.floor, memory, workspace)
    return None if bound >= assignment_kernels.IMPOSSIBLE else (memory, workspace)


def least_moves(room: Room, search: Search, end: int | None = None, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for a solution with the least moves, forward alone; the bounds of the answer are in moves.

    The last push takes the player to cell `end` if one is given.

    Of the prunings PI-corrals are left out, which lose no push but may lose moves.
    """
    return searched(move_kernels.step, partial(entered_by_moves, end=end), room, search, clock)


def fewest_moves(
    room: Room, pushes: int, search: Search, end: int | None = None, clock: Callable[[], float] = monotonic
) -> list[Push] | None:
    """A solution with the fewest moves among all with the least pushes, which are known; None beyond the budget.

    The last push takes the player to cell `end` if one is given; None where no such push does.
    """

    def enter(room: Room, search: Search) -> Entered | None:
        begun = entered_by_moves(room, search, end)
        if begun is None:
            return None
        memory = begun[0]._replace(layer=np.zeros(len(begun[0].node), np.int32))
        memory.bounds[node_kernels.UPPER] = pushes + 1
        return memory, begun[1]

    answer = searched(move_kernels.polish, enter, room, search, clock)
    return answer.pushes or None if answer.status is SolveStatus.SOLVED else None


def least_pushes_in_few_moves(
    room: Room, search: Search, end: int | None = None, clock: Callable[[], float] = monotonic
) -> Answer:
    """`least_pushes`, and among the solutions that short the one with the fewest moves if nodes and time allow it."""
    begun = clock()
    answer = least_pushes(room, search, end, clock)
    if answer.status is not SolveStatus.SOLVED or answer.upper is None:
        return answer
    return in_few_moves(room, answer, search, begun, clock, end)


def in_few_moves(
    room: Room, answer: Answer, search: Search, begun: float, clock: Callable[[], float], end: int | None = None
) -> Answer:
    """An answer with the least pushes, and with the fewest moves if what the search has left allows it."""
    assert answer.upper is not None, "only a solution has moves"
    nodes = min(search.nodes, max(LEAST_POLISH, answer.nodes))
    left = replace(remaining(search, begun, clock), nodes=nodes, listener=unheard)
    polished = fewest_moves(room, answer.upper, left, end, clock)
    return answer if polished is None else replace(answer, pushes=polished)


def entered_by_moves(room: Room, search: Search, end: int | None = None) -> Entered | None:
    """The memory of a search by moves before its first step; None where no box can go to some goal.

    Where the start is solved, the table forgets it, for the search must return.
    """
    orders = orders_for(room, search.prunings & ~bound_kernels.CORRAL, end=end)
    memory, workspace = memory_for(room, search, orders), workspace_of(room)
    bound = expansion_kernels.enter(room.start, room.player, 0, room.floor, memory, workspace)
    if np.array_equal(room.start, room.goal):
        memory.table[:] = 0
    return None if bound >= assignment_kernels.IMPOSSIBLE else (memory, workspace)


UNMATCHED = Answer(SolveStatus.UNSOLVABLE, 0, None, [], 0, 0, Message("the boxes cannot be matched with the goals"))


def searched(kernel: Kernel, enter: Enter, room: Room, search: Search, clock: Callable[[], float]) -> Answer:
    """Search until a limit is reached."""
    deadline = inf if search.seconds is None else clock() + search.seconds
    attempt = exact_attempt(kernel, enter, room, search)
    if attempt is None:
        return UNMATCHED
    while attempt.status == kernel_constants.RUNNING:
        search.listener(attempt.progress())
        if search.stopped() or clock() >= deadline:
            break
        attempt.advance()
    return attempt.answer()
