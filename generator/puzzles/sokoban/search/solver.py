"""The push-optimal solver: A* or a search from both ends, within nodes, memory and time."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from generator.messages import SILENCE, Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import (
    bound_kernels,
    corral_kernels,
    expansion_kernels,
    floor_kernels,
    move_kernels,
    node_kernels,
    push_kernels,
    vicinity_kernels,
    workspace_kernels,
)
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.groups import foreign_groups, lost_groups
from generator.puzzles.sokoban.states import assignment_kernels
from generator.values import SearchProgress, SolveStatus, never, unheard

ALL_PRUNINGS = (
    bound_kernels.FREEZE | bound_kernels.CORRAL | bound_kernels.MATCHING | bound_kernels.FIXED | bound_kernels.GROUPS
)

LEAST_POLISH = 10_000
"""Nodes that the search for fewer moves may always have; else as many as the search for the pushes took."""

SLICE = 20_000
"""Expansions between two looks at the clock."""

ANEW = 8
"""A search begins anew only with so many times the nodes that it has made."""

_ENTRIES = 1.5
"""Places in the queues for one node; a node whose cost is mended stands in its queue twice."""

_PRIORITIES = 1 << 16

_FIRST_TABLE = 1 << 12
"""Places of the hash table at first."""


Entered = tuple[node_kernels.Memory, workspace_kernels.Workspace]

Enter = Callable[["Room", "Search"], Entered | None]
"""Makes the memory of a search before its first step; None where no box can go to some goal."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to search. `pushes` of an answer do not depend on any of this; only how far a budget reaches does."""

    nodes: int
    both_ends: bool = False
    prunings: int = ALL_PRUNINGS
    megabytes: float = 2048
    seconds: float | None = None
    stopped: Callable[[], bool] = field(default=never, compare=False)
    listener: Callable[[SearchProgress], None] = field(default=unheard, compare=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found: bounds in pushes, and the pushes of a solution of length `upper` if there is one."""

    status: SolveStatus
    lower: int
    upper: int | None
    pushes: list[Push]
    nodes: int
    expanded: int
    reason: Message = SILENCE


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


def remaining(search: Search, since: float, clock: Callable[[], float]) -> Search:
    """The search with what is left of its seconds, which began to run at a moment."""
    if search.seconds is None:
        return search
    return replace(search, seconds=max(0.0, search.seconds - (clock() - since)))


def beside(search: Search, lower: int, upper: int | None = None) -> Search:
    """The search, whose listener is told the better of its bounds and of those that are known."""

    def tell(progress: SearchProgress) -> None:
        found = progress.upper_bound
        best = upper if found is None else found
        search.listener(progress._replace(lower_bound=max(lower, progress.lower_bound), upper_bound=best))

    return replace(search, listener=tell)


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


def with_groups(room: Room, both_ends: bool) -> Room:
    """The room with tables of the groups of boxes that are lost, and from both ends of those that cannot come."""
    floor = room.floor._replace(lost=lost_groups(room.floor, room.goal))
    if both_ends:
        floor = floor._replace(foreign=foreign_groups(floor, room.start, room.player))
    return replace(room, floor=floor)


def with_larger_table(memory: node_kernels.Memory) -> node_kernels.Memory:
    """The same memory; a table that grows with the nodes keeps small searches within the caches."""
    table = np.zeros(4 * len(memory.table), np.uint64)
    node_kernels.move_table(memory.table, table)
    return memory._replace(table=table)


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


def pushes_through(memory: node_kernels.Memory) -> list[Push]:
    """The pushes of the solution through the node where both ends have met."""
    meeting = int(memory.bounds[node_kernels.MEETING])
    back = _chain(memory, meeting, 1) if memory.orders.both else []
    return _chain(memory, meeting, 0)[::-1] + back


def _chain(memory: node_kernels.Memory, node: int, direction: int) -> list[Push]:
    chain = []
    while memory.node[node, node_kernels.PARENT + direction] >= 0:
        chain.append(divmod(int(memory.node[node, node_kernels.VIA + direction]), 4))
        node = int(memory.node[node, node_kernels.PARENT + direction])
    return chain


def goal_players(room: Room) -> list[int]:
    """One cell of each part into which the boxes on their goals divide the floor."""
    near = room.floor.near
    unseen = np.ones(len(near), np.bool_)
    unseen[room.goal] = False
    players = []
    for first in range(len(near)):
        if not unseen[first]:
            continue
        players.append(first)
        stack = [first]
        unseen[first] = False
        while stack:
            for other in near[stack.pop()]:
                if other >= 0 and unseen[other]:
                    unseen[other] = False
                    stack.append(int(other))
    return players


def orders_for(room: Room, prunings: int, both_ends: bool = False, end: int | None = None) -> node_kernels.Orders:
    """What a search in a room is to do; the last walk of one for moves ends on cell `end` if one is given."""
    parity = int(room.cells[room.start].sum() + room.cells[room.goal].sum()) % 2
    return node_kernels.Orders(prunings, both_ends, parity, -1 if end is None else end, eager=False)


def memory_for(room: Room, search: Search, orders: node_kernels.Orders, first: int = 1) -> node_kernels.Memory:
    """Memory for the nodes of a search, at least for the first ones."""
    columns = node_kernels.BOXES + (len(room.cells) + 31) // 32
    node_bytes = 4 * columns + 8 * _ENTRIES + 16
    nodes = max(first, min(search.nodes, int(search.megabytes * 2**20 / node_bytes)))
    queues = node_kernels.Queues(
        bucket=np.full((2, _PRIORITIES), -1, np.int32),
        entry=np.empty((int(nodes * _ENTRIES) + 10, 2), np.int32),
        room=np.array([-1, 0], np.int64),
        least=np.full(2, _PRIORITIES - 1, np.int64),
        open=np.zeros(2, np.int64),
    )
    return node_kernels.Memory(
        node=np.empty((nodes, columns), np.int32),
        table=np.zeros(max(_FIRST_TABLE, 1 << (8 * room.boxes).bit_length()), np.uint64),
        layer=np.empty(0, np.int32),
        queues=queues,
        orders=orders,
        done=np.zeros(2, np.int64),
        bounds=np.array([0, node_kernels.NOT_YET, node_kernels.NOWHERE], np.int64),
        turn=np.zeros(2, np.int64),
        vicinity=vicinity_of(np.empty((0, columns - node_kernels.BOXES), np.int32), 0),
    )


def vicinity_of(way: NDArray[np.int32], apart: int) -> vicinity_kernels.Vicinity:
    """The states near a way, int32 (states, w), with so many boxes at most elsewhere."""
    return vicinity_kernels.Vicinity(way, apart, np.empty(len(way), np.int32), np.array([-1, 0], np.int64))


def workspace_of(room: Room) -> workspace_kernels.Workspace:
    """Work space for the searches in a room."""
    cells, boxes = len(room.cells), room.boxes
    return workspace_kernels.Workspace(
        boxes=floor_kernels.Boxes(np.empty(boxes, np.int32), np.empty(cells, np.int16)),
        walks=workspace_kernels.Walks(
            reach=np.zeros((2, cells), np.int32),
            mark=np.zeros(2, np.int64),
            stack=np.empty(cells, np.int16),
            steps=np.empty(cells, np.int32),
        ),
        corrals=corrals_of(room),
        assignments=workspace_kernels.Assignments(
            cost=np.empty((4, boxes + 1, boxes + 1), np.int32),
            potential=np.zeros((4, 2, boxes + 1), np.int32),
            match=np.zeros((4, boxes + 1), np.int32),
            place=np.full((4, boxes + 1), -1, np.int32),
            changed=np.zeros(boxes + 1, np.uint8),
            held=np.zeros((4, boxes + 1), np.uint8),
            before=np.empty(boxes + 1, np.uint8),
            augment=np.empty((3, boxes + 1), np.int32),
        ),
        frozen=np.zeros((2, boxes), np.uint8),
        word=np.empty((cells + 31) // 32, np.int32),
        hashed=np.empty(1, np.uint64),
        step=np.empty((4 * boxes, 4), np.int32),
    )


def corrals_of(room: Room) -> corral_kernels.Corrals:
    """Work space for the corrals of a room."""
    cells, boxes = len(room.cells), room.boxes
    return corral_kernels.Corrals(
        region=np.empty(cells, np.int16),
        member=np.empty((2, cells + boxes + 1), np.uint8),
        chosen=np.empty(boxes, np.uint8),
    )
