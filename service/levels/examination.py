"""Levels that no session found: solved, completed by a known solution, measured and made ready for storage."""

from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from generator import DEFAULT_REQUEST, Family, Request, Solution, SolveStatus, defaults, get_declaration
from generator.errors import IllegalMoveError, SettingError, UnsupportedLevelError
from generator.messages import SILENCE, Message
from optimiser.errors import ReplayMismatchError

UNSUPPORTED = "unsupported"
"""The status of a level of a kind that the family cannot solve."""


class Attempt(NamedTuple):
    """What came of solving a level; `status` is one of SolveStatus, or UNSUPPORTED."""

    status: str
    solution: Solution
    seconds: float


def requested(family: str, request: Request) -> Request:
    """The request, if the family knows its aim and its techniques. Raises SettingError."""
    declaration = get_declaration(family)
    aims, techniques = [*declaration.aims], [*declaration.techniques]
    if request.aim and request.aim not in aims:
        raise SettingError(
            "the aim {aim!r} is none of {family}; give --aim {aims}",
            aim=request.aim,
            family=family,
            aims=" or ".join(aims),
        )
    for name in sorted(request.without - set(techniques)):
        known = ", ".join(techniques) or "none"
        raise SettingError(
            "there is no technique {name!r} in {family}; --without takes {names}", name=name, family=family, names=known
        )
    return request


def attempt(family: Family[Any], level: Any, budget: int, request: Request = DEFAULT_REQUEST) -> Attempt:
    """Solve a level within a budget of nodes and replay the solution. Raises ReplayMismatchError."""
    started = perf_counter()
    try:
        solution = family.solve(level, budget, request)
    except UnsupportedLevelError as error:
        return Attempt(UNSUPPORTED, unsolved(budget, error.message), 0.0)
    seconds = perf_counter() - started
    if solution.upper_bound is not None and _counted(family, level, solution.moves, request) != solution.upper_bound:
        raise ReplayMismatchError("a solution does not replay; this is a bug, please report it with the level")
    return Attempt(solution.status, solution, seconds)


def _counted(family: Family[Any], level: Any, moves: str, request: Request) -> int:
    """How long a solution is in the unit of what was asked for."""
    if not request.aim:
        return family.replay(level, moves)
    metric = get_declaration(family.name).aims[request.aim].metric
    return defaults.check(family, level, moves).metrics[metric]


def accepted(family: Family[Any], level: Any, moves: str) -> str:
    """A solution as it is if it replays, else as its family writes it: in the right case, up to the solved level.

    Raises IllegalMoveError where it is none.
    """
    try:
        family.replay(level, moves)
    except IllegalMoveError:
        return defaults.check(family, level, moves).moves
    return moves


def unsolved(budget: int, reason: Message = SILENCE) -> Solution:
    """What is known of a level that nobody has searched."""
    return Solution(SolveStatus.NODE_LIMIT, 0, None, "", 0, budget, reason)


def completed(family: Family[Any], level: Any, solution: Solution, moves: str) -> Solution:
    """The solver's answer with another solution where the solver found none, or a longer one.

    Raises IllegalMoveError where the moves are no solution, ReplayMismatchError where they refute the solver.
    """
    if not moves:
        return solution
    depth = family.replay(level, moves)
    if solution.status is SolveStatus.UNSOLVABLE or depth < solution.lower_bound:
        raise ReplayMismatchError(
            "the solver answers {status}, at least {least}, yet a solution has depth {depth}; "
            "this is a bug, please report it with the level",
            status=solution.status,
            least=solution.lower_bound,
            depth=depth,
        )
    if solution.upper_bound is not None and solution.upper_bound <= depth:
        return solution
    return replace(solution, upper_bound=depth, moves=moves)
