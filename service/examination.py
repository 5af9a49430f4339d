"""Levels that no session found: solved, completed by a known solution, measured and made ready for storage."""

from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from generator import Family, Solution, SolveStatus
from generator.errors import UnsupportedLevelError
from optimiser.errors import ReplayMismatchError

UNSUPPORTED = "unsupported"
"""The status of a level of a kind that the family cannot solve."""


class Attempt(NamedTuple):
    """What came of solving a level; `status` is one of SolveStatus, or UNSUPPORTED."""

    status: str
    solution: Solution
    seconds: float


def attempt(family: Family[Any], level: Any, budget: int) -> Attempt:
    """Solve a level within a budget of nodes and replay the solution. Raises ReplayMismatchError."""
    started = perf_counter()
    try:
        solution = family.solve(level, budget)
    except UnsupportedLevelError as error:
        return Attempt(UNSUPPORTED, unsolved(budget, str(error)), 0.0)
    seconds = perf_counter() - started
    if solution.upper_bound is not None and family.replay(level, solution.moves) != solution.upper_bound:
        raise ReplayMismatchError("a solution does not replay; this is a bug, please report it with the level")
    return Attempt(solution.status, solution, seconds)


def unsolved(budget: int, reason: str = "") -> Solution:
    """What is known of a level that nobody has searched."""
    return Solution(SolveStatus.NODE_LIMIT, 0, None, "", 0, budget, reason)


def completed(family: Family[Any], level: Any, solution: Solution, moves: str) -> Solution:
    """The solver's answer with another solution's depth as upper bound where the solver found none.

    Raises IllegalMoveError where the moves are no solution, ReplayMismatchError where they refute the solver.
    """
    if solution.upper_bound is not None or not moves:
        return solution
    depth = family.replay(level, moves)
    if solution.status is SolveStatus.UNSOLVABLE or depth < solution.lower_bound:
        raise ReplayMismatchError(
            f"the solver answers {solution.status}, at least {solution.lower_bound}, yet a solution has depth "
            f"{depth}; this is a bug, please report it with the level"
        )
    return replace(solution, upper_bound=depth, moves=moves)
