"""The chapters of an atlas, worked out one by one in processes of their own."""

from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from generator import Atlas, Component, Counts, Family, defaults, get_declaration, get_family
from generator.capabilities import Enumeration
from generator.values import Request, Solution
from optimiser.errors import NoAtlasError, ReplayMismatchError, WorkerLostError
from optimiser.evaluation import record_of
from optimiser.executors import TRIES, Cluster, Where, WorkerDiedError, executor_at
from optimiser.recorder import LevelRecord


@dataclass(frozen=True, slots=True)
class Charted:
    """A component of a chapter, and its deepest level measured; None where it is not worth keeping."""

    component: Component
    level: LevelRecord | None


class Explored(NamedTuple):
    """A chapter with its levels measured, and the numbers of all its components where those are only some."""

    components: Sequence[Charted]
    counts: Counts | None


def atlas_of(family: str) -> Atlas:
    """The atlas of a family. Raises NoAtlasError."""
    found = get_family(family)
    if not isinstance(found, Enumeration):
        raise NoAtlasError("{family} has no atlas: nobody has enumerated its levels", family=family)
    return found.atlas


def explore(
    family: str, settings: Mapping[str, Any], chapters: Sequence[str], smallest: str, where: Where
) -> Generator[Explored]:
    """What is found in each chapter, in the order in which they are named, wherever it is worked out.

    Workers prepare themselves with the smallest chapter of the atlas. Raises ReplayMismatchError, WorkerStartError,
    WorkerLostError or ClusterError.
    """
    executor = executor_at(where, partial(_prepared, family, settings, smallest))
    try:
        executor.start()
        waiting = deque((chapter, executor.submit(explored, settings, chapter)) for chapter in chapters)
        while waiting:
            chapter, pending = waiting.popleft()
            try:
                found = pending.result()
            except WorkerDiedError:
                if not isinstance(where, Cluster):
                    raise
                found = executor.alone(TRIES - 1, explored, settings, chapter)
            yield found
    except WorkerDiedError as error:
        raise WorkerLostError(
            "a worker process died; what was found is kept; give the same command again with fewer workers"
        ) from error
    finally:
        executor.close()


def explored(family: Family[Any], settings: Mapping[str, Any], chapter: str) -> Explored:
    """The components of a chapter with their deepest levels. Raises ReplayMismatchError."""
    found = atlas_of(family.name).explore(settings, chapter)
    components = [Charted(component, measured_level(family, component)) for component in found.components]
    return Explored(components, found.counts)


def measured_level(family: Family[Any], component: Component) -> LevelRecord | None:
    """The level of a component, solved by the family's own solver, which knows nothing of the atlas, and replayed.

    Raises ReplayMismatchError where it is not as deep as the component claims.
    """
    if not component.text:
        return None
    level = family.parse(component.text)
    budget = component.nodes or component.states
    solution = family.solve(level, budget, Request(aim=component.aim))
    if not solution.proven or _depth(family, level, solution, component.aim) != component.depth:
        raise ReplayMismatchError(
            "the atlas claims a depth of {claimed}, the solver {proven}; "
            "this is a bug, please report it with this level:\n{level}",
            claimed=component.depth,
            proven=solution.lower_bound,
            level=component.text,
        )
    if component.aim:
        solution = family.solve(level, budget)
    return record_of(family, level, defaults.genome_of(family, level), solution)


def _depth(family: Family[Any], level: Any, solution: Solution, aim: str) -> float | None:
    """What an aim counts along a solution, which is replayed."""
    replayed = family.replay(level, solution.moves)
    if not aim:
        return replayed
    return family.measure(level, solution)[get_declaration(family.name).aims[aim].metric]


def _prepared(family: str, settings: Mapping[str, Any], chapter: str) -> Family[Any]:
    """A family with a workspace, whose kernels are compiled when it has explored a chapter."""
    prepared = defaults.with_workspace(get_family(family))
    explored(prepared, settings, chapter)
    return prepared
