"""Levels from anywhere, solved as far as their family can, and solutions from anywhere."""

from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple, Self

from generator import DEFAULT_REQUEST, Family, Request, Solution, SolveStatus, defaults, get_declaration
from generator.errors import IllegalMoveError, SettingError, UnsupportedLevelError
from generator.messages import SILENCE, Message
from optimiser.evaluation import solved

UNSUPPORTED = "unsupported"
"""The status of a level of a kind that the family cannot solve."""


class Attempt(NamedTuple):
    """What came of solving a level; `status` is one of SolveStatus, or UNSUPPORTED."""

    status: str
    solution: Solution
    seconds: float

    def without_witness(self) -> Self:
        """The same, to be kept for long: what a search saw may be large."""
        return self._replace(solution=replace(self.solution, witness=None))


def requested(family: str, request: Request) -> Request:
    """The request, if the family knows its aim and its techniques. Raises SettingError."""
    declaration = get_declaration(family)
    aims, techniques = [*declaration.aims], [*declaration.techniques]
    if request.aim and request.aim not in aims:
        raise SettingError(
            "{family} has no aim {aim!r}; give --aim {aims}",
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
        solution = solved(family, level, budget, request)
    except UnsupportedLevelError as error:
        return Attempt(UNSUPPORTED, unsolved(budget, error.message), 0.0)
    return Attempt(solution.status, solution, perf_counter() - started)


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
