"""The least moves of a level, proven."""

from generator.messages import SILENCE, Message
from generator.puzzles.orimaze.level import Level
from generator.puzzles.orimaze.search import search
from generator.values import Request, Solution, SolveStatus

_OTHER_LINES = Message("the numbers of H in the rows, or of V in the columns, are not those that are to be reached")
_NO_CORNER = Message("no moves bring an H into the corner")
_NO_WAY = Message("no moves lead to the arrangement")


def solve(level: Level, budget: int, request: Request) -> Solution:
    """A solution with the least moves; a spent budget leaves a lower bound."""
    found = search(level, budget, request)
    least = found.bound if found.status is SolveStatus.SOLVED else None
    return Solution(found.status, found.bound, least, found.moves, found.nodes, budget, _reason(level, found.status))


def _reason(level: Level, status: SolveStatus) -> Message:
    if status is not SolveStatus.UNSOLVABLE:
        return SILENCE
    if level.goal is None:
        return _NO_CORNER
    return _NO_WAY if level.goal.lines == level.start.lines else _OTHER_LINES
