"""What the contract of every family does not say about this one."""

import numpy as np
import pytest

from generator.errors import GenomeError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.zero_space.mutate import OPERATORS
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.values import Description
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import some_tree

OTHER = "######\n#@$-.#\n######"


def test_any_level_can_be_a_genome():
    genome = FAMILY.genome_of(parse_level(OTHER))
    made = FAMILY.generate(genome)
    assert made.level == parse_level(OTHER)
    assert FAMILY.known_solution(made) == ""


@pytest.mark.parametrize("text", ["", "#####", OTHER.replace("@", "-"), 5, None])
def test_a_genome_whose_level_cannot_be_read_is_refused(text):
    with pytest.raises(GenomeError, match="the level of this genome cannot be read"):
        FAMILY.generate({"level": text})


def test_levels_are_called_by_their_type_and_size():
    for type_, size, boxes in (("b", 3, 8), ("e", 3, 9), ("b", 48, 2303)):
        level = board_of(ZeroSpace(type_, size, some_tree(type_, size, 1), some_tree(type_, size, 2)))
        assert FAMILY.describe(level) == Description(type_, size, boxes)
    assert FAMILY.describe(parse_level(OTHER)) == Description("free", 4, 1)


@pytest.mark.parametrize("policy", ["last", "farthest"])
def test_a_walk_leaves_its_solution_behind(policy):
    space = DECLARATION.space({"size": [10], "policy": policy, "walk": 2001})
    made = FAMILY.generate(FAMILY.random_genome(space, np.random.default_rng(1)))
    pushes = FAMILY.replay(made.level, FAMILY.known_solution(made))
    assert pushes == 4002 if policy == "last" else 0 < pushes <= 4002


def test_deepest_leaves_no_solution_behind():
    genome = FAMILY.random_genome(DECLARATION.space({"size": [3]}), np.random.default_rng(1))
    assert FAMILY.known_solution(FAMILY.generate(genome)) == ""


def test_random_genomes_go_through_every_type_and_size():
    space = DECLARATION.space({"type": ["b", "e"], "size": [2, 3, 4]})
    genomes = [FAMILY.random_genome(space, np.random.default_rng(seed)) for seed in range(100)]
    assert {(genome["type"], genome["size"]) for genome in genomes} == {(t, n) for t in "be" for n in (2, 3, 4)}


def test_operators_are_those_that_are_documented():
    assert FAMILY.operators(DECLARATION.space({})) == OPERATORS
    assert set(OPERATORS) == {
        "new_seed",
        "reshape",
        "exchange_edge",
        "exchange_window",
        "shift_line",
        "other_end",
        "cross",
    }
