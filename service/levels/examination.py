"""Levels from anywhere, solved as far as their family can, and solutions from anywhere."""

from dataclasses import replace
from enum import StrEnum
from time import perf_counter
from typing import Any, NamedTuple, Self

from generator import DEFAULT_REQUEST, Family, Request, Solution, SolveStatus, defaults, get_declaration
from generator.errors import IllegalMoveError, SettingError, UnsupportedLevelError
from generator.messages import SILENCE, Message
from optimiser.evaluation import solved

LEFT = 0.1
"""The part of a budget that may be left of one that is spent, for some searches go by turns,"""

FEW = 1_000
"""and so many nodes anyhow, for fewer may not be worth a turn."""


class Stop(StrEnum):
    """Why a search came to its end."""

    PROVEN = "proven"
    """Nothing is left to search: the solution is the best one, or there is none."""
    FOUND = "found"
    """Any solution was asked for."""
    NODES = "nodes"
    MEMORY = "memory"
    SECONDS = "seconds"
    INTERRUPTED = "interrupted"
    UNSUPPORTED = "unsupported"
    """The level is of a kind that the family cannot solve."""


class Attempt(NamedTuple):
    """What came of solving a level; `seconds` are those of the search, without the compilation of its kernels."""

    solution: Solution
    seconds: float
    stop: Stop

    @property
    def solved(self) -> bool:
        """Whether a solution is known, be it the best one or not."""
        return self.solution.upper_bound is not None

    @property
    def status(self) -> str:
        """The answer in one word."""
        if self.solved:
            return SolveStatus.SOLVED
        return Stop.UNSUPPORTED if self.stop is Stop.UNSUPPORTED else self.solution.status

    def followed_by(self, later: Self) -> Self:
        """A later attempt that knows what this one has proven, and costs what both did."""
        solution = later.solution
        if solution.status is not SolveStatus.UNSOLVABLE:
            solution = replace(solution, lower_bound=max(self.solution.lower_bound, solution.lower_bound))
        solution = replace(solution, nodes=self.solution.nodes + solution.nodes)
        return later._replace(solution=solution, seconds=self.seconds + later.seconds)

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
    from generator.compile_time import compile_time  # numba, without which levels are read and written

    started = perf_counter()
    try:
        with compile_time() as compiling:
            solution = solved(family, level, budget, request)
    except UnsupportedLevelError as error:
        return Attempt(unsolved(family, level, budget, error.message), 0.0, Stop.UNSUPPORTED)
    elapsed = perf_counter() - started
    return Attempt(solution, max(0.0, elapsed - compiling.seconds), _stop(family, solution, request, elapsed))


def _stop(family: Family[Any], solution: Solution, request: Request, elapsed: float) -> Stop:
    aims = get_declaration(family.name).aims
    if solution.proven:
        return Stop.PROVEN
    if solution.upper_bound is not None and not aims[request.aim or next(iter(aims))].least:
        return Stop.FOUND
    if request.stopped():
        return Stop.INTERRUPTED
    if request.seconds is not None and elapsed >= request.seconds:
        return Stop.SECONDS
    is_spent = solution.budget - solution.nodes <= max(FEW, LEFT * solution.budget)
    return Stop.NODES if is_spent else Stop.MEMORY


def accepted(family: Family[Any], level: Any, moves: str) -> str:
    """A solution as it is if it replays, else as its family writes it: in the right case, up to the solved level.

    Raises IllegalMoveError where it is none.
    """
    try:
        family.replay(level, moves)
    except IllegalMoveError:
        return defaults.check(family, level, moves).moves
    return moves


def unsolved(family: Family[Any], level: Any, budget: int, reason: Message = SILENCE) -> Solution:
    """What is known of a level that nobody has searched."""
    return Solution(SolveStatus.NODE_LIMIT, defaults.least(family, level), None, "", 0, budget, reason)
