from dataclasses import replace

import numpy as np
import pytest

from generator.errors import GenerationError
from generator.puzzles.linjat.deduction import layer_kernels
from generator.puzzles.linjat.deduction.layers import Outcome, deduced
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.level import Number, format_level
from generator.puzzles.linjat.making import score_kernels
from generator.puzzles.linjat.making.generation import annealed, generated
from generator.puzzles.linjat.measure import measure
from generator.puzzles.linjat.modes import MODES
from generator.puzzles.linjat.rules import CHEATS, Rule
from generator.puzzles.linjat.solver import counted, solve
from tests.generator.puzzles.linjat.spaces import genome_in, levels_in

BUDGET = 1_000_000
SMALL = {"rows": [7], "cols": [7], "numbers": [9]}
SPACES = (
    {"mode": "easy", "effort": 100},
    {"mode": "expert", "rows": [5], "cols": [7], "numbers": [6], "effort": 1000},
    {"mode": "medium", "rows": [9], "cols": [8], "numbers": [8], "effort": 50},
    {"mode": "hard", "rows": [16], "cols": [16], "numbers": [8], "effort": 20},
)

OLD = "  .. 4.\n   . .4\n 3.3 6 \n   .2  \n   33  \n3 ..   \n   .   "
"""What the first program made of a genome."""


def score_of(level, mode):
    metrics = measure(level, solve(level, BUDGET))
    return sum(weight * metrics[name] for name, weight in MODES[mode].weights.items())


@pytest.mark.parametrize("settings", SPACES, ids=str)
def test_levels_have_one_solution_which_is_deduced(settings):
    found = [*levels_in(settings, 8)]
    assert len(found) >= 4
    for level in found:
        count = counted(level, 2, BUDGET)
        assert (count.solutions, count.exact) == (1, True)
        assert deduced(level).outcome is Outcome.SOLVED


@pytest.mark.parametrize("settings", SPACES, ids=str)
def test_levels_have_the_size_and_as_many_numbers_as_their_genomes(settings):
    genome = genome_in(settings, 1)
    level = generated(genome)
    assert (level.height, level.width, len(level.numbers)) == (genome.height, genome.width, len(genome.numbers))
    assert level == generated(genome)
    assert level != generated(replace(genome, seed=genome.seed + 1))


@pytest.mark.parametrize("mode", MODES)
def test_levels_of_sessions_have_no_layer_of_a_cheat(mode):
    found = levels_in({**SMALL, "mode": mode, "effort": 500}, 8)
    assert sum(measure(level, solve(level, BUDGET))["cheats"] for level in found) == 0


def test_genomes_of_older_programs_make_the_levels_that_they_made():
    """They name no weights, and those of the mode hold; nor a version, which is the first."""
    genome = replace(genome_in({**SMALL, "mode": "expert", "effort": 100}, 1), weights=(), version=1)
    named = replace(genome, weights=tuple(MODES["expert"].weights.values()))
    assert generated(genome) == generated(named)
    assert not {"weights", "version"} & genome.to_json().keys()
    assert LinjatGenome.from_json(genome.to_json()) == genome
    assert format_level(generated(genome)) == OLD


def test_levels_of_new_genomes_are_made_otherwise():
    genome = genome_in({**SMALL, "mode": "expert", "effort": 100}, 1)
    assert genome.to_json()["version"] == genome.version == 2
    assert generated(genome) != generated(replace(genome, version=1))


@pytest.mark.parametrize("mode", MODES)
def test_effort_pays(mode):
    scores = []
    for effort in (20, 100, 500):
        found = levels_in({**SMALL, "mode": mode, "effort": effort}, 8)
        scores.append(np.mean([score_of(level, mode) for level in found]))
    assert scores == sorted(scores)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_refined_never_scores_less(mode):
    for seed, parent in enumerate(levels_in({**SMALL, "mode": mode, "effort": 50}, 6)):
        cells = sorted(parent.dots)
        genome = LinjatGenome(7, 7, parent.numbers, tuple(cells), mode, 200, 50, seed)
        child = generated(genome)
        assert score_of(child, mode) >= score_of(parent, mode)
        assert len(child.numbers) == len(parent.numbers)


def widest(layers):
    return max(layer.width for layer in layers)


def cheats_of_the_best(weights):
    """How many layers of the ten best of 30 levels are cheats, where levels are made for some weights."""
    genomes = [replace(genome_in({**SMALL, "mode": "easy", "effort": 500}, seed), version=1) for seed in range(30)]
    found = [deduced(annealed(genome, np.array(weights))).layers for genome in genomes]
    found.sort(key=lambda layers: sum(weights[layer.rule] for layer in layers) + weights[-1] * widest(layers))
    return sum(layer.rule in CHEATS for layers in found[-10:] for layer in layers)


def test_the_penalty_removes_cheats_from_the_ten_best():
    every_layer_alike = [1] * len(Rule) + [-1]
    assert cheats_of_the_best(every_layer_alike) >= 10
    assert cheats_of_the_best([*MODES["easy"].weights.values()]) == 0


def test_without_effort_the_numbers_are_those_of_the_genome():
    genome = LinjatGenome(3, 4, (Number(0, 0, 3), Number(2, 3, 2)), (), "easy", 1, 100, 1)
    assert generated(genome).numbers == genome.numbers


@pytest.mark.parametrize(
    ("numbers", "effort"),
    [([(0, 0, 8)], 1), ([(row, column, 2) for row in range(2) for column in range(2)], 200)],
    ids=["a number without room", "no blank cell"],
)
def test_numbers_whose_lines_cannot_be_deduced_give_no_level(numbers, effort):
    genome = LinjatGenome(2, 2, tuple(Number(*number) for number in numbers), (), "easy", effort, 100, 1)
    with pytest.raises(GenerationError, match="no dots were found with which the lines"):
        generated(genome)


def test_the_search_scores_as_the_measures_do():
    for level in levels_in({**SMALL, "mode": "expert", "effort": 50}, 8):
        layers = deduced(level).layers
        trace = layer_kernels.Trace(*(np.array(column, np.int32) for column in zip(*layers, strict=True)))
        for mode in MODES:
            weights = np.array([*MODES[mode].weights.values()], np.int64)
            assert score_kernels.score_of(trace, len(layers), weights) == score_of(level, mode)


def test_numbers_for_which_no_dots_are_found_are_laid_out():
    """So close that each is in the way of others; the first program found nothing."""
    genome = genome_in({"mode": "hard", "rows": [16], "cols": [16], "numbers": [64], "effort": 3000}, 1)
    with pytest.raises(GenerationError):
        generated(replace(genome, version=1))
    level = generated(genome)
    assert len(level.numbers) == 64
    count = counted(level, 2, BUDGET)
    assert (count.solutions, count.exact) == (1, True)
    assert level == generated(genome)
