"""The least pushes of large rooms: a search that takes long gets a known solution, so that it need not look beyond it.

Where the bounds of states are close to the truth, most states that a search keeps are bound to be no better than the
best solution. With this solution known before, they are never kept. A good one is had cheaply: any solution, made
shorter. It often needs no more pushes than the lower bound, which is a proof without a further search.
"""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from generator.puzzles.sokoban.search.floor import Room
from generator.puzzles.sokoban.search.greedy_search import MOST_CELLS
from generator.puzzles.sokoban.search.improvement import fewer_pushes
from generator.puzzles.sokoban.search.question import Answer, Search, beside, remaining
from generator.puzzles.sokoban.search.quick import in_turn, is_searched_in_turn, warm_searches_in_turn
from generator.puzzles.sokoban.search.shorter_solutions import FEWER_PUSHES, shortened
from generator.puzzles.sokoban.search.solver import in_few_moves, least_pushes
from generator.values import SearchProgress, SolveStatus

ALONE = 500_000
"""Nodes with which a search tries to do without a known solution."""

_WINDOW = 20_000
"""Nodes of a window in which the known solution is made shorter."""

_ANY, _SHORTER = 0.5, 0.25
"""Parts of the time that is left which any solution may take, and then making it shorter."""

_NODES = 4
"""Any solution may take a fourth of the nodes: its searches are slower than others."""

Clock = Callable[[], float]


def prove(room: Room, search: Search, clock: Clock = monotonic) -> Answer:
    """Search for a solution with the least pushes, in a large room with the help of a known one.

    Every search has at most `search.nodes`; all together have `search.seconds`. In a small room the bounds of states
    tell too little for a known solution to be of use. Kernels that only a search which takes long needs are compiled
    when it needs them, while the clock stands still.
    """
    begun = clock()
    if room.floor.alive.sum() <= MOST_CELLS or search.nodes <= ALONE or not is_searched_in_turn(room):
        return least_pushes(room, search, clock=clock)
    first = least_pushes(room, replace(search, nodes=ALONE), clock=clock)
    if first.status is not SolveStatus.NODE_LIMIT:
        return first
    paused = clock()
    warm_searches_in_turn()
    begun += clock() - paused
    known = _solution(room, first, beside(remaining(search, begun, clock), first.lower), clock)
    left = beside(remaining(search, begun, clock), first.lower, known.upper)
    if known.status is not SolveStatus.NODE_LIMIT:
        return _joined(known, first)
    if known.upper is None:
        return _joined(least_pushes(room, left, clock=clock), first, known)
    last = fewer_pushes(room, known.upper, left, clock)
    if last.upper is None:
        last = replace(last, upper=known.upper, pushes=known.pushes)
    return _joined(last, first, known)


def prove_in_few_moves(room: Room, search: Search, clock: Clock = monotonic) -> Answer:
    """As `prove`, and among the solutions with the least pushes look for one with few moves."""
    begun = clock()
    answer = prove(room, search, clock)
    if answer.status is not SolveStatus.SOLVED or answer.upper is None:
        return answer
    return in_few_moves(room, answer, search, begun, clock)


def _solution(room: Room, first: Answer, search: Search, clock: Clock) -> Answer:
    """A solution, made shorter until it has as few pushes as the lower bound, or until its part is spent."""
    begun = clock()
    if first.upper is None:
        found = in_turn(room, _part_of(search, _ANY, search.nodes // _NODES), clock)
    else:
        found = replace(first, nodes=0, expanded=0)
    if found.upper is None:
        return found
    pushes = found.pushes
    left = _part_of(remaining(search, begun, clock), _SHORTER, _WINDOW)
    for better in shortened(room, pushes, left, FEWER_PUSHES, clock):
        pushes = better
        search.listener(SearchProgress(first.lower, len(pushes)))
        if len(pushes) == first.lower:
            break
    status = SolveStatus.SOLVED if len(pushes) == first.lower else SolveStatus.NODE_LIMIT
    return replace(found, status=status, upper=len(pushes), pushes=pushes)


def _part_of(search: Search, part: float, nodes: int) -> Search:
    """The search with so many nodes and a part of its time."""
    return replace(search, nodes=nodes, seconds=None if search.seconds is None else part * search.seconds)


def _joined(last: Answer, *before: Answer) -> Answer:
    """The answer of the last search, with the lower bounds and the cost of those before it."""
    lower = 0 if last.status is SolveStatus.UNSOLVABLE else max(answer.lower for answer in (last, *before))
    nodes = sum(answer.nodes for answer in (last, *before))
    return replace(last, lower=lower, nodes=nodes, expanded=sum(answer.expanded for answer in (last, *before)))
