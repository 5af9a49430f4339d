from hypothesis import given, settings

from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.explanation import explained
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.rules import EVERY_RULE, LADDER
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


def test_published_puzzles_are_explained_layer_by_layer(shared):
    for name in ("puzzles", "edge-cases"):
        for entry in published(shared, name):
            level = parse_level("\n".join(entry["rows"]))
            assert told(level) == layers_of(level)


def test_every_step_says_which_number_and_why():
    steps = [str(step.told()).strip() for layer in explained(Level(("2.", "  "))) for step in layer.steps]
    assert steps == ["the 2 at A1 covers B1: no other number can cover it"]
