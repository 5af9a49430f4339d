"""Where levels come from: the parents of a level, and all its ancestors as a tree.

A level may be found several times in different ways; its parents are those of the first time. One that was found at
random, or came from a file, has none, whoever makes it again later.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, literal, select

from storage.database import Database
from storage.errors import UnknownLevelError
from storage.levels import among
from storage.summaries import ISLAND
from storage.tables.levels import Level, Lineage

REPETITIONS = 8
"""Steps that are read for each child that is asked for, since the same one may be made again and again."""

FIRST = and_(
    Level.id == Lineage.child_id,
    Level.session_id.is_not_distinct_from(Lineage.session_id),
    Level.generation == Lineage.generation,
    Level.slot == Lineage.slot,
)
"""Whether a step belongs to the candidate that found its level first."""


class Step(NamedTuple):
    """One parent of the derivation of a level, with the scores of both."""

    child: int
    parent: int
    operator: str
    parent_score: float
    child_score: float | None


@dataclass(slots=True, eq=False)
class LineageNode:
    """A level among the ancestors of another one.

    `operator` made it from its `parents`, best first; `gain` is its score less that of the best of them. `island` is
    where its session found it, if that has several: a parent of another island came by a migration.
    Where a level is mentioned again, its node is a `reference` and has no parents.
    """

    level_id: int
    depth: int
    proven: bool
    score: float | None
    origin: str
    island: int | None
    operator: str | None = None
    gain: float | None = None
    parents: list["LineageNode"] = field(default_factory=list, repr=False)
    reference: bool = False

    def walk(self) -> Iterator[tuple[int, "LineageNode"]]:
        """Every node from this one on with its distance, in the order of reading; deep chains do no harm."""
        stack = [(0, self)]
        while stack:
            distance, node = stack.pop()
            yield distance, node
            stack.extend((distance + 1, parent) for parent in reversed(node.parents))


class Child(NamedTuple):
    """A level that was made from another one: the step, the operator, and its score less that of the other one."""

    step: int
    level_id: int
    operator: str
    gain: float | None


def ancestry(database: Database, level_id: int) -> LineageNode:
    """The tree of a level's ancestors. Raises UnknownLevelError."""
    with database.read() as connection:
        steps = first_steps(connection, Lineage.child_id.in_(_ancestors(level_id)))
        levels = _levels(connection, {level_id}.union(*([step.parent for step in found] for found in steps.values())))
    if level_id not in levels:
        raise unknown_level(level_id)
    root = LineageNode(*levels[level_id])
    shown = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.level_id in shown:
            node.reference = True
        elif node.level_id in steps:
            _add_parents(node, steps[node.level_id], levels)
            waiting.extend(reversed(node.parents))
        shown.add(node.level_id)
    return root


def best_line(database: Database, level_id: int, generations: int) -> list[LineageNode]:
    """A level, its best parent, the best parent of that, and so on through at most so many generations.

    Each node has its parents, the best first. However many ancestors there are, only these are read. Raises
    UnknownLevelError.
    """
    steps: dict[int, list[Step]] = {}
    following: int | None = level_id
    with database.read() as connection:
        while following is not None and following not in steps and len(steps) < generations:
            found = first_steps(connection, Lineage.child_id == following).get(following, [])
            steps[following] = found
            following = max(found, key=lambda step: step.parent_score).parent if found else None
        levels = _levels(connection, {level_id}.union(step.parent for found in steps.values() for step in found))
    if level_id not in levels:
        raise unknown_level(level_id)
    line = [LineageNode(*levels[ancestor]) for ancestor in steps]
    for node in line:
        if steps[node.level_id]:
            _add_parents(node, steps[node.level_id], levels)
    return line


def children(database: Database, level_id: int, limit: int, after: int = 0) -> list[Child]:
    """Levels that were made from this one, in the order in which they were made; those behind the step `after`.

    A level that was made again and again may come more than once, but not among `limit` that are asked for at a time.
    """
    columns = (Lineage.id, Lineage.child_id, Lineage.operator, Lineage.child_score - Lineage.parent_score)
    query = select(*columns).where(Lineage.parent_id == level_id, Lineage.id > after).order_by(Lineage.id)
    found: dict[int, Child] = {}
    with database.read() as connection:
        for row in connection.execute(query.limit(limit * REPETITIONS)):
            child = Child(*row)
            found.setdefault(child.level_id, child)
    return list(found.values())[:limit]


def first_steps(connection: Connection, wanted: ColumnElement[bool]) -> dict[int, list[Step]]:
    """The steps of the first derivation of each child among the wanted rows of the table."""
    columns = Lineage.child_id, Lineage.parent_id, Lineage.operator, Lineage.parent_score, Lineage.child_score
    query = select(*columns).join(Level, FIRST).where(wanted).order_by(Lineage.id)
    steps: dict[int, list[Step]] = {}
    for row in connection.execute(query):
        steps.setdefault(row.child_id, []).append(Step(*row))
    return steps


def unknown_level(level_id: int) -> UnknownLevelError:
    """The answer to the id of a level that is not there."""
    return UnknownLevelError("there is no level {id}; cenote best lists levels", id=level_id)


def _ancestors(level_id: int) -> Select[int]:
    found = select(literal(level_id).label("id")).cte(recursive=True)
    found = found.union(select(Lineage.parent_id).join(Level, FIRST).where(Lineage.child_id == found.c.id))
    return select(found.c.id)


def _levels(connection: Connection, ids: Iterable[int]) -> dict[int, Sequence[Any]]:
    query = select(Level.id, Level.depth, Level.proven, Level.score, Level.origin, ISLAND.label("island"))
    return {row.id: row for row in connection.execute(query.where(among(Level.id, ids)))}


def _add_parents(node: LineageNode, steps: Sequence[Step], levels: Mapping[int, Sequence[Any]]) -> None:
    best_first = sorted(steps, key=lambda step: -step.parent_score)
    node.operator = best_first[0].operator
    if best_first[0].child_score is not None:
        node.gain = best_first[0].child_score - best_first[0].parent_score
    parents = dict.fromkeys(step.parent for step in best_first)
    node.parents = [LineageNode(*levels[parent]) for parent in parents]
