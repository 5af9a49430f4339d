"""The quick solver: any solution of a level, within nodes, memory and time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search.features import (
    feature_search_kernels,
    feature_tree_kernels,
    feature_workspace_kernels,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.features.packing import guides, heap_of
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.floor_kernels import Boxes
from generator.puzzles.sokoban.search.pull_search import PullAttempt, pull_attempts
from generator.puzzles.sokoban.search.solver import Answer, Search, corrals_of, least_pushes, remaining
from generator.values import SolveStatus

FIRST_LOOK = 5_000
"""Nodes of the search for the least pushes that comes first: it bounds them below, and often solves a small level."""

MOST_PLACES = 50_000
"""Ways to stand on a cell beside a box, over all boxes: a level with more is left to the first search alone."""

_SLICE = 300_000
"""Such ways that one search looks at before the next has its turn, and between two looks at the clock."""

_MOVES = 100
"""Places for moves for each node."""

_NODE_BYTES = 16 * _MOVES + 80


@dataclass(slots=True)
class FeatureAttempt:
    """A search in the space of features by a guide."""

    room: Room
    guide: Guide
    tree: feature_tree_kernels.Tree
    workspace: feature_workspace_kernels.Workspace
    status: int

    def advance(self) -> None:
        """Go on for a slice."""
        slice_ = max(1, _SLICE // _places(self.room))
        self.status = feature_search_kernels.search(slice_, self.guide, self.room.floor, self.tree, self.workspace)

    @property
    def nodes(self) -> int:
        return int(self.tree.control[feature_tree_kernels.NODES])

    @property
    def expanded(self) -> int:
        """Nodes are expanded as soon as they are made."""
        return self.nodes

    def pushes(self) -> list[Push]:
        """The pushes of the solution that was found."""
        found = np.empty(4 * len(self.room.cells), np.int32)
        node = int(self.tree.control[feature_tree_kernels.FOUND])
        pushes: list[Push] = []
        while self.tree.nodes.parent[node] >= 0:
            count = feature_search_kernels.unfold(node, found, self.room.floor, self.tree, self.workspace)
            pushes.extend(divmod(int(push), 4) for push in found[:count])
            node = int(self.tree.nodes.parent[node])
        return pushes[::-1]


Attempt = FeatureAttempt | PullAttempt


def any_solution(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution; the answer bounds the least pushes from both sides.

    The time only stops the search: what is found within so many nodes does not depend on the machine.
    """
    begun = clock()
    small = 0 < _places(room) <= MOST_PLACES
    look = replace(search, nodes=min(FIRST_LOOK, search.nodes) if small else search.nodes, both_ends=False)
    first = least_pushes(room, look, clock=clock)
    if first.status is SolveStatus.NODE_LIMIT and first.upper is not None:
        return replace(first, status=SolveStatus.SOLVED)
    if first.status is not SolveStatus.NODE_LIMIT or not small:
        return first
    found = in_turn(room, remaining(search, begun, clock), clock)
    lower = 0 if found.status is SolveStatus.UNSOLVABLE else first.lower
    return replace(found, lower=lower, nodes=first.nodes + found.nodes, expanded=first.expanded + found.expanded)


def in_turn(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution of a room with boxes by several searches in turn, which share nodes and memory.

    Nothing bounds the least pushes below.
    """
    deadline = None if search.seconds is None else clock() + search.seconds
    running = attempts = _attempts(room, search)
    while running and not search.stopped() and (deadline is None or clock() < deadline):
        for attempt in running:
            if attempt.status == kernel_constants.RUNNING:
                attempt.advance()
            if attempt.status in _DECIDED:
                return _answer(attempt, attempts)
        running = [attempt for attempt in running if attempt.status == kernel_constants.RUNNING]
    return Answer(SolveStatus.NODE_LIMIT, 0, None, [], *_cost(attempts))


def _places(room: Room) -> int:
    return 4 * len(room.cells) * room.boxes


_DECIDED = (kernel_constants.SOLVED, kernel_constants.UNSOLVABLE)


def _attempts(room: Room, search: Search) -> list[Attempt]:
    """Half of the nodes and the memory go to the searches by features, the rest to those from the goals."""
    half = replace(search, nodes=(search.nodes + 1) // 2, megabytes=search.megabytes / 2)
    quarter = replace(search, nodes=search.nodes // 4, megabytes=search.megabytes / 4)
    return [*_feature_attempts(room, half), *pull_attempts(room, quarter)]


def _feature_attempts(room: Room, search: Search) -> list[FeatureAttempt]:
    found = guides(room)
    nodes = max(1, min(search.nodes, int(search.megabytes * 2**20) // _NODE_BYTES) // len(found))
    attempts = [
        FeatureAttempt(room, guide, _tree(room, nodes), _workspace(room, guide), kernel_constants.RUNNING)
        for guide in found
    ]
    for attempt in attempts:
        attempt.status = feature_search_kernels.begin(
            room.start, room.player, attempt.guide, room.floor, attempt.tree, attempt.workspace
        )
    return attempts


def _answer(decided: Attempt, attempts: list[Attempt]) -> Answer:
    if decided.status == kernel_constants.UNSOLVABLE:
        reason = Message("every state that can be reached was searched, and none is solved")
        return Answer(SolveStatus.UNSOLVABLE, 0, None, [], *_cost(attempts), reason)
    pushes = decided.pushes()
    return Answer(SolveStatus.SOLVED, 0, len(pushes), pushes, *_cost(attempts))


def _cost(attempts: list[Attempt]) -> tuple[int, int]:
    """Nodes kept, and nodes expanded."""
    return sum(attempt.nodes for attempt in attempts), sum(attempt.expanded for attempt in attempts)


def _tree(room: Room, nodes: int) -> feature_tree_kernels.Tree:
    words, moves = (len(room.cells) + 63) // 64, nodes * _MOVES + 4 * len(room.cells) * room.boxes
    return feature_tree_kernels.Tree(
        nodes=feature_tree_kernels.Nodes(
            boxes=np.empty((nodes, words), np.uint64),
            player=np.empty(nodes, np.int16),
            parent=np.empty(nodes, np.int32),
            via=np.empty((nodes, 2), np.int16),
            cell=np.empty(nodes, np.int32),
            weight=np.empty(nodes, np.int16),
            following=np.empty(nodes, np.int64),
            last=np.empty(nodes, np.int64),
            table=np.zeros(1 << (nodes * 4 // 3).bit_length(), np.int32),
        ),
        heap=heap_of(nodes),
        moves=feature_tree_kernels.Moves(np.empty(moves, np.int64), np.empty((moves, 4), np.int16)),
        cells=feature_tree_kernels.Cells(
            feature=np.empty(1 << 16, np.int64),
            root=np.empty(1 << 16, np.int32),
            table=np.full(1 << 17, -1, np.int32),
        ),
        control=np.zeros(feature_tree_kernels.CONTROLS, np.int64),
    )


def _workspace(room: Room, guide: Guide) -> feature_workspace_kernels.Workspace:
    cells, boxes = len(room.cells), room.boxes
    listed = 4 * cells * boxes
    return feature_workspace_kernels.Workspace(
        boxes=Boxes(np.empty(boxes, np.int32), np.zeros(cells, np.int16)),
        word=np.zeros((cells + 63) // 64, np.uint64),
        walks=feature_workspace_kernels.Walks(
            np.zeros(1, np.int64), np.zeros(cells, np.int32), np.empty(cells, np.int16)
        ),
        ways=feature_workspace_kernels.Ways(
            queue=np.empty(4 * cells, np.int32),
            came=np.empty(4 * cells, np.int32),
            seen=np.zeros(4 * cells, np.int32),
            queued=np.zeros(4 * cells, np.int32),
        ),
        corrals=corrals_of(room),
        choices=feature_workspace_kernels.Choices(
            score=np.empty(listed, np.int64),
            move=np.empty((listed, 3), np.int16),
            state=np.empty(listed, np.uint8),
            news=np.empty(listed, np.int16),
        ),
        small=feature_workspace_kernels.Small(
            at=np.zeros(cells, np.int16),
            nowhere=np.zeros(cells, np.int16),
            alone=np.empty((feature_workspace_kernels.TRIED, feature_workspace_kernels.BREADTH + 1), np.int16),
            kept=np.zeros(1, np.int64),
            known=np.zeros(1 << 16, np.uint64),
        ),
        frozen=np.zeros(boxes, np.uint8),
        open=np.zeros(4 * cells, np.uint8),
        touched=np.zeros(len(guide.linked), np.int32),
    )
