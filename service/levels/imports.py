"""Levels of others, as a file has them."""

from typing import Any, NamedTuple

from generator import Entry, Family, Solution, SolveStatus, defaults, get_family
from generator.errors import IllegalMoveError
from generator.messages import SILENCE, Message
from optimiser.evaluation import appraised, completed, measured, record_of
from optimiser.recorder import LevelRecord
from service.levels.appraisal import is_appraised
from service.levels.examination import Stop, accepted, attempt, unsolved
from storage.database import Database
from storage.levels import store_figures, store_level
from storage.queries import LevelRow, get_level
from storage.tables.base import Origin

NO_SEARCH = 1
"""The budget that is stored with levels that were not solved."""


class Import(NamedTuple):
    """A level of a file with what was found out about it.

    `record` is None where the level was proven to be unsolvable, for the reason `unsolvable`; `refused` says why the
    file's own solution is none, `unsupported` why the level was not solved at all.
    """

    entry: Entry
    record: LevelRecord | None
    refused: Message = SILENCE
    unsolvable: Message = SILENCE
    unsupported: Message = SILENCE


def examined(family: Family[Any], entry: Entry, budget: int | None) -> Import:
    """Solve a level of a file within a budget of nodes, None for not at all, and measure it."""
    level = family.parse(entry.text)
    tried = None if budget is None else attempt(family, level, budget)
    unsupported = tried.solution.reason if tried and tried.stop is Stop.UNSUPPORTED else SILENCE
    known = tried.solution if tried else unsolved(family, level, NO_SEARCH)
    solution, refused = _with_own_solution(family, level, entry, known)
    if solution.status is SolveStatus.UNSOLVABLE:
        return Import(entry, None, refused, solution.reason)
    record = record_of(family, level, defaults.genome_of(family, level), solution)
    return Import(entry, record, refused, unsupported=unsupported)


def _with_own_solution(family: Family[Any], level: Any, entry: Entry, solution: Solution) -> tuple[Solution, Message]:
    if not entry.solution:
        return solution, SILENCE
    try:
        return completed(family, level, solution, accepted(family, level, entry.solution)), SILENCE
    except IllegalMoveError as error:
        return solution, error.message


class Kept(NamedTuple):
    """What became of a level of a file, in words, the id under which it is stored, and a depth that is new there."""

    what: str
    level_id: int | None = None
    depth: int | None = None


def keep(database: Database, found: Import) -> Kept:
    """Store a level of a file, unless it is unsolvable; one that is stored takes over a shorter solution."""
    if found.record is None:
        return Kept("unsolvable")
    entry = found.entry
    about = {"title": entry.title, "author": entry.author, "comment": entry.comment}
    level_id, is_new = store_level(database, found.record, Origin.IMPORTED, **about)
    if is_new:
        return Kept("stored and proven" if found.record.proven else "stored", level_id)
    better = improved(get_level(database, level_id), found.record)
    if better is None:
        return Kept("known already", level_id)
    store_figures(database, level_id, better)
    return Kept("improved", level_id, better.upper_bound)


def improved(row: LevelRow, record: LevelRecord) -> LevelRecord | None:
    """A stored level whose depth is open, with what a new record of it knows; None where that is no better.

    A solution is better that is shorter, a bound that is greater. Only a level of the same text, for mirror images have
    other solutions. Raises ReplayMismatchError where the solution refutes what is stored.
    """
    if row.proven or row.text != record.text or not record.solution:
        return None
    family = get_family(row.family)
    level = family.parse(row.text)
    least = max(row.lower_bound, record.lower_bound)
    known = Solution(SolveStatus.NODE_LIMIT, least, row.upper_bound, row.solution or "", row.nodes, row.budget)
    solution = completed(family, level, known, record.solution)
    if solution is known and least == row.lower_bound:
        return None
    return record_of(family, level, row.genome, solution, appraised if is_appraised(row) else measured)
