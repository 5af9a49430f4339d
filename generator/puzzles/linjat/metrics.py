"""Metrics of a level, for the declaration."""

from collections.abc import Mapping

from generator.puzzles.linjat.rules import COUNTS, Rule
from generator.values import Better, Metric


def _layers(what: str, better: Better = Better.NEITHER) -> Metric:
    return Metric("layers", f"Layers in which {what}.", better)


_RULES: Mapping[Rule, Metric] = {
    Rule.UNCONTESTED: _layers("a number that no dot needs takes the line that no other number contests", Better.LESS),
    Rule.COVER: _layers("only one number can cover a dot"),
    Rule.SINGLE_SOLUTION: _layers("nothing tells two lines of a number apart, so that it takes neither", Better.LESS),
    Rule.CANT_FIT: _layers("all lines that a number still has share cells"),
    Rule.SQUARE: _layers("two dots are for the same two numbers, and no line covers both", Better.MORE),
    Rule.DEPENDENCY: _layers("whatever covers one dot covers another one too", Better.MORE),
    Rule.ONE_OF: _layers("one of two numbers must avoid the cell where they meet", Better.MORE),
}

METRICS: Mapping[str, Metric] = {
    "depth": Metric("layers", "Layers of the deduction.", Better.MORE, single="layer"),
    "branching": Metric("places", "Places where a layer makes progress, on average."),
    "width_max": Metric("places", "The most places where a layer makes progress.", Better.LESS),
    **{COUNTS[rule]: metric for rule, metric in _RULES.items()},
    "cheats": Metric("layers", "Layers that assume that there is only one solution.", Better.LESS),
    "hardest": Metric("rung", "The rung of the ladder of fair rules that is needed, from 1.", Better.MORE),
    "difficulty": Metric("cost", "What the fair rules up to that rung cost, layer by layer.", Better.MORE),
    "numbers": Metric("numbers", "Numbers on the grid."),
    "dots": Metric("dots", "Dots on the grid."),
    "solutions": Metric("solutions", "Solutions, if all of them were counted.", Better.LESS),
    "solutions_at_least": Metric("solutions", "Solutions that were counted; there may be more.", Better.LESS),
}
