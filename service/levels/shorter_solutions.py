"""Known solutions made shorter, each replayed before anybody sees it."""

from collections.abc import Iterator
from typing import Any

from generator import CheckedSolution, Family, Request, defaults, get_declaration
from generator.capabilities import Shortening
from generator.errors import IllegalMoveError
from optimiser.errors import ReplayMismatchError


def shorter_solutions(
    family: Family[Any], level: Any, known: CheckedSolution, budget: int, request: Request
) -> Iterator[CheckedSolution]:
    """Better and better solutions than the known one, as `Shortening.shorten`; none in families without it.

    Raises what that raises, and ReplayMismatchError for a solution that is not valid or no better.
    """
    aims = get_declaration(family.name).aims
    metric = aims[request.aim or next(iter(aims))].metric
    least = known.metrics[metric]
    if not isinstance(family, Shortening):
        return
    for moves in family.shorten(level, known.moves, budget, request):
        try:
            better = defaults.check(family, level, moves)
        except IllegalMoveError as error:
            raise ReplayMismatchError(
                "a shortened solution is not valid: {error}; this is a bug, please report it with the level",
                error=error,
            ) from error
        if better.metrics[metric] > least:
            raise ReplayMismatchError(
                "a shortened solution is longer than the one before; this is a bug, please report it with the level"
            )
        least = better.metrics[metric]
        yield better
