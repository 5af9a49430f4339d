"""What an objective may weigh about a puzzle: its deduction, layer by layer."""

from collections import Counter
from collections.abc import Mapping
from math import fsum
from typing import NamedTuple

from generator.puzzles.linjat.deduction.layers import Deduction, Outcome, deduced
from generator.puzzles.linjat.exclusion import reasoned
from generator.puzzles.linjat.explanation import KnownLines
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.limits import MOST_COUNTED
from generator.puzzles.linjat.rules import CHEATS, COUNTS, LADDER, Further, Rule
from generator.puzzles.linjat.solver import counted
from generator.values import Metrics, Solution, SolveStatus

COSTS: Mapping[Rule | Further, float] = {
    Rule.COVER: 1.0,
    Rule.CANT_FIT: 1.0,
    Rule.SQUARE: 10.0,
    Rule.ONE_OF: 20.0,
    Rule.DEPENDENCY: 50.0,
    Further.BLOCKED: 100.0,
    Further.TRIAL: 200.0,
}
"""What a layer of a rule costs a player, by the weights of the original's final selection of levels.

It has no further rules; they cost more than any of its own.
"""


class _Fair(NamedTuple):
    rung: int
    cost: float


def measure(level: Level, solution: Solution) -> Metrics:
    """The metrics of a level.

    - depth: layers
    - branching, width_max: places where a layer makes progress, mean and most
    - cover to uncontested: layers of each rule
    - cheats: layers of the rules that take it for known that there is one solution
    - hardest: the rung of the ladder of fair rules that is needed, from 1; None where only cheats suffice
    - difficulty: what the rules up to that rung cost. Each layer counts by its rule and is divided by its width, since
      one of many conclusions is found sooner
    - solutions: how many there are, None where not all were counted
    - solutions_at_least: how many were counted then, else None
    """
    deduction: Deduction = solution.witness or deduced(level)
    layers, fair = deduction.layers, _fair(level)
    if fair is None and solution.status is SolveStatus.SOLVED and deduction.outcome is Outcome.STUCK:
        fair = _further(level)
    widths, count = [layer.width for layer in layers], Counter(layer.rule for layer in layers)
    return {
        "depth": solution.lower_bound,
        "branching": sum(widths) / len(widths) if widths else None,
        "width_max": max(widths, default=0),
        **{COUNTS[rule]: count[rule] for rule in Rule},
        "cheats": sum(count[rule] for rule in CHEATS),
        "hardest": fair and fair.rung,
        "difficulty": fair and fair.cost,
        "numbers": len(level.numbers),
        "dots": len(level.dots),
        **_solutions(level, solution),
    }


def _solutions(level: Level, solution: Solution) -> Metrics:
    if solution.status is SolveStatus.SOLVED:
        return {"solutions": 1, "solutions_at_least": None}
    count = counted(level, MOST_COUNTED, solution.budget)
    if count.exact:
        return {"solutions": count.solutions, "solutions_at_least": None}
    return {"solutions": None, "solutions_at_least": max(count.solutions, int(solution.upper_bound is not None))}


def _fair(level: Level) -> _Fair | None:
    """The deduction with as few rungs of the ladder as solve a level, None where all do not."""
    for rung in range(1, len(LADDER) + 1):
        deduction = deduced(level, sum(1 << rule for rule in LADDER[:rung]))
        if deduction.outcome is Outcome.SOLVED:
            return _Fair(rung, fsum(COSTS[layer.rule] / layer.width for layer in deduction.layers))
    return None


def _further(level: Level) -> _Fair | None:
    """The same for a level with one solution on which all rules are stuck, with as few further rules."""
    for further in Further:
        known = KnownLines(level, fair=True)
        layers = [*reasoned(known, further)]
        if known.is_solved():
            return _Fair(further.rung, fsum(COSTS[layer.rule] / layer.width for layer in layers))
    return None
