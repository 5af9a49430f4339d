"""The least pushes of a level: a search with proof, and in turn with it one for a known solution, made shorter.

The search with proof need not look for what is no shorter than a known solution. It never keeps states that are bound
to be no better, and it is over as soon as it knows that no solution is shorter. To find the solution itself, it would
have to go on until both ends meet. A good solution is had cheaply: any solution, made shorter.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from time import monotonic

import numpy as np

from generator.puzzles.sokoban import kernel_constants
from generator.puzzles.sokoban.search import bound_kernels, push_kernels
from generator.puzzles.sokoban.search.conflict_kernels import pushes_in_conflict
from generator.puzzles.sokoban.search.exact_attempt import ExactAttempt, exact_attempt
from generator.puzzles.sokoban.search.floor import Push, Room, room_of
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED
from generator.puzzles.sokoban.search.found_anew import from_others
from generator.puzzles.sokoban.search.improvement import LEAST_GAIN, fewer_pushes
from generator.puzzles.sokoban.search.portfolio import (
    SMALL,
    Portfolio,
    is_searched_in_turn,
    portfolio_of,
    warm_searches_in_turn,
)
from generator.puzzles.sokoban.search.question import Answer, Search, is_over, remaining
from generator.puzzles.sokoban.search.settling import settled
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_PUSHES
from generator.puzzles.sokoban.search.solver import UNMATCHED, entered, in_few_moves, least_pushes
from generator.values import SearchProgress, SolveStatus, unheard

_EXACT = 0.75
"""The part of the memory that the search with proof may have."""

_ANY_NODES = 4
"""The searches for any solution may take a fourth of the nodes: they are slower than others."""

_AT_ONCE, _LATER = 4, 400_000
"""Turns that the searches for any solution have at once, about a second, and the nodes that the search with proof
makes between two later ones, in some ten times as much time as one takes."""

_OVERDUE, _OFTEN = 2_000_000, 100_000
"""Nodes of the search with proof after which a solution should be known, and those between two turns more: a solution
leaves out so many states in a long search that the others may have a fourth of the time."""

_WINDOWS = 40
"""The nodes that the search with proof has made, over those of a window in which the known solution is made shorter."""

_GROWTH = 4
"""The known solution is made shorter again when the search with proof has made so many times the nodes."""

_PATTERNS = 32
"""The nodes of a search that raises the lower bound, over those that one with patterns has before it, which takes some
thirty times as long for each."""

_RAISING, _RAISING_PART = 4, 0.125
"""The nodes that the search with proof has made, over those of searches that raise the lower bound after that, and the
part of the time that is left which they may take."""

_OTHERS_AFTER = 2_000_000
"""The nodes of the search with proof after which the solutions of other searches are made shorter, too."""

_PART = 1 / 3
"""The part of the time that is left which this may take."""

Clock = Callable[[], float]


def prove(room: Room, search: Search, clock: Clock = monotonic) -> Answer:
    """Search for a solution with the least pushes.

    A search has at most `search.nodes`; all together have `search.seconds`. Kernels that only a search which takes long
    needs are compiled when it needs them, while the clock stands still.
    """
    begun = clock()
    if not is_searched_in_turn(room):
        return least_pushes(room, search, clock=clock)
    # Patterns pay only where hardly a push is to spare, which is so in the searches that raise the lower bound.
    prunings = search.prunings & ~bound_kernels.PATTERNS
    exact_search = replace(search, prunings=prunings, megabytes=_EXACT * search.megabytes)
    exact = exact_attempt(push_kernels.search, entered, room, exact_search)
    if exact is None:
        return UNMATCHED
    beside = _Known(room, search)
    while exact.status == kernel_constants.RUNNING and beside.refutation is None:
        if is_over(search, begun, clock):
            break
        exact.advance()
        search.listener(exact.progress())
        if exact.status == kernel_constants.RUNNING:
            paused = clock()
            _warm()
            begun += clock() - paused
            beside.advance(exact, remaining(search, begun, clock), clock)
    answer, room = beside.joined(exact), exact.room
    if exact.status != kernel_constants.NODE_LIMIT or exact.nodes == search.nodes or search.seconds is None:
        return answer
    del exact  # which has most of the memory
    return beside.narrowed(answer, room, remaining(search, begun, clock), clock)


@cache
def _warm() -> None:
    """A small level compiles the kernels that only a search which takes long needs."""
    warm_searches_in_turn()
    room = room_of(SMALL)
    assert room is not None, "a level with a solution"
    exact = exact_attempt(push_kernels.search, entered, room, Search(nodes=1000, both_ends=True))
    assert exact is not None, "a level with a solution"
    exact.learn(1000)
    exact.take_conflicts()
    bound_with_conflicts(exact.room)


def prove_in_few_moves(room: Room, search: Search, clock: Clock = monotonic) -> Answer:
    """As `prove`, and among the solutions with the least pushes look for one with few moves."""
    begun = clock()
    answer = prove(room, search, clock)
    if answer.status is not SolveStatus.SOLVED or answer.upper is None:
        return answer
    return in_few_moves(room, answer, search, begun, clock)


def bound_with_conflicts(room: Room) -> int:
    """What every solution costs at least by the bound of the start, and by the boxes that are in conflict there."""
    counted = np.zeros(room.boxes, np.uint8)
    more = pushes_in_conflict(UNREACHED, room.player, room.start, counted, room.floor.conflicts)
    return least_pushes(room, Search(nodes=1)).lower + more


def _turns_by(nodes: int) -> int:
    """Turns that the searches for any solution may have had when the search with proof has made so many nodes."""
    return _AT_ONCE + nodes // _LATER + max(0, nodes - _OVERDUE) // _OFTEN


@dataclass(slots=True)
class _Known:
    """The solution that is known beside a search with proof: none at first, then any, then shorter ones.

    refutation: the answer of a search that has found out that there is none.
    """

    room: Room
    search: Search
    searches: Portfolio | None = None
    turns: int = 0
    pushes: list[Push] = field(default_factory=list)
    shortened_at: int = 0
    cost: tuple[int, int] = (0, 0)
    refutation: Answer | None = None

    def advance(self, exact: ExactAttempt, left: Search, clock: Clock) -> None:
        """Take a turn, with what is left of the search."""
        self._take(exact.answer().pushes)
        while not self.pushes and self.refutation is None and self.turns < _turns_by(exact.nodes):
            self.turns += 1
            self._look()
        if self.pushes and exact.nodes >= _GROWTH * self.shortened_at:
            self.searches, self.shortened_at, begun = None, exact.nodes, clock()
            self._shorten(exact.lower, left, clock)
            exact.learn(len(self.pushes))
            exact.take_conflicts(remaining(left, begun, clock).seconds)
            exact.learn_lower(bound_with_conflicts(exact.room))
            left = remaining(left, begun, clock)
            part = replace(left, nodes=exact.nodes // _RAISING, megabytes=(1 - _EXACT) * left.megabytes)
            exact.learn_lower(self._raised(exact.lower, exact.room, part, clock))
            exact.learn(len(self.pushes))

    def joined(self, exact: ExactAttempt) -> Answer:
        """The answer of the search with proof, with what is known and what it has cost."""
        answer = self.refutation or exact.answer()
        if answer.upper is None and self.pushes:
            answer = replace(answer, upper=len(self.pushes), pushes=self.pushes)
        nodes, expanded = self.cost
        return replace(answer, nodes=exact.nodes + nodes, expanded=exact.expanded + expanded)

    def narrowed(self, answer: Answer, room: Room, left: Search, clock: Clock) -> Answer:
        """An answer for which memory has ended, its bounds brought nearer to each other in the time that is left.

        room: that of the search with proof, with its tables.
        """
        begun, lower, before = clock(), answer.lower, self.cost
        self._take(answer.pushes)
        while not self.pushes and self._may_look() and not is_over(left, begun, clock):
            self._look()
        while lower < len(self.pushes) and self.shortened_at < left.nodes and not is_over(left, begun, clock):
            self.shortened_at = max(answer.nodes, _GROWTH * self.shortened_at)
            self._shorten(lower, remaining(left, begun, clock), clock)
            lower = self._raised(lower, room, replace(remaining(left, begun, clock), nodes=self.shortened_at), clock)
            left.listener(SearchProgress(lower, len(self.pushes)))
        nodes, expanded = (after - earlier for after, earlier in zip(self.cost, before, strict=True))
        answer = self.refutation or replace(answer, lower=lower)
        if self.pushes:
            status = SolveStatus.SOLVED if len(self.pushes) == lower else answer.status
            answer = replace(answer, status=status, upper=len(self.pushes), pushes=self.pushes)
        return replace(answer, nodes=answer.nodes + nodes, expanded=answer.expanded + expanded)

    def _take(self, pushes: list[Push]) -> None:
        """Take over a solution if there is one, and none as short is known."""
        if pushes and (not self.pushes or len(pushes) < len(self.pushes)):
            self.pushes = pushes

    def _may_look(self) -> bool:
        return self.refutation is None and (self.searches is None or self.searches.is_running())

    def _look(self) -> None:
        """Let the searches for any solution go on."""
        if self.searches is None:
            share = replace(
                self.search,
                nodes=self.search.nodes // _ANY_NODES,
                megabytes=(1 - _EXACT) * self.search.megabytes,
            )
            self.searches = portfolio_of(self.room, share)
        if not self.searches.is_running():
            return
        self.searches.advance()
        self.cost = self.searches.nodes, self.searches.expanded
        answer = self.searches.answer()
        self._take(answer.pushes)
        if answer.status is SolveStatus.UNSOLVABLE:
            self.refutation = answer

    def _shorten(self, lower: int, left: Search, clock: Clock) -> None:
        """Make the known solution shorter, until its part is spent or it has as few pushes as the lower bound."""
        begun = clock()
        seconds = None if left.seconds is None else _PART * left.seconds
        part = replace(left, nodes=self.shortened_at // _WINDOWS, seconds=seconds, listener=unheard)
        for way in (settled, from_others) if self.shortened_at >= _OTHERS_AFTER else (settled,):
            for better in way(self.room, self.pushes, remaining(part, begun, clock), FEWER_PUSHES.roughly, clock):
                self.pushes = better
                left.listener(SearchProgress(lower, len(better)))
                if len(better) == lower:
                    return

    def _raised(self, lower: int, room: Room, left: Search, clock: Clock) -> int:
        """The lower bound, raised by searches for what is a little longer than it alone, until nodes or time end."""
        seconds = None if left.seconds is None else _RAISING_PART * left.seconds
        # The tables of this room know the groups already.
        part = replace(left, prunings=left.prunings & ~bound_kernels.GROUPS, seconds=seconds, listener=unheard)
        begun = clock()
        while lower < len(self.pushes):
            wanted = lower + LEAST_GAIN
            found = self._below(wanted, room, remaining(part, begun, clock), clock)
            if found.status is not SolveStatus.SOLVED:
                break
            self._take(found.pushes)
            lower = len(found.pushes) or wanted
            part = replace(part, nodes=part.nodes - found.nodes)
        return lower

    def _below(self, wanted: int, room: Room, search: Search, clock: Clock) -> Answer:
        """Look for a solution below so many pushes: with patterns from the start first, which few states may rule out.

        `solved` without a solution proves that there is none.
        """
        begun = clock()
        if search.prunings & bound_kernels.PATTERNS:
            few = replace(search, nodes=search.nodes // _PATTERNS, both_ends=False)
            found = self._counted(fewer_pushes(room, wanted, few, clock))
            if found.status is SolveStatus.SOLVED:
                return found
        rest = replace(remaining(search, begun, clock), prunings=search.prunings & ~bound_kernels.PATTERNS)
        return self._counted(fewer_pushes(room, wanted, rest, clock))

    def _counted(self, answer: Answer) -> Answer:
        """An answer, whose nodes have cost as well."""
        self.cost = self.cost[0] + answer.nodes, self.cost[1] + answer.expanded
        return answer
