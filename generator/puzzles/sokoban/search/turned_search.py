"""The searches by features from the other sides of a room, which find any solution: their turns and their answer.

From which side a search looks at a room decides in which order it meets what is alike. Mostly that matters little, and
now and then it is the difference between a second and more than a minute.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search.features.feature_search import SOON, FeatureAttempt, feature_attempts
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.question import Search
from generator.puzzles.sokoban.search.sides import SIDES, Side, sides

WAITED = 60
"""Turns before the searches begin, some six seconds in a large room: nearly all levels are solved by then."""

_SLICES = 2
"""Slices in a turn: a quarter of the time in a large room."""

TRIED = 60
"""Slices for the searches from one side before those from the next one begin: they end soon or take very long."""

_LEAST = 1_000
"""Nodes below which there are no such searches: they would not suffice for three in each of three sides."""

Turned = tuple[Side, FeatureAttempt]


@dataclass(slots=True)
class TurnedAttempt:
    """Searches from one side after the other, with a share of nodes for each, and at last those from all in turn.

    left: slices before the next side. searches: those that go on now. tried: those from sides before.
    """

    share: Search
    untried: Iterator[Side]
    turns: int = 0
    left: int = 0
    searches: deque[Turned] = field(default_factory=deque)
    tried: deque[Turned] = field(default_factory=deque)
    spent: int = 0
    status: int = kernel_constants.RUNNING

    def advance(self) -> None:
        """Go on for a few slices, or wait."""
        self.turns += 1
        if self.turns <= WAITED:
            return
        for _ in range(_SLICES):
            if self.status == kernel_constants.RUNNING:
                self._go_on()

    def _go_on(self) -> None:
        """Let the next search go on for a slice, and drop it where it has ended without an answer."""
        if not self.left or not self.searches:
            self._turn()
        self.left -= 1
        if not self.searches:
            self.status = kernel_constants.NODE_LIMIT
            return
        side, search = self.searches.popleft()
        search.advance()
        if search.status == kernel_constants.NODE_LIMIT:
            self.spent += search.nodes
        else:
            self.searches.append((side, search))
            self.status = search.status

    def _turn(self) -> None:
        """Begin from the next side, or let all searches go on where there is none."""
        self.left = TRIED
        self.tried.extend(self.searches)
        self.searches.clear()
        for side in islice(self.untried, 1):
            found = feature_attempts(SharedRoom(side.room), self.share, guides(side.room), SOON)
            self.searches.extend((side, search) for search in found)
        if not self.searches:
            self.searches, self.tried = self.tried, self.searches

    @property
    def nodes(self) -> int:
        return self.spent + sum(search.nodes for _, search in (*self.searches, *self.tried))

    @property
    def expanded(self) -> int:
        """Nodes are expanded as soon as they are made."""
        return self.nodes

    def pushes(self) -> list[Push]:
        """The pushes of the solution that was found."""
        side, solved = self.searches[-1]
        return side.seen_from_first(solved.pushes())


def turned_attempts(room: Room, search: Search) -> list[TurnedAttempt]:
    """The searches from the other sides, with the nodes and the memory of a search; none where the nodes are few."""
    if search.nodes < _LEAST:
        return []
    others = SIDES - 1
    share = replace(search, nodes=search.nodes // others, megabytes=search.megabytes / others)
    return [TurnedAttempt(share, islice(sides(room), 1, SIDES))]
