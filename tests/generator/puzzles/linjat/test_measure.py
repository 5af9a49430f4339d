from fractions import Fraction

import pytest

from generator.puzzles.linjat.deduction.layers import Outcome, deduced, deduced_from, puzzle_of
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.measure import measure
from generator.puzzles.linjat.modes import MODES
from generator.puzzles.linjat.rules import CHEATS, COUNTS, LADDER, NAMES, Further, Rule
from generator.puzzles.linjat.solver import solve
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.spaces import levels_in

CHEATED = Level((". .4 ", "     ", ".23. ", "     ", "5 .  "))
"""A puzzle of ours with one solution, of which the fair rules do not find all."""


def measured(level):
    return measure(level, solve(level, 1_000_000))


@pytest.fixture(scope="module")
def classified(shared):
    """Published puzzles with one solution, with their metrics, where the first program's mistake changes nothing."""
    found = []
    for entry in published(shared, "puzzles"):
        level = parse_level("\n".join(entry["rows"]))
        alike = deduced(level).layers == deduced_from(puzzle_of(level, looked_at=len(level.numbers))).layers
        if alike and entry["exact_solution_count"] == 1:
            found.append((entry, measured(level)))
    assert len(found) >= 68
    return found


def test_layers_are_counted_as_the_first_program_does(classified):
    for entry, metrics in classified:
        known = entry["upstream_classification"]
        assert (metrics["depth"], metrics["width_max"]) == (known["all"]["depth"], known["all"]["max_width"])
        assert {rule: metrics[COUNTS[rule]] for rule in Rule} == {rule: known[NAMES[rule]]["depth"] for rule in Rule}
        assert metrics["branching"] == pytest.approx(
            sum(width for _, width in entry["upstream_layers"]) / known["all"]["depth"]
        )
        assert metrics["cheats"] == sum(known[NAMES[rule]]["depth"] for rule in CHEATS)
        assert (metrics["numbers"], metrics["dots"]) == (entry["numbers"], entry["dots"])


def test_scores_by_the_weights_of_a_mode_are_those_of_the_first_program(classified):
    scored = [(entry, metrics) for entry, metrics in classified if entry["mode"] in MODES]
    assert {entry["mode"] for entry, _ in scored} == set(MODES)
    for entry, metrics in scored:
        weights = MODES[entry["mode"]].weights
        assert sum(weight * metrics[name] for name, weight in weights.items()) == entry["upstream_score"]


@pytest.fixture(scope="module")
def graded(shared):
    """Published and own levels that the fair rules solve."""
    entries = [entry for entry in published(shared, "puzzles") if entry["exact_solution_count"] == 1]
    found = [parse_level("\n".join(entry["rows"])) for entry in entries]
    found += levels_in({"mode": "expert", "rows": [7], "cols": [7], "numbers": [9], "effort": 100}, 10)
    return [(level, metrics) for level in found if (metrics := measured(level))["hardest"] is not None]


def test_the_hardest_rule_is_needed_and_suffices(graded):
    assert {metrics["hardest"] for _, metrics in graded} >= {2, 3, 4, 5}
    for level, metrics in graded:
        for rungs in range(len(LADDER) + 1):
            outcome = deduced(level, sum(1 << rule for rule in LADDER[:rungs])).outcome
            assert (outcome is Outcome.SOLVED) == (rungs >= metrics["hardest"])


def test_harder_rules_make_a_level_more_difficult(graded):
    mean = {}
    for rung in range(2, len(LADDER) + 1):
        costs = [metrics["difficulty"] for _, metrics in graded if metrics["hardest"] == rung]
        mean[rung] = sum(costs) / len(costs)
    assert mean[2] < mean[3] < mean[4] < mean[5]


def test_a_level_that_needs_a_cheat_has_no_difficulty():
    metrics = measured(CHEATED)
    assert metrics["cheats"] == metrics["single_solution"] == 1
    assert metrics["hardest"] is metrics["difficulty"] is None


def test_published_puzzles_on_which_deduction_is_stuck_have_a_rung_above_the_ladder(shared):
    rungs = set()
    for entry in published(shared, "edge-cases"):
        level = parse_level("\n".join(entry["rows"]))
        if entry["exact_solution_count"] == 1 and deduced(level).outcome is Outcome.STUCK:
            metrics = measured(level)
            rungs.add(metrics["hardest"])
            assert metrics["difficulty"] > 0
    assert rungs == {6, 7} == {further.rung for further in Further}


def test_a_level_without_a_single_solution_has_no_difficulty():
    level = Level(("2 ", " ."))
    assert measured(level)["hardest"] is None


def test_many_conclusions_at_once_are_easier_than_one_after_another():
    one, two = measured(Level(("2.", "  "))), measured(Level(("2.", "2.")))
    assert (one["depth"], one["branching"], one["difficulty"]) == (1, 1, 1)
    assert (two["depth"], two["branching"], two["difficulty"]) == (1, 2, 0.5)


def test_the_difficulty_does_not_depend_on_how_floats_are_summed(classified):
    """Python's own sum of floats is another one from 3.12 on; the exact one, rounded once, is not."""
    costs = {rule: (1, 1, 10, 20, 50)[place] for place, rule in enumerate(LADDER)}
    for entry, metrics in classified:
        if metrics["hardest"] is not None:
            rules = sum(1 << rule for rule in LADDER[: metrics["hardest"]])
            layers = deduced(parse_level("\n".join(entry["rows"])), rules).layers
            exact = sum(Fraction(costs[layer.rule] / layer.width) for layer in layers)
            assert metrics["difficulty"] == float(exact)
