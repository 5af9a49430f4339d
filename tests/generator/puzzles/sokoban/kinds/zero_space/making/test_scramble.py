import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after, grow_tree, random_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.trees import is_tree
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    WORDS,
    cells_of,
    oracle,
    slides_from,
    slots_apart,
    some_tree,
    trees,
)

SHAPES = [*WORDS, ("b", 8), ("e", 7)]

RIGID = 0xF
"""A tree of e 2x2 without a single slide."""


@given(st.sampled_from(SHAPES), st.integers(0, 2**32))
def test_random_trees_are_trees_and_decided_by_the_stream(shape, seed):
    tree = some_tree(*shape, seed)
    assert oracle(*shape).is_tree(cells_of(*shape, tree))
    assert tree == some_tree(*shape, seed)


@pytest.mark.parametrize("type_", ["b", "e"])
def test_random_trees_of_the_largest_size_are_trees(type_):
    assert oracle(type_, 48).is_tree(cells_of(type_, 48, some_tree(type_, 48, 1)))


def test_every_tree_of_a_small_size_comes_up():
    rng = np.random.default_rng(0)
    assert len({random_tree("b", 3, rng) for _ in range(4000)}) == 192


@given(trees(SHAPES), st.integers(0, 2**32), st.floats(0, 1), st.floats(0, 1))
def test_grown_trees_hold_their_forest_and_prefer_the_slots_given(shaped, seed, kept, wide):
    type_, size, tree = shaped
    rng, slots = np.random.default_rng(seed), geometry(type_, size).slots
    forest = tree & _mask(rng.random(slots) < kept)
    among = _mask(rng.random(slots) < wide)
    grown = cells_of(type_, size, grow_tree(type_, size, forest, rng, among))
    assert oracle(type_, size).is_tree(grown)
    assert grown >= cells_of(type_, size, forest)
    wanted = cells_of(type_, size, forest | among)
    assert len(grown & wanted) == len(oracle(type_, size).forest(wanted)), "others only complete the tree"


def test_trees_grow_anywhere_where_no_slots_are_given():
    rng = np.random.default_rng(0)
    assert len({grow_tree("b", 3, 0, rng) for _ in range(4000)}) == 192


@given(trees([*WORDS, ("b", 7)]), st.integers(0, 20), st.integers(0, 2**32))
def test_walks_make_legal_slides_and_know_where_they_were_farthest(shaped, length, seed):
    type_, size, tree = shaped
    walk = random_walk(*shaped, length, np.random.default_rng(seed))
    legal = slides_from(*shaped)
    assert len(walk.steps) == (length if legal else 0)
    path = [tree]
    for step, slide in enumerate(walk.steps.tolist(), 1):
        assert slide in legal
        path.append(path[-1] ^ 3 << slide)
        assert after(tree, walk.steps[:step]) == path[-1]
        legal = slides_from(type_, size, path[-1])
    distances = [2 * slots_apart(type_, size, tree, other) for other in path]
    assert walk.distance == max(distances)
    assert walk.farthest == distances.index(max(distances))


def test_a_long_walk_goes_on_over_many_draws():
    tree = some_tree("b", 48, 0)
    walk = random_walk("b", 48, tree, 70_000, np.random.default_rng(0))
    assert len(walk.steps) == 70_000
    assert walk.steps.dtype == np.int32
    assert is_tree("b", 48, after(tree, walk.steps))
    assert walk.distance == 2 * slots_apart("b", 48, tree, after(tree, walk.steps[: walk.farthest]))


def test_each_legal_slide_is_as_likely_as_the_others():
    tree = some_tree("b", 3, 1)
    legal = slides_from("b", 3, tree)
    firsts = [int(random_walk("b", 3, tree, 1, np.random.default_rng(seed)).steps[0]) for seed in range(600)]
    counts = [firsts.count(slide) for slide in legal]
    assert sum(counts) == 600
    assert min(counts) > 0.6 * 600 / len(legal)


def test_a_rigid_tree_is_left_where_it_is():
    assert slides_from("e", 2, RIGID) == []
    walk = random_walk("e", 2, RIGID, 100, np.random.default_rng(0))
    assert (walk.steps.tolist(), walk.distance, walk.farthest) == ([], 0, 0)
    assert after(RIGID, walk.steps) == RIGID


def _mask(chosen):
    return sum(1 << int(slot) for slot in np.flatnonzero(chosen))
