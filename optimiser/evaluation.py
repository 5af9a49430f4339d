"""The evaluation of one genome: generate, solve, replay, measure."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from generator import Family, Genome, Metrics, PuzzleError, Solution, SolveStatus, defaults, get_family
from generator.errors import GenerationError
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

    `solving_seconds` were spent in generate, solve and measure; they are for display and decide nothing.
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


def most_promising(family: Family[Any], brood: Sequence[Genome]) -> Genome:
    """The genome of the level that promises most, the first of equals. Raises EvaluationError for every bug."""
    if len(brood) == 1:
        return brood[0]
    return max(brood, key=lambda genome: _promise(family, genome))


def _promise(family: Family[Any], genome: Genome) -> float:
    try:
        return defaults.promise(family, family.generate(genome))
    except GenerationError:
        return -math.inf
    except Exception as error:
        raise EvaluationError(_report(genome, _raised(error))) from error


def evaluate(family_name: str, genome: Genome, budget: int, measure: Measure = measured) -> Evaluation:
    """Evaluate a genome in this process, with a budget of nodes.

    Raises EvaluationError for every bug, such as ReplayMismatchError.
    """
    try:
        return assess(get_family(family_name), genome, budget, measure)
    except EvaluationError:
        raise
    except Exception as error:
        raise EvaluationError(_report(genome, _raised(error))) from error


def assess(family: Family[Any], genome: Genome, budget: int, measure: Measure = measured) -> Evaluation:
    """Generate a level, solve it, replay its solution under the puzzle's own rules, and measure it.

    A level of which no solution is known is no level. Raises ReplayMismatchError, and whatever a bug raises.
    """
    started = perf_counter()
    try:
        level = family.generate(genome)
    except GenerationError as error:
        return Evaluation(None, solving_seconds=perf_counter() - started, note=error.message)
    answer = family.solve(level, budget)
    solving_seconds = perf_counter() - started

    solution = _replayed(family, genome, level, answer)
    if solution.upper_bound is None:
        unsolved = answer.status is SolveStatus.NODE_LIMIT
        note = Message("no solution within {budget} nodes", budget=budget) if unsolved else Message("unsolvable")
        return Evaluation(None, answer.nodes, solving_seconds, note)

    started = perf_counter()
    record = record_of(family, level, genome, solution, measure)
    solving_seconds += perf_counter() - started
    return Evaluation(record, solution.nodes, solving_seconds)


def record_of(
    family: Family[Any], level: Any, genome: Genome, solution: Solution, measure: Measure = measured
) -> LevelRecord:
    """A level measured and ready to be stored; a scramble too long to be stored is not measured either."""
    scramble = not solution.proven and len(solution.moves) > LONGEST_STORED
    kept = replace(solution, moves="") if scramble else solution
    return LevelRecord(
        key=family.canonical(level),
        family=family.name,
        description=family.describe(level),
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


def _replayed(family: Family[Any], genome: Genome, level: Any, answer: Solution) -> Solution:
    """The answer, completed by the solution that generation left behind where the solver found none."""
    if answer.upper_bound is not None:
        depth = _replay(family, genome, level, answer.moves)
        if depth != answer.upper_bound:
            raise ReplayMismatchError(
                _report(
                    genome,
                    "the solution claims depth {claimed} and replays to {depth}",
                    claimed=answer.upper_bound,
                    depth=depth,
                )
            )
        return answer
    moves = defaults.known_solution(family, genome)
    if not moves:
        return answer
    depth = _replay(family, genome, level, moves)
    if answer.status is SolveStatus.UNSOLVABLE or depth < answer.lower_bound:
        raise ReplayMismatchError(
            _report(
                genome,
                "the solver answers {status}, at least {least}, yet {depth} will do",
                status=answer.status,
                least=answer.lower_bound,
                depth=depth,
            )
        )
    return replace(answer, upper_bound=depth, moves=moves)


def _replay(family: Family[Any], genome: Genome, level: Any, moves: str) -> int:
    try:
        return family.replay(level, moves)
    except PuzzleError as error:
        raise ReplayMismatchError(_report(genome, "the solution does not replay: {error}", error=error)) from error


def _raised(error: Exception) -> Message:
    return Message("{kind}: {error}", kind=type(error).__name__, error=error)


def _report(genome: Genome, template: str | Message, /, **values: Any) -> Message:
    return Message(
        "{problem}; this is a bug, please report it with this genome: {text}",
        problem=template if isinstance(template, Message) else Message(template, **values),
        text=json.dumps(dict(genome), default=repr),
    )
