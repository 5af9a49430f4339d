"""Searches of different character for any solution, which take turns: what one does not find another may."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from time import monotonic

from generator.messages import Message
from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search.features.feature_search import FeatureAttempt, feature_attempts, places_of
from generator.puzzles.sokoban.search.features.packing import guides
from generator.puzzles.sokoban.search.floor import Push, Room, is_small, room_of
from generator.puzzles.sokoban.search.greedy_search import GreedyAttempt, greedy_attempts
from generator.puzzles.sokoban.search.halfway import HalfwayAttempt, halfway_attempts
from generator.puzzles.sokoban.search.memory import SharedRoom
from generator.puzzles.sokoban.search.pull_search import PullAttempt, pull_attempts
from generator.puzzles.sokoban.search.question import Answer, Search, is_over
from generator.puzzles.sokoban.search.turned_search import TurnedAttempt, turned_attempts
from generator.values import SearchProgress, SolveStatus

MOST_PLACES = 50_000
"""Ways to stand on a cell beside a box, over all boxes: with more, tables take too long."""

Attempt = FeatureAttempt | PullAttempt | HalfwayAttempt | GreedyAttempt | TurnedAttempt

_FROM_START, _FROM_GOALS = (FeatureAttempt, HalfwayAttempt, TurnedAttempt), (PullAttempt, GreedyAttempt)

_EQUAL, _LATE = 5, 100
"""Turns after which the searches from the start go on seldom in a small room, and those after which the others do."""

_SELDOM = 8
"""Turns of the others for one of a search that goes on seldom."""

_DECIDED = (kernel_constants.SOLVED, kernel_constants.UNSOLVABLE)


@dataclass(slots=True)
class Portfolio:
    """Searches that share nodes and memory; the first to decide decides for all.

    What searches from the start do not find soon in a small room is found by those from the goals, or late.
    """

    attempts: list[Attempt]
    is_small: bool
    decided: Attempt | None = None
    turns: int = 0

    def advance(self) -> None:
        """Let every search whose turn it is go on for a slice, until one decides."""
        self.turns += 1
        for attempt in self._due():
            attempt.advance()
            if attempt.status in _DECIDED:
                self.decided = attempt
                return

    def is_running(self) -> bool:
        return self.decided is None and bool(self._running())

    def _running(self) -> list[Attempt]:
        return [attempt for attempt in self.attempts if attempt.status == kernel_constants.RUNNING]

    def _due(self) -> list[Attempt]:
        """The searches whose turn it is: all but those that go on seldom, unless no others are left."""
        running = self._running()
        if not self.is_small or self.turns <= _EQUAL or self.turns % _SELDOM == 0:
            return running
        seldom = _FROM_START if self.turns <= _LATE else _FROM_GOALS
        return [attempt for attempt in running if not isinstance(attempt, seldom)] or running

    @property
    def nodes(self) -> int:
        return sum(attempt.nodes for attempt in self.attempts)

    @property
    def expanded(self) -> int:
        return sum(attempt.expanded for attempt in self.attempts)

    def answer(self) -> Answer:
        """What is known now, which does not bound the least pushes below."""
        cost = self.nodes, self.expanded
        if self.decided is None:
            return Answer(SolveStatus.NODE_LIMIT, 0, None, [], *cost)
        if self.decided.status == kernel_constants.UNSOLVABLE:
            reason = Message("every state that can be reached was searched, and none is solved")
            return Answer(SolveStatus.UNSOLVABLE, 0, None, [], *cost, reason)
        pushes = self.decided.pushes()
        return Answer(SolveStatus.SOLVED, 0, len(pushes), pushes, *cost)


def portfolio_of(room: Room, search: Search) -> Portfolio:
    """Searches of a room with boxes from all sides, with the nodes and the memory of a search."""
    turned = turned_attempts(room, _sixteenths(1, search))
    return Portfolio([*_from_one_side(room, search), *turned], is_small(room))


def _from_one_side(room: Room, search: Search) -> list[Attempt]:
    """Searches of a room with boxes, with fifteen sixteenths of the nodes and the memory of a search."""
    straight, halfway, greedy = (5, 2, 2) if is_small(room) else (4, 3, 1)
    found = guides(room)
    shared = SharedRoom(room)
    return [
        *feature_attempts(shared, _sixteenths(straight, search), found),
        *pull_attempts(shared, _sixteenths(2, search)),
        *halfway_attempts(shared, found[0], _sixteenths(halfway, search)),
        *greedy_attempts(shared, found[0], _sixteenths(greedy, search)),
    ]


def _sixteenths(parts: int, search: Search) -> Search:
    """So many sixteenths of the nodes and the memory of a search."""
    return replace(search, nodes=parts * search.nodes // 16, megabytes=parts * search.megabytes / 16)


def in_turn(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Answer:
    """Search for any solution of a room with boxes by several searches in turn.

    The answer does not bound the least pushes below.
    """
    deadline = None if search.seconds is None else clock() + search.seconds
    searches = portfolio_of(room, search)
    while searches.is_running() and not search.stopped() and (deadline is None or clock() < deadline):
        searches.advance()
        search.listener(SearchProgress(0, None, states=searches.expanded))
    return searches.answer()


def solutions_of(room: Room, search: Search, clock: Callable[[], float] = monotonic) -> Iterator[list[Push] | None]:
    """What each search finds alone with its share of the nodes, None if nothing; they have the time together."""
    begun = clock()
    attempts = _from_one_side(room, search)[::-1]
    while attempts:
        attempt = attempts.pop()
        while attempt.status == kernel_constants.RUNNING:
            if is_over(search, begun, clock):
                return
            attempt.advance()
        yield attempt.pushes() if attempt.status == kernel_constants.SOLVED else None


def is_searched_in_turn(room: Room) -> bool:
    """Whether a room has boxes, and few enough places for searches in turn."""
    return 0 < places_of(room) <= MOST_PLACES


@cache
def warm_searches_in_turn() -> None:
    """Three small levels compile the kernels of all searches in turn."""
    room, roomy, crowded = room_of(SMALL), room_of(_ROOMY), room_of(_CROWDED)
    assert room is not None, "a level with a solution"
    assert roomy is not None, "a level with a solution"
    assert crowded is not None, "a level with a solution"
    in_turn(room, Search(nodes=1000))
    for attempt in pull_attempts(SharedRoom(room), Search(nodes=1000)):
        attempt.advance()
    for greedy in greedy_attempts(SharedRoom(crowded), guides(crowded)[0], Search(nodes=1000)):
        while greedy.status == kernel_constants.RUNNING:
            greedy.advance()
    for halfway in halfway_attempts(SharedRoom(roomy), guides(roomy)[0], Search(nodes=1000)):
        while halfway.status == kernel_constants.RUNNING:
            halfway.advance()
        halfway.pushes()


SMALL = Level(("#######", "#@-$-.#", "#--$-.#", "#######"))
"""A level that every search solves at once."""

_ROOMY = Level(("#######", "#-----#", "#@$-.-#", "#-----#", "#######"))
"""A level in which a box can be pulled out of the way."""

_CROWDED = Level(("########", "#@-----#", "#-$$$$-#", "#-....-#", "#------#", "########"))
"""A level with as many boxes as the largest groups of which there are tables."""
