"""The memory and the work space of searches in a room, made before their first step and read after the last."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import (
    corral_kernels,
    floor_kernels,
    node_kernels,
    pattern_kernels,
    vicinity_kernels,
    workspace_kernels,
)
from generator.puzzles.sokoban.search.conflicts import conflicts_ahead, conflicts_behind
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.groups import MOST_WORK, foreign_groups, group_of, lost_groups
from generator.puzzles.sokoban.search.matching_kernels import PARTNERS, LargestMatching
from generator.puzzles.sokoban.search.prospect_kernels import FORESEEN, Prospects
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.states.board_kernels import Board
from generator.puzzles.sokoban.states.board_walk_kernels import Walks

_ENTRIES = 1.5
"""Places in the queues for one node; a node whose cost is mended stands in its queue twice."""

_PRIORITIES = 1 << 16

_FIRST_TABLE = 1 << 12
"""Places of the hash table at first."""


def with_lost_groups(room: Room, most: int = MOST_WORK) -> Room:
    """The room with tables of the groups of boxes that are lost; itself where so much work allows no more."""
    lost = lost_groups(room.floor, room.goal, most)
    return room if lost is room.floor.lost else replace(room, floor=room.floor._replace(lost=lost))


def with_foreign_groups(room: Room) -> Room:
    """The room with tables of the groups of boxes that cannot come from the start; itself where it has them."""
    foreign = foreign_groups(room.floor, room.start, room.player)
    return room if foreign is room.floor.foreign else replace(room, floor=room.floor._replace(foreign=foreign))


def with_groups(room: Room, both_ends: bool) -> Room:
    """The room with tables of the groups of boxes that are lost, and from both ends of those that cannot come."""
    return with_foreign_groups(with_lost_groups(room)) if both_ends else with_lost_groups(room)


@dataclass(slots=True)
class SharedRoom:
    """A room that searches share, so that tables which one of them has made serve them all."""

    room: Room

    def with_lost_groups(self, most: int = MOST_WORK) -> Room:
        """The room with all tables of lost groups that take so much work at most, and those that it has."""
        self.room = with_lost_groups(self.room, most)
        return self.room

    def with_foreign_groups(self) -> Room:
        """The room with tables of the groups that cannot come from the start, and those that it has."""
        self.room = with_foreign_groups(self.room)
        return self.room


def with_conflicts(room: Room, both_ends: bool, most: int) -> Room:
    """The room with tables of the boxes that are in each other's way, those it has and those that are not more work."""
    floor = room.floor._replace(conflicts=conflicts_ahead(room.floor, room.goal, most))
    if both_ends:
        floor = floor._replace(past_conflicts=conflicts_behind(floor, room.start, room.player, most))
    return replace(room, floor=floor)


def with_larger_table(memory: node_kernels.Memory) -> node_kernels.Memory:
    """The same memory; a table that grows with the nodes keeps small searches within the caches."""
    table = np.zeros(4 * len(memory.table), np.uint64)
    node_kernels.move_table(memory.table, table)
    return memory._replace(table=table)


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
        layer=np.zeros((2, 2), np.int64),
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
    cells, boxes, words = len(room.cells), room.boxes, len(room.floor.board.floor)
    return workspace_kernels.Workspace(
        boxes=boxes_of(room),
        walks=workspace_kernels.Walks(
            reached=np.empty((2, words), np.uint64),
            steps=np.empty(cells, np.int32),
            queue=np.empty(cells, np.int16),
        ),
        corrals=corrals_of(room),
        assignments=workspace_kernels.Assignments(
            cost=np.empty((4, boxes + 1, boxes + 1), np.int32),
            potential=np.zeros((4, 2, boxes + 1), np.int32),
            match=np.zeros((4, boxes + 1), np.int32),
            place=np.full((4, boxes + 1), -1, np.int32),
            changed=np.zeros(boxes + 1, np.uint8),
            held=np.zeros((4, boxes + 1), np.uint8),
            frozen=np.zeros((4, words), np.uint64),
            before=np.empty(boxes + 1, np.uint8),
            augment=np.empty((3, boxes + 1), np.int32),
        ),
        prospects=prospects_of(room),
        patterns=patterns_of(room),
        frozen=np.zeros((2, words), np.uint64),
        word=np.empty((cells + 31) // 32, np.int32),
        hashed=np.empty(1, np.uint64),
        led=np.empty((4, words), np.uint64),
        step=np.empty((4 * boxes, 4), np.int32),
        counted=np.empty(boxes, np.uint8),
    )


def boxes_of(room: Room) -> floor_kernels.Boxes:
    """Work space in which the boxes of a room are laid out."""
    free = np.empty_like(room.floor.board.floor)
    return floor_kernels.Boxes(np.empty(room.boxes, np.int32), np.zeros(len(room.cells), np.int16), free)


def corrals_of(room: Room) -> corral_kernels.Corrals:
    """Work space for the corrals of a room."""
    words = len(room.floor.board.floor)
    ahead, behind, shut, inward = np.empty((4, 4, words), np.uint64)
    outward, inside, around, part, left, best = np.empty((6, words), np.uint64)
    chosen = np.empty(room.boxes, np.uint8)
    return corral_kernels.Corrals(ahead, behind, shut, inward, outward, inside, around, part, left, best, chosen)


def matching_of(boxes: int) -> LargestMatching:
    """Memory for a matching of so many boxes."""
    return LargestMatching(
        fits=np.empty(boxes, np.uint64),
        partner=np.empty(boxes, np.int32),
        box=np.empty(PARTNERS, np.int32),
        asker=np.empty(PARTNERS, np.int32),
        queue=np.empty(boxes, np.int32),
    )


def walks_on(board: Board) -> Walks:
    """Memory for walks on a board."""
    return Walks(np.zeros(1, np.int64), *[np.empty_like(board.floor) for _ in range(3)])


def prospects_of(room: Room) -> Prospects:
    """Memory for what frozen boxes leave of the goals; none where there are more goals than it can tell apart."""
    cells, foreseen = len(room.cells), FORESEEN if room.boxes <= PARTNERS else 0
    return Prospects(
        walls=np.zeros(foreseen, np.uint64),
        goals=np.empty((foreseen, 4 * cells), np.uint64),
        joined=np.empty((cells, 4), np.uint8),
        free=np.empty_like(room.floor.board.floor),
        walks=walks_on(room.floor.board),
        matching=matching_of(room.boxes),
    )


def patterns_of(room: Room) -> pattern_kernels.Patterns:
    """Work space for the patterns of a room."""
    cells, boxes, entries = len(room.cells), pattern_kernels.MOST_BOXES, pattern_kernels.ENTRIES
    group = group_of(boxes, cells, entries)
    return pattern_kernels.Patterns(
        fixed=np.zeros(room.boxes, np.uint8),
        counted=np.empty(room.boxes, np.uint8),
        worth=np.empty(4 * cells, np.int32),
        cell=np.empty(boxes, np.int32),
        other=np.zeros(cells, np.uint8),
        group=group,
        after=group._replace(reach=np.zeros(cells, np.int32), mark=np.zeros(1, np.int64), queue=group.queue.copy()),
        way=np.empty((entries, 4), np.int32),
        first=np.empty(pattern_kernels.MOST_SPARE, np.int32),
        table=np.empty(pattern_kernels.TABLE, np.int16),
        came=np.empty(cells, np.int16),
        path=np.empty(entries, np.int32),
    )
