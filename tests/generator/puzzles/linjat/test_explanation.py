import re

import pytest
from hypothesis import given, settings

from generator.puzzles.linjat import telling
from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.explanation import explained
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.rules import COUNTS, EVERY_RULE, LADDER, Rule
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels

FAIR = sum(1 << rule for rule in LADDER)


def layers_of(level, rules=EVERY_RULE):
    return [(layer.rule, layer.width) for layer in deduced(level, rules).layers]


def told(level, fair=False):
    return [(layer.rule, layer.width) for layer in explained(level, fair)]


@settings(max_examples=300)
@given(levels(most=14))
def test_the_explanation_has_the_layers_of_the_deduction(level):
    assert told(level) == layers_of(level)


@given(levels(most=14))
def test_it_has_the_layers_of_the_fair_rules_alone_too(level):
    assert told(level, fair=True) == layers_of(level, FAIR)


@pytest.fixture(scope="module")
def explanations(shared):
    """The published puzzles with the layers that explain them."""
    entries = published(shared, "puzzles") + published(shared, "edge-cases")
    found = [parse_level("\n".join(entry["rows"])) for entry in entries]
    return [(level, [*explained(level)]) for level in found]


def test_published_puzzles_are_explained_layer_by_layer(explanations):
    for level, layers in explanations:
        assert [(layer.rule, layer.width) for layer in layers] == layers_of(level)


def test_every_step_says_which_number_and_why():
    steps = [str(step.told()).strip() for layer in explained(Level(("2.", "  "))) for step in layer.steps]
    assert steps == ["the 2 at A1 covers B1: no other number can cover it"]


def test_layers_are_called_as_the_metrics_that_count_them(shared):
    entries = published(shared, "puzzles") + published(shared, "edge-cases")
    lines = [str(line) for entry in entries for line in telling.told(parse_level("\n".join(entry["rows"])))]
    names = {found[1] for line in lines if (found := re.match(r"\d+\. ([^:]+): ", line))}
    assert names == {*COUNTS.values(), "blocked", "trial"}


def reasons(explanations, rule):
    """What is said of the published puzzles where a rule finds something."""
    found = [layer for _, layers in explanations for layer in layers if layer.rule is rule]
    return [str(step.told()) for layer in found for step in layer.steps]


def test_the_lines_that_are_ruled_out_are_named(explanations):
    """By columns and rows; a reason that rules out nothing is left out."""
    for rule in (Rule.SQUARE, Rule.DEPENDENCY):
        named = [said for said in reasons(explanations, rule) if "rules out" in said]
        assert len(named) >= 40
        assert all(re.search(r"rules out [A-P]\d+-[A-P]\d+", said) for said in named)
        assert not any("rules out ;" in said for said in named)


def test_the_cells_that_both_rivals_need_are_named(explanations):
    rivals = [said for said in reasons(explanations, Rule.ONE_OF) if "cannot both have" in said]
    assert len(rivals) >= 40
    wanted = (
        r"without it the first needs [A-P]\d+.* and the second [A-P]\d+.*, and [A-P]\d+-[A-P]\d+.* would take cells"
    )
    assert all(re.search(wanted, said) for said in rivals)
