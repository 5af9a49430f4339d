"""The least pours of a level with proof, or bounds."""

from dataclasses import replace
from time import monotonic

from generator.errors import UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.search import Ending, Result, kernel_rules, moves_of, packed, searched
from generator.puzzles.watersort.search_kernels import Order
from generator.values import DEFAULT_REQUEST, Request, SearchProgress, Solution, SolveStatus

GREEDY = 4
"""The weight of the bound where any solution will do."""

RESERVE = 4
"""The part of nodes and seconds, one in so many, that is kept for a greedy search where the least is not found."""

_NONE = Message("whatever you pour, in the end no pour is possible")


def solve(level: Level, budget: int, request: Request = DEFAULT_REQUEST) -> Solution:
    """The least pours, or any; where they are not found a greedy search gives an upper bound.

    Hidden units have their colours for it. Raises UnsupportedLevelError where these are not known.
    """
    if not level.is_known:
        raise UnsupportedLevelError(
            "the colours of {count} hidden units are not known, so no pours can be written down that solve it",
            count=len(level.hidden),
        )
    if request.aim == "any":
        any_ = _solution(level, _ended(level, Order(budget, GREEDY, 0), request, request.seconds), 0, budget)
        return any_ if any_.upper_bound is None else replace(any_, status=SolveStatus.SOLVED)
    reserve = budget // RESERVE
    seconds = None if request.seconds is None else request.seconds * (1 - 1 / RESERVE)
    found = _ended(level, Order(budget - reserve, 1, 0), request, seconds)
    if found.ending is not Ending.NODE_LIMIT:
        return _solution(level, found, 0, budget)
    rest = None if request.seconds is None else request.seconds / RESERVE
    greedy = _ended(level, Order(reserve, GREEDY, 0), request, rest, found.lower)
    return _solution(level, greedy, found.nodes, budget)


def _ended(level: Level, order: Order, request: Request, seconds: float | None, least: int = 0) -> Result:
    """The end of a search, which is followed by the listener; so many pours are known to be needed at least."""
    begun, last = monotonic(), Result(Ending.NODE_LIMIT, 0, None, 0)
    for last in searched(
        packed(level.tubes, level.capacity), kernel_rules(level, request.without), order, request.megabytes
    ):
        last = last._replace(lower=max(last.lower, least))
        pours = None if last.way is None else len(last.way) - 1
        request.listener(SearchProgress(last.lower, pours, last.lower if pours is None else None))
        if request.stopped() or (seconds is not None and monotonic() - begun >= seconds):
            break
    return last


def _solution(level: Level, result: Result, before: int, budget: int) -> Solution:
    """What a search found, after others with so many nodes."""
    nodes = before + result.nodes
    if result.ending is Ending.UNSOLVABLE:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", nodes, budget, _NONE)
    if result.way is None:
        return Solution(SolveStatus.NODE_LIMIT, result.lower, None, "", nodes, budget)
    moves = moves_of(level, result.way)
    text = format_moves(moves)
    played(level, text)  # raises IllegalMoveError, were it no solution
    status = SolveStatus.SOLVED if result.lower == len(moves) else SolveStatus.NODE_LIMIT
    return Solution(status, result.lower, len(moves), text, nodes, budget)
