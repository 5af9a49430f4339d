"""How a game of water sort stands after some pours: solvable in so many, lost, or not known."""

from generator.errors import IllegalMoveError, UnsupportedLevelError
from generator.guidance import LOST, UNKNOWN, Effort, Guidance, Outlook, View, guided
from generator.messages import Message
from generator.puzzles.watersort.advice.analysis import is_lost
from generator.puzzles.watersort.colours import NAMES
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.pours import amount, is_solved, move_of, poured, refusal, said_moves
from generator.puzzles.watersort.solver import solve
from generator.values import Request, SolveStatus

MOST_POURS = 5_000
"""Pours of a game that are read; nobody asks for a hint after more."""


def guide(level: Level, moves: str, known: str, effort: Effort) -> Guidance:
    """How a game stands after some pours, told by a search from there; the known solution goes on where it was left.

    Hidden units have their colours for it. Raises IllegalMoveError, and UnsupportedLevelError where they are not known.
    """
    if not level.is_known:
        raise UnsupportedLevelError("the colours of hidden units are not known, so nothing can be said of this game")
    game, way = _positions(level, moves), _way_of(level, known)

    def look(number: int, nodes: int, seconds: float) -> View:
        tubes = game[number]
        if is_solved(level, tubes):
            return View(Outlook.OPEN, 0, proven=True)
        return _better(level, tubes, _searched(level, tubes, nodes, seconds), way.get(tubes, []))

    return guided(len(game) - 1, look, effort)


def _positions(level: Level, text: str) -> list[Tubes]:
    """The tubes at the start and after each pour of a text. Raises IllegalMoveError."""
    tubes = [level.tubes]
    for step, word in enumerate(said_moves(text)[:MOST_POURS], 1):
        move = move_of(level, word, step)
        if not amount(level, tubes[-1], move):
            raise refusal(level, tubes[-1], move, word, step)
        tubes.append(poured(level, tubes[-1], move))
    return tubes


def _way_of(level: Level, solution: str) -> dict[Tubes, list[str]]:
    """The pours that are left from each position of a known solution; nothing where it is not one."""
    try:
        tubes = _positions(level, solution)
    except IllegalMoveError:
        return {}
    pours = said_moves(solution)
    return {at: pours[number:] for number, at in enumerate(tubes[:-1])} if is_solved(level, tubes[-1]) else {}


def _searched(level: Level, tubes: Tubes, nodes: int, seconds: float) -> View:
    if is_lost(level, tubes):
        return LOST
    here = Level(tubes, level.capacity, level.pour, level.end)
    found = solve(here, nodes, Request(seconds=seconds, megabytes=512))
    if found.status is SolveStatus.UNSOLVABLE:
        return LOST
    if found.upper_bound is None:
        return UNKNOWN
    return _open(here, found.upper_bound, found.proven, found.moves.split()[0])


def _better(level: Level, tubes: Tubes, found: View, pours: list[str]) -> View:
    """What a search says, or what the rest of the known solution says where that is more."""
    if not pours or found.outlook is Outlook.LOST or (found.left is not None and found.left <= len(pours)):
        return found
    return _open(Level(tubes, level.capacity, level.pour, level.end), len(pours), False, pours[0])


def _open(level: Level, left: int, proven: bool, pour: str) -> View:
    source, target = move_of(level, pour, 1)
    colour = Message(NAMES[level.tubes[source][-1]])
    empty = not level.tubes[target]
    why = Message("pour the {colour} into an empty tube" if empty else "pour the {colour} together", colour=colour)
    return View(Outlook.OPEN, left, proven, pour, why)
