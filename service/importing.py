"""Levels of others, as a file has them."""

from typing import Any, NamedTuple

from generator import Entry, Family, Solution, SolveStatus
from generator.errors import IllegalMoveError
from optimiser.evaluation import record_of
from optimiser.recorder import LevelRecord
from service.examination import attempt, completed, unsolved

NO_SEARCH = 1
"""The budget that is stored with levels that were not solved."""


class Import(NamedTuple):
    """A level of a file with what was found out about it.

    `record` is None where the level was proven to be unsolvable; `refused` says why the file's own solution
    is none.
    """

    entry: Entry
    record: LevelRecord | None
    refused: str = ""


def examined(family: Family[Any], entry: Entry, budget: int | None) -> Import:
    """Solve a level of a file within a budget of nodes, None for not at all, and measure it."""
    level = family.parse(entry.level)
    solution = unsolved(NO_SEARCH) if budget is None else attempt(family, level, budget).solution
    solution, refused = _with_own_solution(family, level, entry, solution)
    if solution.status is SolveStatus.UNSOLVABLE:
        return Import(entry, None, refused)
    return Import(entry, record_of(family, level, family.genome_of(level), solution), refused)


def _with_own_solution(family: Family[Any], level: Any, entry: Entry, solution: Solution) -> tuple[Solution, str]:
    try:
        return completed(family, level, solution, entry.solution), ""
    except IllegalMoveError as error:
        return solution, str(error)
