import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import GenomeError
from generator.puzzles.sokoban.kinds.zero_space.genome import SEEDS, ZeroSpaceGenome
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import WORDS, oracle, some_tree, tree_at, trees

LAST = {"type": "b", "size": 3, "seed": 1, "policy": "last", "walk": 10}
FARTHEST = LAST | {"policy": "farthest", "threshold": 4}
APART = LAST | {"policy": "apart"}
DEEPEST = {"type": "e", "size": 3, "seed": 1, "policy": "deepest", "sweeps": 2, "budget": 1000}


@pytest.mark.parametrize("genome", [LAST, FARTHEST, APART, DEEPEST])
@given(shaped=trees(WORDS), seed=st.integers(0, SEEDS - 1))
def test_reading_and_writing_are_inverse(genome, shaped, seed):
    type_, size, tree = shaped
    wanted = genome | {"type": type_, "size": size, "seed": seed, "tree": format(tree, "x")}
    made = ZeroSpaceGenome.from_json(json.loads(json.dumps(wanted)))
    assert made.to_json() == wanted
    assert ZeroSpaceGenome.from_json(genome).to_json() == genome


def test_a_tree_of_any_size_is_kept_exactly():
    tree = some_tree("b", 48, 1)
    made = replace(ZeroSpaceGenome.from_json(LAST | {"size": 48}), tree=tree)
    assert ZeroSpaceGenome.from_json(json.loads(json.dumps(made.to_json()))).tree == tree


def test_the_tree_of_the_seed_gives_way_to_an_explicit_one():
    seeded = ZeroSpaceGenome.from_json(LAST)
    tree = next(tree for cells in oracle("b", 3).trees() if (tree := tree_at("b", 3, cells)) != _start(seeded))
    assert _start(seeded) == _start(ZeroSpaceGenome.from_json(LAST))
    assert _start(replace(seeded, tree=tree)) == tree
    assert len({_start(ZeroSpaceGenome.from_json(LAST | {"seed": seed})) for seed in range(20)}) > 10


def test_attempts_draw_different_numbers():
    genome = ZeroSpaceGenome.from_json(LAST)
    draws = [genome.stream(attempt).integers(2**60) for attempt in (0, 1, 2, 0)]
    assert len(set(draws)) == 3
    assert draws[0] == draws[3] == genome.stream().integers(2**60)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"policy": "first"}, "KeyError.*first"),
        ({"policy": ["last"]}, "TypeError"),
        ({"seed": None}, "TypeError"),
        ({"size": "five"}, "five"),
        ({"walk": float("inf")}, "OverflowError"),
        ({"tree": "xyz"}, "xyz"),
        ({"tree": 255}, "TypeError"),
        ({"type": "x"}, "levels of type 'x', size 3 and policy 'last' are not generated here"),
        ({"type": "g"}, "KeyError.*hull"),
        ({"type": "s"}, "type 's', size 3 and .* are not generated here"),
        ({"type": "w", "size": 33}, "type 'w', size 33 and .* are not generated here"),
        ({"size": 1}, "size 1 and .* are not generated here"),
        ({"size": 49}, "size 49 and .* are not generated here"),
        ({"seed": -1}, "seed -1 is not between 0 and 9007199254740991"),
        ({"seed": SEEDS}, "is not between 0 and 9007199254740991"),
        ({"tree": "0"}, "the tree of this genome is not a spanning tree"),
        ({"tree": "fff"}, "the tree of this genome is not a spanning tree"),
        ({"tree": "-ff"}, "the tree of this genome is not a spanning tree"),
        ({"walk": 0}, "walk 0 is too small"),
        ({"walk": -7}, "walk -7 is too small"),
    ],
)
def test_what_is_no_genome_is_refused(changes, why):
    with pytest.raises(GenomeError, match=why):
        ZeroSpaceGenome.from_json(LAST | changes)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"budget": 0}, "budget 0 is too small"),
        ({"sweeps": 0}, "sweeps 0 is too small"),
        ({"type": "b", "size": 7}, "policy deepest .* b allows to size 6 and e to size 5"),
        ({"size": 6}, "policy deepest .* b allows to size 6 and e to size 5"),
    ],
)
def test_searches_that_cannot_be_made_are_refused(changes, why):
    with pytest.raises(GenomeError, match=why):
        ZeroSpaceGenome.from_json(DEEPEST | changes)


@pytest.mark.parametrize("type_", ["s", "w"])
def test_ends_that_cannot_be_led_apart_are_refused(type_):
    with pytest.raises(GenomeError, match="policy apart makes levels of type b and e"):
        ZeroSpaceGenome.from_json(APART | {"type": type_, "size": 8})


@pytest.mark.parametrize("genome", [LAST, FARTHEST, APART, DEEPEST])
def test_every_entry_is_needed(genome):
    for name in genome:
        with pytest.raises(GenomeError, match=name):
            ZeroSpaceGenome.from_json({key: value for key, value in genome.items() if key != name})


def _start(genome):
    return genome.start(genome.stream())
