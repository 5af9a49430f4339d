import numpy as np
import pytest
from hypothesis import given, settings

from generator.puzzles.linjat.deduction.layers import Outcome, deduced, deduced_from, puzzle_of
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.lines import Line
from generator.puzzles.linjat.rules import CHEATS, EVERY_RULE, LADDER, NAMES, Rule
from generator.puzzles.linjat.solver import line_of
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels
from tests.oracles.linjat import solutions

FAIR = sum(1 << rule for rule in LADDER)


def trace_of(deduction):
    layers = [[NAMES[layer.rule], layer.width] for layer in deduction.layers]
    return layers + [["none", 0]] * (deduction.outcome is not Outcome.SOLVED)


@pytest.mark.parametrize("name", ["puzzles", "edge-cases"])
def test_published_traces_are_found_with_the_mistake_of_the_first_program(shared, name):
    """It goes on from a contradiction, and finds nothing more."""
    for entry in published(shared, name):
        level = parse_level("\n".join(entry["rows"]))
        deduction = deduced_from(puzzle_of(level, looked_at=len(level.numbers)))
        assert trace_of(deduction) == entry["upstream_layers"]
        assert (deduction.outcome is Outcome.SOLVED) == entry["upstream_solved"]


def test_published_puzzles_without_solution_are_contradictory_or_stuck(shared):
    for entry in published(shared, "edge-cases"):
        if entry["exact_solution_count"] == 0:
            assert deduced(parse_level("\n".join(entry["rows"]))).outcome is not Outcome.SOLVED


def test_the_true_lines_are_never_dropped(shared):
    """On puzzles with one solution, whatever the rules; of these all but a few are solved."""
    for name in ("puzzles", "edge-cases"):
        for entry in published(shared, name):
            if entry["exact_solution_count"] == 1:
                level = parse_level("\n".join(entry["rows"]))
                for rules in (EVERY_RULE, FAIR):
                    left = deduced(level, rules).left
                    for number, orientations, (top, row, bottom, column) in zip(
                        level.numbers, left, entry["solution"], strict=True
                    ):
                        true = Line((top, row), (bottom, column))
                        assert true in [line_of(number, o) for o in range(16) if orientations >> o & 1]


@settings(max_examples=300)
@given(levels(largest=5, most=5))
def test_fair_rules_drop_no_line_of_any_solution(level):
    deduction = deduced(level, FAIR)
    found = [*solutions(level)]
    for lines in found:
        for number, orientations, cells in zip(level.numbers, deduction.left, lines, strict=True):
            assert Line(min(cells), max(cells)) in [line_of(number, o) for o in range(16) if orientations >> o & 1]
    if deduction.outcome is Outcome.SOLVED:
        assert len(found) == 1
    if deduction.outcome is Outcome.CONTRADICTORY:
        assert not found


@given(levels())
def test_every_layer_finds_something(level):
    deduction = deduced(level)
    assert all(layer.width > 0 for layer in deduction.layers)
    assert len(deduction.layers) <= level.height * level.width
    again = deduced(level)
    assert again.layers == deduction.layers
    assert np.array_equal(again.left, deduction.left)


def test_rules_can_be_left_out():
    level = Level(("2.", "  "))
    assert [layer.rule for layer in deduced(level, 1 << Rule.COVER).layers] == [Rule.COVER]
    assert deduced(level, 0).outcome is Outcome.STUCK


@pytest.mark.parametrize("rule", Rule)
def test_published_puzzles_need_every_rule(shared, rule):
    """Without any one rule, some of them are solved otherwise or not at all."""
    entries = published(shared, "puzzles") + published(shared, "edge-cases")
    found = [deduced(parse_level("\n".join(entry["rows"])), EVERY_RULE & ~(1 << rule)).layers for entry in entries]
    assert all(layer.rule is not rule for layers in found for layer in layers)
    assert found != [deduced(parse_level("\n".join(entry["rows"]))).layers for entry in entries]
    assert CHEATS.isdisjoint(LADDER)
