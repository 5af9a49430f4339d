"""Sessions that went through a journey, compared with the same sessions run alone."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from service.sessions.evolution import carry_on
from service.sessions.stop_conditions import StopConditions
from storage.database import Database
from storage.queries import get_session
from storage.recorder import start_session
from tests.journeys.world import rows_of
from tests.measured import decided

COURSE = {
    "session": """SELECT family, space, seed, objective, weights, replacement, budget, generation, evaluations, snapshot
        FROM sessions WHERE id = :session""",
    "generations": """SELECT number, evaluations, best, mean, diversity, statistics FROM generations
        WHERE session_id = :session ORDER BY number""",
    "evaluations": """SELECT evaluations.generation, evaluations.slot, operator, outcome, evaluations.score,
            evaluations.nodes, identity
        FROM evaluations LEFT JOIN levels ON levels.id = level_id
        WHERE evaluations.session_id = :session ORDER BY 1, 2""",
    "scores of its levels": """SELECT DISTINCT identity, depth, levels.proven, scores.score
        FROM evaluations JOIN levels ON levels.id = evaluations.level_id JOIN sessions ON sessions.id = :session
        LEFT JOIN scores ON scores.level_id = levels.id AND scores.objective = sessions.objective
        WHERE evaluations.session_id = :session ORDER BY identity""",
    "lineage": """SELECT child.identity, parent.identity, operator, parent_score, child_score, lineage.generation,
            lineage.slot
        FROM lineage JOIN levels AS child ON child.id = child_id JOIN levels AS parent ON parent.id = parent_id
        WHERE lineage.session_id = :session ORDER BY lineage.generation, lineage.slot, lineage.id""",
    "pool": """SELECT rank, identity FROM pool JOIN levels ON levels.id = level_id
        WHERE pool.session_id = :session ORDER BY rank""",
    "archive": """SELECT cell, identity, archive_cells.score FROM archive_cells JOIN levels ON levels.id = level_id
        WHERE archive_cells.session_id = :session ORDER BY cell""",
}
"""Everything that a session decides; levels by their identity, for their ids are those of a busy database."""
OWN = """SELECT identity, text, solution, genome, generation, slot, score, depth, nodes FROM levels
WHERE session_id = ? ORDER BY identity"""
"""The levels that a session was the first to find."""


class _Nobody:
    """Watches a session without a word."""

    def began(self, *_: Any) -> None: ...

    def warned(self, message: str) -> None: ...

    def generation(self, *_: Any) -> None: ...

    def interrupted(self) -> None: ...


def difference(path: Path, session: int, alone: Path, is_pruned: bool) -> str:
    """How a session differs from the same one that is run alone in a new database; empty where it does not.

    Where levels were pruned, whatever is still there must be what the other one has.
    """
    with Database.open_readonly(f"sqlite:///{path}") as database:
        row = get_session(database, session)
    with Database.create(f"sqlite:///{alone}") as database:
        twin = start_session(database, row)
        carry_on(database, twin, 0, _Nobody(), StopConditions(evaluations=row.evaluations or 1))
    told = []
    for name, query in COURSE.items():
        mine, others = _course(path, query, session), _course(alone, query, twin)
        if not (is_pruned and name in PRUNED and PRUNED[name](mine, others)) and mine != others:
            told.append(name)
    twins = {own[0]: own for own in rows_of(alone, OWN, twin)}
    # What was pruned may have been found anew, by another candidate.
    told += [
        f"level {own[0]}"
        for own in rows_of(path, OWN, session)
        if own[0] not in twins or (own != twins[own[0]] and not is_pruned)
    ]
    return ", ".join(told)


def _among(mine: list[Any], others: list[Any]) -> bool:
    return {*mine} <= {*others}


def _but_for_identities(mine: list[Any], others: list[Any]) -> bool:
    pairs = zip(mine, others, strict=False)
    return mine == [(*other[:-1], None if row[-1] is None else other[-1]) for row, other in pairs]


PRUNED: Mapping[str, Callable[[list[Any], list[Any]], bool]] = {
    "evaluations": _but_for_identities,
    "scores of its levels": _among,
    "lineage": _among,
}
"""What a session that was pruned has less of."""


def _course(path: Path, query: str, session: int) -> list[Any]:
    rows = rows_of(path, query.replace(":session", "?1"), session)
    return [tuple(_timeless(value) for value in row) for row in rows]


def _timeless(value: Any) -> Any:
    """A value without the seconds that statistics hold."""
    if isinstance(value, str) and "solving_seconds" in value:
        return decided(json.loads(value))
    return value
