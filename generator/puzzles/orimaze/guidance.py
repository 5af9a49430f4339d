"""How a game of orimaze stands after some moves; as every move can be taken back, no game that was solvable is lost."""

from generator.errors import IllegalMoveError
from generator.guidance import LOST, UNKNOWN, Effort, Guidance, Outlook, View
from generator.messages import Message
from generator.puzzles.orimaze.level import Level, Position
from generator.puzzles.orimaze.moves import positions
from generator.puzzles.orimaze.search import search
from generator.values import Request, SolveStatus

MOST_MOVES = 20_000
"""Moves of a game that are read."""

_WHY = {
    "l": Message("the piece on the left of the free cell moves into it"),
    "u": Message("the piece above the free cell moves into it"),
    "r": Message("the piece on the right of the free cell moves into it"),
    "d": Message("the piece below the free cell moves into it"),
}


def guide(level: Level, moves: str, known: str, effort: Effort) -> Guidance:
    """How a game stands, told by a search from there; the known solution goes on where it was left.

    Raises IllegalMoveError.
    """
    *_, position = positions(level, "".join(moves.split())[:MOST_MOVES])
    if level.is_solved(position):
        return Guidance(View(Outlook.OPEN, 0, proven=True))
    here = Level(position, level.goal)
    found = search(here, effort.nodes, Request(seconds=effort.seconds, megabytes=512))
    if found.status is SolveStatus.UNSOLVABLE:
        return Guidance(LOST, 0, certain=False)
    if found.status is SolveStatus.SOLVED:
        return Guidance(_open(found.moves, proven=True))
    rest = _rest(level, position, known)
    return Guidance(_open(rest, proven=False) if rest else UNKNOWN)


def _rest(level: Level, position: Position, known: str) -> str:
    """What is left of a known solution from a position on its way, from where it is there last; else nothing."""
    letters = "".join(known.split())
    try:
        way = [*positions(level, letters)]
    except IllegalMoveError:
        return ""
    places = [number for number, at in enumerate(way) if at == position]
    return letters[places[-1] :] if places and level.is_solved(way[-1]) else ""


def _open(moves: str, proven: bool) -> View:
    return View(Outlook.OPEN, len(moves), proven, moves[0], _WHY[moves[0]])
