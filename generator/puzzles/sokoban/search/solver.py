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
    floor_kernels,
    move_kernels,
    node_kernels,
    push_kernels,
    workspace_kernels,
)
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import (
    goal_players,
    memory_for,
    orders_for,
    pushes_through,
    with_groups,
    with_larger_table,
    workspace_of,
)
from generator.puzzles.sokoban.search.question import Answer, Search, remaining
from generator.puzzles.sokoban.states import assignment_kernels
from generator.values import SearchProgress, SolveStatus, unheard

LEAST_POLISH = 10_000
"""Nodes that the search for fewer moves may always have; else as many as the search for the pushes took."""

SLICE = 20_000
"""Expansions between two looks at the clock."""

ANEW = 8
"""A search begins anew only with so many times the nodes that it has made."""

Entered = tuple[node_kernels.Memory, workspace_kernels.Workspace]

Enter = Callable[[Room, Search], Entered | None]
"""Makes the memory of a search before its first step; None where no box can go to some goal."""


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


_UNMATCHED = Answer(SolveStatus.UNSOLVABLE, 0, None, [], 0, 0, Message("the boxes cannot be matched with the goals"))

_Kernel = Callable[[int, floor_kernels.Floor, node_kernels.Memory, workspace_kernels.Workspace], int]


def searched(kernel: _Kernel, enter: Enter, room: Room, search: Search, clock: Callable[[], float]) -> Answer:
    """Search until a limit is reached.

    The tables of groups pay only where a search is not over after its first slice. It begins anew with them then, since
    they say nothing of positions that it has met before.
    """
    deadline = inf if search.seconds is None else clock() + search.seconds

    def goes_on(memory: node_kernels.Memory) -> bool:
        search.listener(_progress(memory))
        return not search.stopped() and clock() < deadline

    begun = enter(room, search)
    if begun is None:
        return _UNMATCHED
    upper = int(begun[0].bounds[node_kernels.UPPER])
    first, status = _run(kernel, room, begun, goes_on, slices=1)
    if status != kernel_constants.RUNNING or not goes_on(first):
        return _answer(first, status)
    again = None
    if search.prunings & bound_kernels.GROUPS:
        room = with_groups(room, first.orders.both)
        again = _anew(enter, room, search, first) if upper == first.bounds[node_kernels.UPPER] else None
    answer = _answer(*_run(kernel, room, again or (first, begun[1]), goes_on))
    if again is None:
        return answer
    nodes, expanded = first.done.tolist()
    return replace(answer, nodes=answer.nodes + nodes, expanded=answer.expanded + expanded)


def _run(
    kernel: _Kernel, room: Room, begun: Entered, goes_on: Callable[[node_kernels.Memory], bool], slices: float = inf
) -> tuple[node_kernels.Memory, int]:
    """Search on, for so many slices at most; the memory may be another one afterwards."""
    memory, workspace = begun
    status = kernel_constants.RUNNING
    while status == kernel_constants.RUNNING and slices > 0 and goes_on(memory):
        status = kernel(SLICE, room.floor, memory, workspace)
        slices -= 1
        if status == kernel_constants.CROWDED:
            memory = with_larger_table(memory)
            status = kernel_constants.RUNNING
            slices += 1
    return memory, status


def _progress(memory: node_kernels.Memory) -> SearchProgress:
    upper = int(memory.bounds[node_kernels.UPPER])
    return SearchProgress(
        int(memory.bounds[node_kernels.LOWER]),
        None if upper == node_kernels.NOT_YET else upper,
        states=int(memory.done[node_kernels.EXPANDED]),
    )


def _anew(enter: Enter, room: Room, search: Search, first: node_kernels.Memory) -> Entered | None:
    """A new search that knows the bound of a first one, None where that has left too few nodes."""
    made = int(first.done[node_kernels.NODES])
    if search.nodes - made < ANEW * made:
        return None
    begun = enter(room, replace(search, nodes=search.nodes - made))
    assert begun is not None, "the tables do not change the bound of the start"
    bounds = begun[0].bounds
    bounds[node_kernels.LOWER] = max(bounds[node_kernels.LOWER], first.bounds[node_kernels.LOWER])
    return begun


def _answer(memory: node_kernels.Memory, status: int) -> Answer:
    lower, upper = int(memory.bounds[node_kernels.LOWER]), int(memory.bounds[node_kernels.UPPER])
    nodes, expanded = int(memory.done[node_kernels.NODES]), int(memory.done[node_kernels.EXPANDED])
    if status == kernel_constants.UNSOLVABLE:
        reason = Message("every state that can be reached was searched, and none is solved")
        return Answer(SolveStatus.UNSOLVABLE, 0, None, [], nodes, expanded, reason)
    reached = SolveStatus.SOLVED if status == kernel_constants.SOLVED else SolveStatus.NODE_LIMIT
    if memory.bounds[node_kernels.MEETING] == node_kernels.NOWHERE:
        return Answer(reached, lower, None, [], nodes, expanded)
    return Answer(reached, lower, upper, pushes_through(memory), nodes, expanded)
