"""Verification: every stored level is made, replayed, solved and measured again and compared."""

import math
from collections.abc import Iterator
from typing import Any

from generator import Family, Made, PuzzleError, appraised_names, defaults
from optimiser.errors import EvaluationError
from optimiser.evaluation import appraised, assess, completed, measured, note_of, record_of
from optimiser.recorder import LevelRecord
from service.levels.examination import attempt, unsolved
from service.levels.json_objects import shown
from storage.queries import LevelRow
from storage.tables.base import Origin

ROUNDING = 1e-12
"""Floats that differ by a smaller share differ in nothing but how they were rounded."""


def differences(family: Family[Any], row: LevelRow) -> list[str]:
    """Everything in which a stored level is not what its genome gives now; nothing where it is verified."""
    try:
        return list(_differences(family, row))
    except (PuzzleError, EvaluationError) as error:
        return [str(error)]


def _differences(family: Family[Any], row: LevelRow) -> Iterator[str]:
    made = family.generate(row.genome)
    if family.format(made.level) != row.text:
        yield "its genome gives another level"
        return
    if row.solution:
        depth = family.replay(made.level, row.solution)
        if depth != row.upper_bound:
            yield f"its solution has depth {depth}, not {row.upper_bound}"
    again = _again(family, made, row)
    known = shown(row)
    compared = {name: (value, known[name]) for name, value in _figures(again).items()}
    # A program of before a metric was added has not stored it; one that searched less did not know it.
    late = appraised_names(row.family)
    for name in (name for name, value in row.metrics.items() if value is not None or name not in late):
        compared[f"metric {name}"] = again.metrics.get(name), row.metrics[name]
    for name, (value, stored) in compared.items():
        if not _agree(value, stored):
            yield f"its {name} is {_shown(value)}, not {_shown(stored)}"


def _again(family: Family[Any], made: Made[Any], row: LevelRow) -> LevelRecord:
    measure = measured if set(appraised_names(row.family)).isdisjoint(row.metrics) else appraised
    if row.origin == Origin.EVOLVED:
        again, solution = assess(family, made, row.genome, row.budget, measure)
        if again is None:
            raise EvaluationError("its genome gives no level now: {note}", note=note_of(solution))
        if again.upper_bound == row.upper_bound or not row.solution:
            return again
    was_searched = row.nodes or row.upper_bound == 0
    searched = (
        attempt(family, made.level, row.budget).solution if was_searched else unsolved(family, made.level, row.budget)
    )
    known = row.solution or ("" if row.upper_bound is None else defaults.known_solution(family, made))
    return record_of(family, made.level, row.genome, completed(family, made.level, searched, known), measure)


def _figures(record: LevelRecord) -> dict[str, Any]:
    """Every column of a level that its genome decides."""
    return {
        "identity": record.identity,
        **{name: value for name, value in record.figures().items() if name != "metrics"},
        "nodes": record.nodes,
        "solution": None if record.upper_bound is None else record.solution,
    }


def _agree(value: Any, stored: Any) -> bool:
    """Whether two figures are equal, up to the last digits of floats, which depend on how they were summed."""
    if isinstance(value, float) and isinstance(stored, float):
        return math.isclose(value, stored, rel_tol=ROUNDING)
    return bool(value == stored)


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
