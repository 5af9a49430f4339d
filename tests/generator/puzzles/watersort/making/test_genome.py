import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GenomeError
from generator.puzzles.watersort.making.genome import Backward, generated, genome_of
from generator.puzzles.watersort.pours import format_moves, is_solved, played
from generator.puzzles.watersort.variants import ENDS, POURS
from generator.values import Made
from tests.generator.puzzles.watersort.strategies import levels

GOOD = {
    "colours": 3,
    "capacity": 4,
    "empty": 2,
    "pours": "water",
    "ends": "together",
    "steps": 20,
    "seed": 7,
}
BACKWARD = st.builds(
    Backward,
    colours=st.integers(1, 24),
    capacity=st.integers(2, 12),
    empty=st.integers(1, 2),
    pours=st.sampled_from([*POURS]),
    ends=st.sampled_from([*ENDS]),
    steps=st.integers(0, 200),
    seed=st.integers(0, 2**53 - 1),
    hidden=st.integers(0, 100),
)


@given(levels(colours=24, capacity=16, least=1))
def test_a_level_is_its_own_genome(level):
    assert generated(json.loads(json.dumps(genome_of(level)))) == Made(level)


@given(BACKWARD)
def test_genomes_survive_json(genome):
    (stored,) = json.loads(json.dumps(genome.to_json())).values()
    assert Backward.from_json(stored) == genome


@settings(max_examples=100)
@given(BACKWARD)
def test_a_level_that_was_shuffled_back_is_solved_by_what_was_undone(genome):
    made = generated(genome.to_json())
    level, moves = made.level, made.witness
    counted, cut = played(level, format_moves(moves))
    assert (len(level.colours), level.capacity, level.empty) == (genome.colours, genome.capacity, genome.empty)
    assert (level.pour, level.end) == (POURS[genome.pours], ENDS[genome.ends])
    assert len(counted) + cut == len(moves) <= genome.steps
    assert genome.steps or is_solved(level, level.tubes)


def test_seeds_and_steps_make_other_levels():
    texts = {generated({"backward": {**GOOD, "seed": seed}}).level.tubes for seed in range(10)}
    assert len(texts) == 10
    assert generated({"backward": {**GOOD, "steps": 0}}).level.tubes == ("aaaa", "bbbb", "cccc", "", "")


@pytest.mark.parametrize("name", GOOD)
def test_nothing_may_be_missing(name):
    with pytest.raises(GenomeError, match=f"not the genome of a water sort level.*{name}"):
        generated({"backward": {key: value for key, value in GOOD.items() if key != name}})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"colours": "many"}, "not the genome of a water sort level"),
        ({"colours": None}, "not the genome of a water sort level"),
        ({"colours": float("inf")}, "not the genome of a water sort level"),
        ({"steps": float("nan")}, "not the genome of a water sort level"),
        ({"colours": 0}, "the colours or rules"),
        ({"colours": 25}, "the colours or rules"),
        ({"pours": "oil"}, "the colours or rules"),
        ({"ends": []}, "the colours or rules"),
        ({"empty": -1}, "the empty tubes, steps or seed"),
        ({"steps": -1}, "the empty tubes, steps or seed"),
        ({"steps": 10_001}, "the empty tubes, steps or seed"),
        ({"seed": -1}, "the empty tubes, steps or seed"),
        ({"seed": 2**53}, "the empty tubes, steps or seed"),
        ({"hidden": 101}, "the hidden units of this genome are not between 0 and 100 percent"),
        ({"hidden": -1}, "the hidden units of this genome"),
        ({"hidden": None}, "this is not the genome of a water sort level"),
        ({"empty": 24}, "this genome does not give a level: there should be 2 to 26 tubes, not 27"),
        ({"capacity": 1}, "this genome does not give a level: a tube should hold 2 to 16 units, not 1"),
        ({"capacity": 17}, "this genome does not give a level: a tube should hold 2 to 16 units, not 17"),
        ({"capacity": -4}, "this genome does not give a level: a tube should hold 2 to 16 units, not -4"),
        ({"capacity": 10**17}, "this genome"),
        ({"empty": 10**17}, "this genome"),
    ],
)
def test_what_makes_no_level_is_refused(change, problem):
    with pytest.raises(GenomeError, match=problem):
        generated({"backward": {**GOOD, **change}})


@pytest.mark.parametrize(
    ("genome", "problem"),
    [
        ({}, "neither a level nor a way back"),
        ({"level": "ab.\nay."}, "this genome does not give a level: line 2, column 2"),
        ({"level": 7}, "this genome does not give a level"),
        ({"backward": 7}, "not the genome of a water sort level"),
        ({"backward": [1, 2]}, "not the genome of a water sort level"),
        ({"backward": None}, "not the genome of a water sort level"),
    ],
)
def test_what_is_no_genome_is_refused(genome, problem):
    with pytest.raises(GenomeError, match=problem):
        generated(genome)


def test_genomes_without_hidden_units_are_written_as_before():
    assert Backward.from_json(GOOD).to_json() == {"backward": GOOD}
    assert Backward.from_json({**GOOD, "hidden": 100}).to_json() == {"backward": {**GOOD, "hidden": 100}}
    seen, hidden = (generated({"backward": {**GOOD, **more}}).level for more in ({}, {"hidden": 100}))
    assert (seen.tubes, seen.hidden) == (hidden.tubes, frozenset())
    assert hidden.hidden
