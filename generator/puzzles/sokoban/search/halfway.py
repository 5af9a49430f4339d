"""The searches through roomy states, which find any solution: boxes are pulled apart, and then pushed to there."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search.features import pull_tree_kernels, roomy_kernels
from generator.puzzles.sokoban.search.features.feature_kernels import BROKEN
from generator.puzzles.sokoban.search.features.feature_search import SLICE, SOON, FeatureAttempt, feature_attempts
from generator.puzzles.sokoban.search.features.guide_kernels import Guide
from generator.puzzles.sokoban.search.features.packing import guides, pull_tree
from generator.puzzles.sokoban.search.floor import Push, room_between
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.walks import until_solved

DISTANCES = ((1, 0), (0, 1))
"""What the distance of a state from the goals is made of: the weights of the least pushes that match boxes with goals,
and of the pushes of each box to every goal. One search for each."""

WAITED = 15
"""Turns before the search begins: most levels are solved by then, within some two seconds."""

_EAGER, _EVERY = 60, 2
"""Until so many turns it takes every one, so that both searches together have half of the time. Later it lets others
pass, and they have a third."""

_WALKS = 80_000
"""Walks in a turn."""

_OPENED = (64, 512, 4_096)
"""Expansions of the search for a roomy state after which the best one so far is tried."""

_TRIED = 70
"""Slices for the searches to a roomy state before the next one is looked for: they end soon or take very long."""

_KEPT = 300_000
"""States that the search for a roomy state keeps at most."""

_STATE_BYTES = 64
"""Memory for each of them, or somewhat more."""

_LEAST = 1_000
"""Nodes below which there is no such search: they would not suffice for a way in two parts."""


@dataclass(slots=True)
class HalfwayAttempt:
    """A search from the goals for roomy states, and searches from the start to them, with a share of nodes for each.

    That a roomy state cannot be reached proves nothing, so this search never says that there is no solution.
    """

    shared: SharedRoom
    share: Search
    opening: roomy_kernels.Opening
    turns: int = 0
    opened: int = 0
    trial: int = 0
    spent: int = 0
    tried: list[int] = field(default_factory=list)
    onward: list[tuple[int, FeatureAttempt]] = field(default_factory=list)
    status: int = kernel_constants.RUNNING

    def advance(self) -> None:
        """Go on for a slice, or let the turn pass."""
        self.turns += 1
        if self.turns == WAITED:
            foreign = self.shared.with_foreign_groups().floor.foreign
            self.opening = self.opening._replace(ground=self.opening.ground._replace(foreign=foreign))
        if self.turns <= WAITED or (self.turns > _EAGER and self.turns % _EVERY):
            return
        walks = 0
        while self.status == kernel_constants.RUNNING and walks < _WALKS:
            walks += self._go_on() if self.trial or self.opened == _OPENED[-1] else self._open_up()

    def _open_up(self) -> int:
        """Look for a roomier state for a slice, and begin searches to it where it is to be tried; return the walks."""
        stop = next(count for count in _OPENED if count > self.opened)
        until = self.opening.tree.walks.walked[0] + SLICE
        while self.opened < stop and self.opening.tree.walks.walked[0] < until:
            self.opened += 1
            if roomy_kernels.open_up(1, self.opening) != kernel_constants.RUNNING:
                self.opened = stop = _OPENED[-1]
        if self.opened == stop:
            self._try_best()
        return SLICE

    def _try_best(self) -> None:
        best = int(self.opening.control[roomy_kernels.BEST])
        if best >= 0 and best not in self.tried and self.opening.tree.heap.key[best] >> roomy_kernels.PARTS == 1:
            start = self.shared.room
            room = room_between(start, start.start, start.player, self._boxes(best))
            self.tried.append(best)
            found = [guide for guide in guides(room) if guide.finest == BROKEN]
            onward = feature_attempts(SharedRoom(room), self.share, found, SOON)
            self.onward = [(best, attempt) for attempt in onward] + self.onward
            self.trial = _TRIED
        if self.opened == _OPENED[-1] and not self.onward:
            self.status = kernel_constants.NODE_LIMIT

    def _boxes(self, node: int) -> NDArray[np.int32]:
        bits = np.unpackbits(self.opening.tree.nodes.boxes[node].view(np.uint8), bitorder="little")
        return np.flatnonzero(bits).astype(np.int32)

    def _go_on(self) -> int:
        """Let the next of the searches to the last roomy state go on, in the end of those to all; return the walks."""
        index = next(i for i, (roomy, _) in enumerate(self.onward) if not self.trial or roomy == self.tried[-1])
        roomy, attempt = self.onward.pop(index)
        self.trial = max(0, self.trial - 1)
        attempt.advance()
        if attempt.status in (kernel_constants.SOLVED, kernel_constants.RUNNING):
            self.onward.append((roomy, attempt))
            self.status = attempt.status
        else:
            self._give_up(attempt)
        return attempt.slice_

    def _give_up(self, attempt: FeatureAttempt) -> None:
        """Count what a search has cost that has ended without a solution."""
        self.spent += attempt.nodes
        if not any(roomy == self.tried[-1] for roomy, _ in self.onward):
            self.trial = 0
        if not self.onward and self.opened == _OPENED[-1]:
            self.status = kernel_constants.NODE_LIMIT

    @property
    def nodes(self) -> int:
        pulled = int(self.opening.tree.control[pull_tree_kernels.NODES])
        return pulled + self.spent + sum(attempt.nodes for _, attempt in self.onward)

    @property
    def expanded(self) -> int:
        return self.opened + self.spent + sum(attempt.expanded for _, attempt in self.onward)

    def pushes(self) -> list[Push]:
        """The pushes of the solution that was found."""
        roomy, solved = self.onward[-1]
        return until_solved(self.shared.room, solved.pushes() + self._home(roomy))

    def _home(self, node: int) -> list[Push]:
        """The pushes from a roomy state to the goals."""
        found = np.empty(4 * len(self.shared.room.cells), np.int32)
        pushes: list[Push] = []
        while self.opening.tree.nodes.parent[node] >= 0:
            count = roomy_kernels.push_home(node, found, self.opening)
            pushes.extend(divmod(int(push), 4) for push in found[:count])
            node = int(self.opening.tree.nodes.parent[node])
        return pushes


def halfway_attempts(shared: SharedRoom, guide: Guide, search: Search) -> list[HalfwayAttempt]:
    """Searches through roomy states, each with the nodes and the memory of a search; the guide knows the rooms.

    There is none where the nodes do not suffice.
    """
    if search.nodes < _LEAST:
        return []
    parts = 1 + len(_OPENED)
    share = replace(search, nodes=search.nodes // parts, megabytes=search.megabytes / parts)
    return [_attempt(shared, guide, share, weights) for weights in DISTANCES]


def _attempt(shared: SharedRoom, guide: Guide, share: Search, weights: tuple[int, int]) -> HalfwayAttempt:
    room = shared.room
    cells, boxes = len(room.cells), room.boxes
    to_goal = room.floor.ahead.reshape(cells, 4, boxes).min(axis=1)
    opening = roomy_kernels.Opening(
        ground=roomy_kernels.OpeningGround(
            near=room.floor.near,
            zone=room.floor.zone,
            board=room.floor.board,
            to_goal=to_goal,
            to_goals=np.where(to_goal < UNREACHED, to_goal, 0).sum(axis=1, dtype=np.int64),
            from_start=room.floor.behind.reshape(cells, 4, boxes).min(axis=1),
            weight=np.array(weights, np.int64),
            keys=room.floor.keys,
            guide=guide,
            foreign=room.floor.foreign,
        ),
        tree=pull_tree(room, max(1, min(_KEPT, share.nodes, int(share.megabytes * 2**20) // _STATE_BYTES))),
        with_goals=_matching(boxes),
        with_starts=_matching(boxes),
        links=roomy_kernels.Links(np.empty_like(guide.linked), np.empty_like(room.floor.board.floor)),
        boxes=room.goal.copy(),
        control=np.full(1, -1, np.int64),
    )
    return HalfwayAttempt(shared, share, opening)


def _matching(boxes: int) -> roomy_kernels.Matching:
    """Memory for an assignment of boxes."""
    size = boxes + 1
    return roomy_kernels.Matching(
        cell=np.full(size, -1, np.int32),
        changed=np.zeros(size, np.uint8),
        cost=np.empty((size, size), np.int32),
        potential=np.zeros((2, size), np.int32),
        match=np.zeros(size, np.int32),
        augment=np.empty((3, size), np.int32),
    )
