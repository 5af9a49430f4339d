"""A session that keeps its pool and archive alone is thinned while it runs.

Its evaluations become counts of their generation, generations of long ago are merged, and the levels go that neither it
nor anybody else needs. What stays has its lineage: the first derivation of each level, and the ancestors in it. When
that is done depends on the number of the generation alone, so that a session that was interrupted keeps the same.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, update

from storage.tables.sessions import Evaluation, Generation

EVERY = 4096
"""Evaluations from one time to the next: as many levels go at a time, at most."""
RECENT = 64
"""The last generations, whose evaluations stay: the page of a session shows what became of them."""
EACH = 4096
"""The last generations, which stay as they are; as many stay of all before, at most, evenly spread."""
COUNTED = "outcome:"
"""What the names of counts begin with, among the statistics of a generation."""
_OF_OPERATORS = "operator:"
_ADDED = ("nodes", "solving_seconds")
_IN_COLUMNS = ("best", "mean", "diversity", "evaluations")
_DIGITS = 3
"""Of the seconds that stay."""


def is_due(number: int, batch: int) -> bool:
    """Whether a session is thinned behind this generation."""
    return number % max(1, EVERY // batch) == 0


def thin(connection: Connection, session_id: int, number: int) -> None:
    """Count evaluations, merge generations and let levels go, in the transaction that records this generation."""
    _count_evaluations(connection, session_id, number - RECENT)
    _merge_generations(connection, session_id, number)
    _let_levels_go(connection, session_id)


def _count_evaluations(connection: Connection, session_id: int, last: int) -> None:
    """Count what became of the evaluations up to a generation, in place of them."""
    old = Evaluation.session_id == session_id, Evaluation.generation <= last
    outcomes = select(Evaluation.generation, Evaluation.outcome, func.count()).where(*old)
    counts: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for generation, outcome, count in connection.execute(outcomes.group_by(Evaluation.generation, Evaluation.outcome)):
        counts[generation][COUNTED + outcome] = count
    if not counts:
        return
    wanted = Generation.session_id == session_id, Generation.number.between(min(counts), last)
    rows = [
        {"number_": number, "statistics": _thinned(statistics) | counts[number]}
        for number, statistics in connection.execute(select(Generation.number, Generation.statistics).where(*wanted))
    ]
    _update_statistics(connection, session_id, rows)
    connection.execute(delete(Evaluation).where(*old))


def _thinned(statistics: dict[str, Any]) -> dict[str, Any]:
    """The statistics of a generation without what is in its columns too, and without the shares of operators."""
    return {
        name: round(value, _DIGITS)
        for name, value in statistics.items()
        if name not in _IN_COLUMNS and not name.startswith(_OF_OPERATORS)
    }


def _merge_generations(connection: Connection, session_id: int, number: int) -> None:
    """Leave out generations of long ago; the next one that stays has what was counted in them too.

    Their distance is a power of two, as is that of a history, which therefore never asks for one that has gone.
    """
    step = 1
    while number // step > EACH:
        step *= 2
    last = (number - EACH) // step * step
    goes = Generation.number % step != 0
    old = Generation.session_id == session_id, Generation.number <= last
    first = connection.execute(select(func.min(Generation.number)).where(*old, goes)).scalar_one()
    if first is None:
        return
    rows, sums = [], dict[str, float]()
    columns = select(Generation.number, Generation.statistics).where(*old, Generation.number >= first)
    for place, statistics in connection.execute(columns.order_by(Generation.number)):
        for name, value in statistics.items():
            if name in _ADDED or name.startswith(COUNTED):
                sums[name] = round(sums.get(name, 0) + value, _DIGITS)
        if place % step == 0:
            rows.append({"number_": place, "statistics": {**statistics, **sums}})
            sums = {}
    _update_statistics(connection, session_id, rows)
    connection.execute(delete(Generation).where(*old, goes))


def _update_statistics(connection: Connection, session_id: int, rows: Sequence[Mapping[str, Any]]) -> None:
    place = Generation.session_id == session_id, Generation.number == bindparam("number_")
    connection.execute(update(Generation).where(*place), rows)


def _let_levels_go(connection: Connection, session_id: int) -> None:
    for statement in _MAKING:
        connection.exec_driver_sql(statement)
    for statement in (_LATER_DERIVATIONS, *_OWN_NEEDS, _ANCESTORS, _LEFT, _NEEDS_OF_OTHERS, _ANCESTORS, *_GOING):
        connection.exec_driver_sql(statement, {"session": session_id})
    for statement in _ENDING:
        connection.exec_driver_sql(statement)


_MAKING = (
    "CREATE TEMPORARY TABLE staying (id INTEGER PRIMARY KEY)",
    "CREATE TEMPORARY TABLE left_behind (id INTEGER PRIMARY KEY)",
)
_ENDING = ("DROP TABLE temp.staying", "DROP TABLE temp.left_behind")
# Else the parents of every way in which a level was found again would stay, and there is no end to these.
_LATER_DERIVATIONS = """
    DELETE FROM lineage WHERE id IN (
        SELECT later.id FROM (
            SELECT id FROM levels INDEXED BY ix_levels_by_session WHERE session_id = :session
            UNION SELECT level_id FROM rediscoveries WHERE session_id = :session
        ) met CROSS JOIN lineage later ON later.child_id = met.id CROSS JOIN levels child ON child.id = met.id
        WHERE later.session_id = :session AND
            (child.session_id, child.generation, child.slot) IS NOT (later.session_id, later.generation, later.slot)
    )
"""
# SQLite gives the id of the newest level to another one, where that has gone: whoever looks at it would mean the other.
_OWN_NEEDS = (
    """
    INSERT INTO staying SELECT level_id FROM pool WHERE session_id = :session
        UNION SELECT level_id FROM archive_cells WHERE session_id = :session
        UNION SELECT max(id) FROM levels
    """,
    """
    INSERT OR IGNORE INTO staying SELECT levels.id FROM sessions CROSS JOIN json_tree(sessions.snapshot) named
        CROSS JOIN levels ON levels.family = sessions.family AND levels.identity = named.atom
        WHERE sessions.id = :session AND named.type = 'text'
    """,
)
_ANCESTORS = """
    INSERT OR IGNORE INTO staying WITH RECURSIVE needed (id) AS (
        SELECT id FROM staying UNION SELECT parent_id FROM needed CROSS JOIN lineage ON child_id = needed.id
    ) SELECT id FROM needed
"""
_LEFT = """
    INSERT INTO left_behind SELECT id FROM levels INDEXED BY ix_levels_by_session
        WHERE session_id = :session AND origin = 'evolved' AND id NOT IN (SELECT id FROM staying)
"""
_NEEDS_OF_OTHERS = """
    INSERT OR IGNORE INTO staying SELECT id FROM left_behind WHERE
        EXISTS (SELECT 1 FROM curation WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM curation_changes WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM tags WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM plays WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM contest_levels WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM atlas_components WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM pool WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM archive_cells WHERE level_id = left_behind.id)
        OR EXISTS (SELECT 1 FROM rediscoveries WHERE level_id = left_behind.id AND session_id <> :session)
        OR EXISTS (
            SELECT 1 FROM lineage CROSS JOIN levels child ON child.id = lineage.child_id
            WHERE lineage.parent_id = left_behind.id AND child.session_id IS NOT :session
        )
        OR EXISTS (
            SELECT 1 FROM levels said WHERE said.id = left_behind.id
                AND (said.title <> '' OR said.author <> '' OR said.comment <> '')
        )
"""
_GOING = (
    "DELETE FROM levels WHERE id IN (SELECT id FROM left_behind EXCEPT SELECT id FROM staying)",
    "DELETE FROM rediscoveries WHERE session_id = :session AND level_id NOT IN (SELECT id FROM staying)",
)
