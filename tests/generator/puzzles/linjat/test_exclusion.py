"""The rules beyond the original's: they exclude no line of any solution, and solve what was stuck."""

from hypothesis import given, settings

from generator import get_family
from generator.puzzles.linjat.deduction.layers import Outcome, deduced
from generator.puzzles.linjat.exclusion import Exclusion, reasoned
from generator.puzzles.linjat.explanation import KnownLines, explained
from generator.puzzles.linjat.level import parse_level
from generator.puzzles.linjat.rules import Further
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels
from tests.oracles.linjat import solutions


def stuck(shared):
    found = [entry for entry in published(shared, "edge-cases") if entry["exact_solution_count"] == 1]
    read = [(parse_level("\n".join(entry["rows"])), entry["solution"]) for entry in found]
    return [(level, lines) for level, lines in read if deduced(level).outcome is Outcome.STUCK]


@settings(max_examples=300)
@given(levels(largest=5, most=5))
def test_no_line_of_any_solution_is_excluded(level):
    """By trying everything; whatever was known when a line was excluded."""
    found = [*solutions(level)]
    excluded = {
        (step.number, step.line)
        for layer in reasoned(KnownLines(level, fair=True))
        if isinstance(layer, Exclusion)
        for step in layer.steps
    }
    for lines in found:
        assert not excluded & {*zip(level.numbers, lines, strict=True)}


@given(levels(largest=6, most=8))
def test_nothing_is_excluded_before_the_other_rules_are_stuck(level):
    layers = [*reasoned(KnownLines(level, fair=True))]
    usual = [*explained(level, fair=True)]
    assert [(layer.rule, layer.width) for layer in layers[: len(usual)]] == [(at.rule, at.width) for at in usual]


def test_published_puzzles_that_were_stuck_are_solved(shared):
    assert len(stuck(shared)) == 22
    for level, lines in stuck(shared):
        known = KnownLines(level, fair=True)
        layers = [*reasoned(known)]
        assert {Further.BLOCKED, Further.TRIAL} & {layer.rule for layer in layers}
        ends = [(*min(line), *max(line)) for (line,) in known.left.values()]
        assert ends == [tuple(line) for line in lines]


def test_they_are_explained_to_the_end(shared):
    level, _ = stuck(shared)[0]
    said = [str(line) for line in get_family("linjat").explain(level)]
    assert said[-1] == "solved"
    assert any("would have no line" in line or "nobody could cover" in line for line in said)
