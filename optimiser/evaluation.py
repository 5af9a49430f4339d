"""The evaluation of levels: generate, solve, replay, measure."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple

from generator import (
    DEFAULT_REQUEST,
    Family,
    Genome,
    Made,
    Metrics,
    Request,
    Solution,
    SolveStatus,
    Witness,
    defaults,
    get_declaration,
)
from generator.errors import GenerationError, IllegalMoveError
from generator.messages import SILENCE, Message
from optimiser.errors import EvaluationError, ReplayMismatchError
from optimiser.recorder import LevelRecord

LONGEST_STORED = 200_000
"""Characters of the longest scramble that is stored as a solution; it can be made again from its genome."""

Measure = Callable[[Family[Any], Any, Solution], Metrics]
"""Measures a level of a family by its solution."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an evaluation gave: a level, or none and a note that says why (`failed`: its workers died).

    `solving_seconds` were spent on making the brood, solving and measuring; they are for display and decide nothing.
    """

    level: LevelRecord | None
    nodes: int = 0
    solving_seconds: float = 0.0
    note: Message = SILENCE
    failed: bool = False


def measured(family: Family[Any], level: Any, solution: Solution) -> Metrics:
    """The metrics that every candidate has."""
    return family.measure(level, solution)


def appraised(family: Family[Any], level: Any, solution: Solution) -> Metrics:
    """The metrics that every candidate has, and the appraisals of its family."""
    return {**family.measure(level, solution), **defaults.appraise(family, level, solution)}


Brood = Sequence[Genome]
"""Genomes of which only that of the most promising level is evaluated."""


class Child(NamedTuple):
    """A genome of a brood with its level, or with the reason why there is none."""

    genome: Genome
    made: Made[Any] | None
    note: Message = SILENCE


def evaluate(family: Family[Any], brood: Brood, budget: int, measure: Measure = measured) -> Evaluation:
    """Evaluate the most promising genome of a brood with a budget of nodes.

    Raises EvaluationError for every bug, such as ReplayMismatchError; the message holds the genome.
    """
    started = perf_counter()
    genome, made, note = most_promising(family, brood)
    if made is None:
        return Evaluation(None, solving_seconds=perf_counter() - started, note=note)
    with _reported(genome):
        record, solution = assess(family, made, genome, budget, measure)
    return Evaluation(record, solution.nodes, perf_counter() - started, SILENCE if record else note_of(solution))


def most_promising(family: Family[Any], brood: Brood) -> Child:
    """The child that promises most, the first of equals; each is made once.

    Raises EvaluationError for every bug.
    """
    children = (_child(family, genome) for genome in brood)
    if len(brood) == 1:
        return next(children)
    return max(children, key=lambda child: _promise(family, child))


def _child(family: Family[Any], genome: Genome) -> Child:
    with _reported(genome):
        try:
            return Child(genome, family.generate(genome))
        except GenerationError as error:
            return Child(genome, None, error.message)


def _promise(family: Family[Any], child: Child) -> float:
    if child.made is None:
        return -math.inf
    with _reported(child.genome):
        return defaults.promise(family, child.made)


def assess(
    family: Family[Any], made: Made[Any], genome: Genome, budget: int, measure: Measure = measured
) -> tuple[LevelRecord | None, Solution]:
    """Solve a level that was made from a genome, and measure it; what making it left behind completes the answer.

    A level of which no solution is known is no level. Raises ReplayMismatchError, and whatever a bug raises.
    """
    solution = solved(family, made.level, budget, witness=made.witness)
    if solution.upper_bound is None:
        try:
            solution = completed(family, made.level, solution, defaults.known_solution(family, made))
        except IllegalMoveError as error:
            raise _not_replayed(error) from error
    record = None if solution.upper_bound is None else record_of(family, made.level, genome, solution, measure)
    return record, solution


def solved(
    family: Family[Any], level: Any, budget: int, request: Request = DEFAULT_REQUEST, witness: Witness = None
) -> Solution:
    """Solve a level and replay the solution. Raises ReplayMismatchError and UnsupportedLevelError."""
    answer = family.solve(level, budget, request, witness)
    if answer.upper_bound is None:
        return answer
    try:
        depth = _counted(family, level, answer.moves, request)
    except IllegalMoveError as error:
        raise _not_replayed(error) from error
    if depth != answer.upper_bound:
        raise ReplayMismatchError(
            "the solution claims depth {claimed} and replays to {depth}; "
            "this is a bug, please report it with the level",
            claimed=answer.upper_bound,
            depth=depth,
        )
    return answer


def _not_replayed(error: IllegalMoveError) -> ReplayMismatchError:
    return ReplayMismatchError(
        "a solution does not replay: {error}; this is a bug, please report it with the level", error=error
    )


def _counted(family: Family[Any], level: Any, moves: str, request: Request) -> int:
    """How long a solution is in the unit of what was asked for."""
    if not request.aim:
        return family.replay(level, moves)
    metric = get_declaration(family.name).aims[request.aim].metric
    return defaults.check(family, level, moves).metrics[metric]


def completed(family: Family[Any], level: Any, solution: Solution, moves: str) -> Solution:
    """The solver's answer with another solution where the solver found none, or a longer one.

    Raises IllegalMoveError where the moves are no solution, ReplayMismatchError where they refute the solver.
    """
    if not moves:
        return solution
    depth = family.replay(level, moves)
    if solution.status is SolveStatus.UNSOLVABLE or depth < solution.lower_bound:
        raise ReplayMismatchError(
            "the solver answers {status}, at least {least}, yet a solution has depth {depth}; "
            "this is a bug, please report it with the level",
            status=solution.status,
            least=solution.lower_bound,
            depth=depth,
        )
    if solution.upper_bound is not None and solution.upper_bound <= depth:
        return solution
    return replace(solution, upper_bound=depth, moves=moves)


def note_of(solution: Solution) -> Message:
    """Why there is no solution."""
    if solution.status is SolveStatus.NODE_LIMIT:
        return Message("no solution within {budget} nodes", budget=solution.budget)
    return Message("unsolvable")


def record_of(
    family: Family[Any], level: Any, genome: Genome, solution: Solution, measure: Measure = measured
) -> LevelRecord:
    """A level measured and ready to be stored; a scramble too long to be stored is not measured either."""
    scramble = not solution.proven and len(solution.moves) > LONGEST_STORED
    kept = replace(solution, moves="") if scramble else solution
    return LevelRecord(
        identity=family.identity(level),
        family=family.name,
        description=family.describe(level, kept.witness),
        text=family.format(level),
        solution=kept.moves,
        lower_bound=kept.lower_bound,
        upper_bound=kept.upper_bound,
        proven=kept.proven,
        nodes=kept.nodes,
        budget=kept.budget,
        metrics=measure(family, level, kept),
        genome=genome,
    )


@contextmanager
def _reported(genome: Genome) -> Iterator[None]:
    """Whatever is raised within becomes an EvaluationError that holds the genome."""
    try:
        yield
    except ReplayMismatchError as error:
        problem = ReplayMismatchError("{problem}; its genome: {text}", problem=error, text=_text(genome))
        raise problem from error.__cause__
    except Exception as error:
        raise EvaluationError(
            "{kind}: {error}; this is a bug, please report it with this genome: {text}",
            kind=type(error).__name__,
            error=error,
            text=_text(genome),
        ) from error


def _text(genome: Genome) -> str:
    return json.dumps(dict(genome), default=repr)
