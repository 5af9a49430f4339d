"""The operators on types s, w and g."""

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.making.passage import inner_slots, is_start, random_start
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after, random_walk
from generator.puzzles.sokoban.kinds.zero_space.mutate import OPERATORS, mutate
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, zero_space_of
from generator.values import Specimen

HULLS = {
    "w": DECLARATION.space({"type": ["w"], "size": [3], "policy": "last", "walk": 51}),
    "g": DECLARATION.space({"type": ["g", "w"], "size": [3, 4], "policy": "farthest", "walk": 51}),
    "square": DECLARATION.space({"type": ["g"], "hull": "square", "size": [4], "policy": "last", "walk": 51}),
}
PASSAGES = DECLARATION.space({"type": ["s"], "size": [8, 9], "walk": 50})

seeds = st.integers(0, 2**32)


@settings(max_examples=60)
@given(st.sampled_from(sorted(HULLS)), st.sampled_from(sorted(OPERATORS)), seeds, seeds)
def test_children_of_w_and_g_are_genomes_of_the_space_that_generate(name, operator, seed, choice):
    space = HULLS[name]
    rng = np.random.default_rng(seed)
    parents = [_made(FAMILY.random_genome(space, rng)) for _ in range(OPERATORS[operator])]
    child = mutate(operator, parents, space, np.random.default_rng(choice))
    assert child == mutate(operator, parents, space, np.random.default_rng(choice))
    if child is None:
        return
    assert json.loads(json.dumps(child)) == child == ZeroSpaceGenome.from_json(child).to_json()
    assert child["type"] in space["types"]
    assert child.get("hull") == (space["hull"] if child["type"] == "g" else None)
    made = FAMILY.generate(child)
    description = FAMILY.describe(made.level)
    assert (description.type, description.size) == (child["type"], child["size"])
    assert FAMILY.replay(made.level, FAMILY.known_solution(made)) > 0


@pytest.mark.parametrize("operator", sorted(set(OPERATORS) - {"reshape", "shift_line"}))
def test_operators_apply_to_most_levels_of_w(operator):
    rng = np.random.default_rng(1)
    parents = [_made(FAMILY.random_genome(HULLS["w"], rng)) for _ in range(8)]
    pairs = pairwise(parents)
    made = [mutate(operator, pair[: OPERATORS[operator]], HULLS["w"], rng) for pair in pairs]
    assert sum(child is not None for child in made) >= 3


@settings(max_examples=25)
@given(st.sampled_from(sorted(OPERATORS)), seeds, seeds)
def test_children_of_s_begin_as_its_rule_has_it(operator, seed, choice):
    rng = np.random.default_rng(seed)
    parents = [_passage(8, rng) for _ in range(OPERATORS[operator])]
    child = mutate(operator, parents, PASSAGES, np.random.default_rng(choice))
    if child is not None:
        tree = ZeroSpaceGenome.from_json(child).tree
        assert (tree is None) == (operator in {"new_seed", "reshape"})
        assert tree is None or is_start(child["size"], tree)


def test_every_operator_but_one_changes_levels_of_s():
    rng = np.random.default_rng(3)
    made = [_made(FAMILY.random_genome(PASSAGES, rng)) for _ in range(2)]
    applied = {name for name in OPERATORS for _ in range(20) if mutate(name, made[: OPERATORS[name]], PASSAGES, rng)}
    assert applied - {"cross"} == set(OPERATORS) - {"other_end", "cross"}


def _made(genome):
    return Specimen(genome, FAMILY.format(FAMILY.generate(genome).level))


def _passage(size, rng):
    """A level of type s whose goals are only a walk away, which is enough to be a parent."""
    start = random_start(size, rng)
    goal = after(start, random_walk("s", size, start, 20, rng).steps)
    assert goal & ~inner_slots(size) == start & ~inner_slots(size)
    level = board_of(ZeroSpace("s", size, start, goal))
    assert zero_space_of(level).start == start
    return Specimen({"level": FAMILY.format(level)}, FAMILY.format(level))
