import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.zero_space.anytime.sign_kernels import tree_sign
from generator.puzzles.sokoban.zero_space.geometry import geometry
from generator.puzzles.sokoban.zero_space.sign import sign
from generator.puzzles.sokoban.zero_space.trees import boxed_of, is_tree
from tests.generator.puzzles.sokoban.zero_space.random_trees import trees

EVERY = [*(("b", size) for size in range(2, 13)), *(("e", size) for size in range(2, 11))]


@settings(max_examples=60)
@given(trees(EVERY))
def test_the_sign_of_a_tree_is_that_of_its_definition(shaped):
    assert _sign(*shaped) == sign(*shaped)


@settings(max_examples=60)
@given(trees(EVERY), st.integers(0, 2**32))
def test_boxes_that_are_no_tree_have_no_sign(shaped, seed):
    type_, size, tree = shaped
    rng = np.random.default_rng(seed)
    slots = rng.permutation(geometry(type_, size).slots)
    boxed = [slot for slot in slots.tolist() if tree >> slot & 1]
    free = next(slot for slot in slots.tolist() if not tree >> slot & 1)
    assert _sign(type_, size, tree ^ 1 << boxed[0]) == 0
    assert _sign(type_, size, tree ^ 1 << free) == 0
    moved = tree ^ 1 << boxed[0] ^ 1 << free
    assert (_sign(type_, size, moved) != 0) == is_tree(type_, size, moved)


def _sign(type_, size, tree):
    shape = geometry(type_, size)
    return tree_sign(boxed_of(tree, shape.slots), shape.walls, shape.nodes)
