"""How a game of Sokoban stands after some moves: solvable in so many pushes, lost, or not known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from time import monotonic
from typing import Protocol

from generator.errors import IllegalMoveError
from generator.guidance import LOST, UNKNOWN, Effort, Guidance, Outlook, View, guided
from generator.puzzles.sokoban import general_solver
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.notation.lurd import STEPS, parse_moves
from generator.puzzles.sokoban.search.floor import Push, Room, room_of
from generator.puzzles.sokoban.search.walks import moves_of, pushes_of
from generator.puzzles.sokoban.solutions.replay import recase
from generator.puzzles.sokoban.states.reach import reachable
from generator.values import Request, Solution, SolveStatus

MOST_MOVES = 100_000
"""Moves of a game that are read; nobody asks for a hint after more."""

SHORT = 10_000
"""Nodes of the searches that come before and after the one by what the level is."""

SHARE = 0.6
"""The part of the seconds left that one search may take."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of a game: the level that is left to be solved, and how many moves were made."""

    level: Level
    moves: int


class Solve(Protocol):
    """The solver of the family, which knows levels of some kinds better than the general one."""

    def __call__(self, level: Level, budget: int, request: Request) -> Solution: ...


def guide(level: Level, moves: str, known: str, effort: Effort, solve: Solve) -> Guidance:
    """How a game stands after some moves, told by searches from there.

    A position of a known solution is known to be solvable. Raises IllegalMoveError, UnsupportedLevelError.
    """
    states, way = states_of(level, moves), _way_of(level, known)

    def look(number: int, nodes: int, seconds: float) -> View:
        state = states[number].level
        if number and not state.boxes_off_goal:
            return View(Outlook.OPEN, 0, proven=True)
        pushes = way.get(_key(state), ())
        is_last = number == len(states) - 1
        if pushes and not is_last:
            return View(Outlook.OPEN, len(pushes))
        found = _better(_searched(state, nodes, seconds, solve), room_of(state), pushes)
        if found.outlook is Outlook.UNKNOWN and is_last:
            return _pushed_on(level, moves, nodes, seconds, solve)
        return found

    found = guided(len(states) - 1, look, effort)
    return found if found.since is None else replace(found, since=states[found.since].moves)


def states_of(level: Level, moves: str) -> list[State]:
    """The start of a game, and every position after a push; the last one has all steps that follow it.

    Raises IllegalMoveError where a letter is not a move, or the move is not possible.
    """
    walls, boxes, goals, player = level.cells()
    states, place = [State(level, 0)], player
    for number, letter in enumerate(parse_moves(moves[:MOST_MOVES]).lower(), 1):
        down, right = STEPS[letter]
        ahead, beyond = ((place[0] + steps * down, place[1] + steps * right) for steps in (1, 2))
        pushed = _is_floor(walls, ahead) and bool(boxes[ahead])
        if not _is_floor(walls, ahead):
            raise IllegalMoveError("the player runs into a wall", number)
        if pushed and (not _is_floor(walls, beyond) or boxes[beyond]):
            raise IllegalMoveError("the box cannot be pushed: a wall or another box is behind it", number)
        place = ahead
        if pushed:
            boxes[ahead], boxes[beyond] = False, True
            states.append(State(Level.from_cells(walls, boxes, goals, place), number))
    states[-1] = replace(states[-1], level=Level.from_cells(walls, boxes, goals, place))
    return states


def _is_floor(walls: Mask, cell: tuple[int, int]) -> bool:
    return all(0 <= at < side for at, side in zip(cell, walls.shape, strict=True)) and not walls[cell]


def _searched(level: Level, nodes: int, seconds: float, solve: Solve) -> View:
    """What is known of a position after a short search, one by what the level is, and one for any solution."""
    begun = monotonic()
    for solver, most, aim in ((general_solver.solve, SHORT, "pushes"), (solve, nodes, "pushes"), (solve, SHORT, "any")):
        left = max(0.0, seconds - (monotonic() - begun))
        found = solver(level, most, Request(aim, seconds=left * SHARE, megabytes=512))
        if found.status is SolveStatus.UNSOLVABLE:
            return LOST
        if found.upper_bound is not None:
            return View(Outlook.OPEN, found.upper_bound, found.proven, first_push(found.moves))
    return UNKNOWN


def _pushed_on(level: Level, moves: str, nodes: int, seconds: float, solve: Solve) -> View:
    """What is known of a position from the one after another push of the same box: a slide may be half done."""
    last = moves[-1:]
    try:
        states = states_of(level, moves + last)
    except IllegalMoveError:
        return UNKNOWN
    found = _searched(states[-1].level, nodes, seconds, solve) if last.isupper() else UNKNOWN
    if found.outlook is not Outlook.OPEN or found.left is None:
        return UNKNOWN
    return View(Outlook.OPEN, found.left + 1, step=last)


def first_push(moves: str) -> str:
    """The steps to the first push of a solution, and the pushes that go on in its direction."""
    walk = "".join(takewhile(str.islower, moves))
    pushes = moves[len(walk) :]
    return walk + "".join(takewhile(pushes[:1].__eq__, pushes))


def _better(found: View, room: Room | None, pushes: Sequence[Push]) -> View:
    """What a search says, or what the rest of the known solution says where that is more."""
    is_known = room is not None and pushes and found.outlook is not Outlook.LOST
    if not is_known or (found.left is not None and found.left <= len(pushes)):
        return found
    assert room is not None
    return View(Outlook.OPEN, len(pushes), step=first_push(moves_of(room, pushes)))


def _way_of(level: Level, solution: str) -> dict[bytes, Sequence[Push]]:
    """The pushes that are left from each position of a known solution; nothing where it is not one."""
    try:
        states = states_of(level, solution)
    except IllegalMoveError:
        return {}
    room = room_of(level)
    if room is None or states[-1].level.boxes_off_goal:
        return {}
    pushes = pushes_of(room, recase(level, solution))
    return {_key(state.level): pushes[number:] for number, state in enumerate(states[:-1])}


def _key(level: Level) -> bytes:
    """The same for positions between which the player can walk."""
    walls, boxes, _, player = level.cells()
    return boxes.tobytes() + reachable(~(walls | boxes), player).tobytes()
