import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenomeError
from generator.puzzles.linjat.genome import LinjatGenome
from generator.puzzles.linjat.modes import MODES
from tests.generator.puzzles.linjat.strategies import levels

GOOD = {
    "height": 3,
    "width": 4,
    "numbers": [[0, 0, 3], [2, 3, 2]],
    "dots": [[0, 1], [1, 3]],
    "mode": "easy",
    "effort": 10,
    "heat": 50,
    "seed": 7,
}


HOW = st.tuples(st.sampled_from([*MODES]), st.integers(1, 2))
SEEDS = st.integers(0, 2**53 - 1)
WEIGHTS = st.just(()) | st.tuples(*[st.integers(-(10**6), 10**6)] * 8)


@settings(max_examples=50)
@given(levels(largest=16), HOW, st.integers(1, 10_000_000), st.integers(1, 100), SEEDS, WEIGHTS)
def test_genomes_survive_json(level, how, effort, heat, seed, weights):
    dots, (mode, version) = tuple(sorted(level.dots)), how
    genome = LinjatGenome(level.height, level.width, level.numbers, dots, mode, effort, heat, seed, weights, version)
    assert LinjatGenome.from_json(json.loads(json.dumps(genome.to_json()))) == genome


def test_the_order_of_numbers_and_dots_means_nothing():
    turned = {**GOOD, "numbers": GOOD["numbers"][::-1], "dots": GOOD["dots"][::-1]}
    assert LinjatGenome.from_json(turned) == LinjatGenome.from_json(GOOD)


@pytest.mark.parametrize("key", GOOD)
def test_nothing_may_be_missing(key):
    with pytest.raises(GenomeError, match=f"not the genome of a Linjat puzzle.*{key}"):
        LinjatGenome.from_json({name: value for name, value in GOOD.items() if name != key})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"height": "tall"}, "not the genome of a Linjat puzzle"),
        ({"height": float("inf")}, "not the genome of a Linjat puzzle"),
        ({"width": None}, "not the genome of a Linjat puzzle"),
        ({"numbers": 3}, "not the genome of a Linjat puzzle"),
        ({"numbers": [[0, 0]]}, "not the genome of a Linjat puzzle"),
        ({"numbers": [[0, 0, 3, 3]]}, "not the genome of a Linjat puzzle"),
        ({"weights": None}, "not the genome of a Linjat puzzle"),
        ({"weights": [1] * 7}, "the weights of this genome are out of range"),
        ({"weights": [10**6 + 1] * 8}, "the weights of this genome are out of range"),
        ({"version": None}, "not the genome of a Linjat puzzle"),
        ({"version": 3}, "this genome is of version 3; this program knows 1 to 2"),
        ({"height": 1}, "grid is 1 × 4, not 2 to 16"),
        ({"width": 17}, "grid is 3 × 17, not 2 to 16"),
        ({"numbers": []}, "has 0 numbers; 1 to 64 are allowed"),
        ({"numbers": [[at // 16, at % 16, 2] for at in range(65)], "width": 16}, "has 65 numbers; 1 to 64 are allowed"),
        ({"numbers": [[0, 0, 1]]}, "a 1 at 0, 0"),
        ({"numbers": [[0, 0, 9]]}, "a 9 at 0, 0"),
        ({"numbers": [[3, 0, 2]]}, "a 2 at 3, 0"),
        ({"numbers": [[0, -1, 2]]}, "a 2 at 0, -1"),
        ({"numbers": [[0, 0, 2], [0, 0, 3]]}, "two things in one cell"),
        ({"dots": [[0, 0]]}, "two things in one cell"),
        ({"dots": [[1, 1], [1, 1]]}, "two things in one cell"),
        ({"dots": [[0, 4]]}, "a dot at 0, 4, which is off the grid"),
        ({"dots": [[1]]}, "not the genome of a Linjat puzzle"),
        ({"mode": "brutal"}, "mode, effort, heat or seed"),
        ({"effort": 0}, "mode, effort, heat or seed"),
        ({"effort": 10_000_001}, "mode, effort, heat or seed"),
        ({"heat": 0}, "mode, effort, heat or seed"),
        ({"heat": 101}, "mode, effort, heat or seed"),
        ({"seed": -1}, "mode, effort, heat or seed"),
        ({"seed": 2**53}, "mode, effort, heat or seed"),
    ],
)
def test_what_is_no_puzzle_is_refused(change, problem):
    with pytest.raises(GenomeError, match=problem):
        LinjatGenome.from_json({**GOOD, **change})
