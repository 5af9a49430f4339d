"""The search in the space of features, which finds any solution: its memory, its turns and its answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search.features import (
    feature_search_kernels,
    feature_tree_kernels,
    feature_workspace_kernels,
)
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.features.packing import heap_of
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.groups import MOST_WORK
from generator.puzzles.sokoban.search.memory import (
    SharedRoom,
    boxes_of,
    corrals_of,
    matching_of,
    prospects_of,
    walks_on,
)
from generator.puzzles.sokoban.search.node_attempt import ANEW
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.states import state_table_kernels

SLICE = 60_000
"""Walks before the next search has its turn, and between two looks at the clock. Most time goes into walks, so a slice
is about as long in every level: some thirty milliseconds."""

_LAST = 30_000
"""The same for the search without a plan, or by a laxer one: to most levels the stricter plan is the better guide."""

SOON = {5: MOST_WORK}
"""Turns after which a search begins anew with tables of lost groups, and the most work on each. Many levels are solved
before, within half a second of all searches."""

LATER = {**SOON, 80: 8 * MOST_WORK}
"""The same for a search whose goals are those of the level. Tables of four boxes take some seconds, and nearly all
levels are solved before."""

_STEP = 4
"""Moves between two looks at the walks."""

_MOVE_BYTES = 16

_NODE_MOVES = 8
"""The memory of how many moves a node takes up, or somewhat less, without its own ones."""

_FEWEST_MOVES = 4
"""No more nodes are kept than find room if each has so many moves; there may be three on average, or 200."""


_FIRST_TABLE = 1 << 12
"""Places of the hash table at first. It grows with the nodes: each look at a large one is a miss of the cache."""


def places_of(room: Room) -> int:
    """Ways to stand on a cell beside a box, over all boxes."""
    return 4 * len(room.cells) * room.boxes


@dataclass(slots=True)
class FeatureAttempt:
    """A search in the space of features by a guide.

    slice_: its walks in a turn. moves: how many its memory holds. tabled: after which turns it begins anew with tables
    of lost groups, and the most work on each. before: the nodes that it had made then.
    """

    room: Room
    guide: Guide
    slice_: int
    moves: int
    tabled: Mapping[int, int]
    shared: SharedRoom
    tree: feature_tree_kernels.Tree
    workspace: feature_workspace_kernels.Workspace
    status: int = kernel_constants.RUNNING
    turns: int = 0
    before: int = 0

    def advance(self) -> None:
        """Go on for a slice."""
        if self.turns in self.tabled:
            self._take_tables(self.tabled[self.turns])
        self.turns += 1
        done, walked = self.workspace.walks.walked, 0
        while self.status == kernel_constants.RUNNING and walked < self.slice_:
            if 2 * (self._kept + _STEP) > len(self.tree.nodes.table):
                self._enlarge_table()
            before = int(done[0])
            self.status = feature_search_kernels.search(_STEP, self.guide, self.room.floor, self.tree, self.workspace)
            walked += max(1, int(done[0]) - before)

    def begin(self) -> None:
        """Enter the start."""
        feature_search_kernels.begin(self.room.start, self.room.player, self.room.floor, self.tree, self.workspace)

    def _take_tables(self, most: int) -> None:
        """Begin anew with more tables of lost groups, unless few nodes are left or there are none.

        They say nothing of states that were met before, which may be lost.
        """
        left = len(self.tree.nodes.player) - self._kept
        room = self.shared.with_lost_groups(most) if left >= ANEW * self._kept else self.room
        if room.floor.lost is not self.room.floor.lost:
            self.room, self.before = room, self.nodes
            self.tree = _tree(room, left, self.moves)
            self.begin()

    def _enlarge_table(self) -> None:
        nodes = self.tree.nodes
        table = np.zeros(4 * len(nodes.table), np.int32)
        state_table_kernels.enter_states(self._kept, nodes.boxes, nodes.player, self.room.floor.keys, table)
        self.tree = self.tree._replace(nodes=nodes._replace(table=table))

    @property
    def nodes(self) -> int:
        return self.before + self._kept

    @property
    def _kept(self) -> int:
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


def feature_attempts(
    shared: SharedRoom, search: Search, guides: Sequence[Guide], tabled: Mapping[int, int] = LATER
) -> list[FeatureAttempt]:
    """Searches by some guides of a room, which share the nodes and the memory of a search.

    tabled: after which turns each begins anew with tables of lost groups, and the most work on one.
    """
    room = shared.room
    moves = int(search.megabytes * 2**20) // _MOVE_BYTES // len(guides)
    nodes = max(1, min(search.nodes // len(guides), moves // (_NODE_MOVES + _FEWEST_MOVES)))
    slices = [SLICE if guide.stages is guides[0].stages else _LAST for guide in guides]
    attempts = [
        FeatureAttempt(room, guide, slice_, moves, tabled, shared, _tree(room, nodes, moves), workspace_of(room))
        for guide, slice_ in zip(guides, slices, strict=True)
    ]
    for attempt in attempts:
        attempt.begin()
    return attempts


def _tree(room: Room, nodes: int, moves: int) -> feature_tree_kernels.Tree:
    """Memory for so many nodes, or for so many moves where each node takes up that of some; it is used bit by bit."""
    words, most = (len(room.cells) + 63) // 64, 4 * len(room.cells) * room.boxes
    places = _NODE_MOVES + most + min(moves, nodes * most)
    control = np.zeros(feature_tree_kernels.CONTROLS, np.int64)
    control[feature_tree_kernels.NODE_MOVES] = _NODE_MOVES
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
            table=np.zeros(_FIRST_TABLE, np.int32),
        ),
        heap=heap_of(nodes),
        moves=feature_tree_kernels.Moves(np.empty(places, np.int64), np.empty((places, 4), np.int16)),
        cells=feature_tree_kernels.Cells(
            feature=np.empty(1 << 16, np.int64),
            root=np.empty(1 << 16, np.int32),
            table=np.full(1 << 17, -1, np.int32),
        ),
        control=control,
    )


def workspace_of(room: Room) -> feature_workspace_kernels.Workspace:
    """Work space for the searches by features of a room, and for their tests for deadlocks."""
    cells, words = len(room.cells), len(room.floor.board.floor)
    listed = 4 * cells * room.boxes
    return feature_workspace_kernels.Workspace(
        boxes=boxes_of(room),
        word=np.zeros((cells + 63) // 64, np.uint64),
        walks=walks_on(room.floor.board),
        ways=feature_workspace_kernels.Ways(
            queue=np.empty(4 * cells, np.int32),
            came=np.empty(4 * cells, np.int32),
            seen=np.zeros(4 * cells, np.int32),
            queued=np.zeros(4 * cells, np.int32),
            walked=np.empty(4 * cells, np.uint8),
            region=np.empty((4 * cells, words), np.uint64),
        ),
        corrals=corrals_of(room),
        choices=feature_workspace_kernels.Choices(
            score=np.empty(listed, np.int64),
            move=np.empty((listed, 3), np.int16),
            state=np.empty(listed, np.uint8),
            news=np.empty(listed, np.int16),
        ),
        small=feature_workspace_kernels.Small(
            free=np.empty(words, np.uint64),
            nowhere=np.zeros(words, np.uint64),
            alone=np.empty((feature_workspace_kernels.TRIED, feature_workspace_kernels.BREADTH + 1), np.int16),
            kept=np.zeros(1, np.int64),
            known=np.zeros(1 << 16, np.uint64),
        ),
        links=feature_workspace_kernels.Links(
            open=np.empty((feature_workspace_kernels.REMEMBERED, words), np.uint64),
            broken=np.full(feature_workspace_kernels.REMEMBERED, -1, np.int16),
        ),
        prospects=prospects_of(room),
        matching=matching_of(room.boxes),
        others=matching_of(room.boxes),
        frozen=np.empty(words, np.uint64),
        region=np.empty(words, np.uint64),
        roamed=np.empty(words, np.uint64),
        open=np.zeros((4, words), np.uint64),
        led=np.empty((4, words), np.uint64),
    )
