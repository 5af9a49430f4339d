"""No slide changes the sign of a tree, so that ends of opposite signs make no level."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.messages import SILENCE
from generator.puzzles.sokoban.kinds.zero_space.boards.frames import lines_of
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import end_of, grow_tree, random_walk
from generator.puzzles.sokoban.kinds.zero_space.sign import obstacle, sign
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, is_tree, line_counts
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    oracle,
    some_tree,
    tree_at,
    trees,
    walks,
)
from tests.oracles.parts import are_told_apart, parts_of
from tests.oracles.signs import determinant_of_tree

SHAPES = [*(("b", size) for size in range(2, 7)), *(("e", size) for size in range(2, 5)), ("s", 7)]
LARGE = [*((type_, size) for type_ in "be" for size in range(2, 21)), *(("s", size) for size in range(7, 12))]
HULLS = [("g-square", size) for size in range(2, 11)]


@settings(max_examples=50)
@given(trees(SHAPES))
def test_the_sign_is_the_determinant_of_the_incidence_matrix(shaped):
    type_, size, tree = shaped
    assert sign(*shaped) == determinant_of_tree(oracle(type_, size), cells_of(type_, size, tree))


def test_no_slide_of_any_small_tree_changes_the_sign():
    for shape in (("b", 2), ("b", 3), ("e", 2)):
        slides = oracle(*shape)
        for cells in slides.trees():
            before = sign(*shape, tree_at(*shape, cells))
            assert {sign(*shape, tree_at(*shape, after)) for _, _, after in slides.slides(cells)} <= {before}


def test_no_box_of_a_small_tree_changes_the_sign_by_going_several_slots_at_once():
    made = 0
    for type_, size in (("b", 3), ("b", 4), ("e", 3)):
        for tree in (some_tree(type_, size, seed) for seed in range(60)):
            for old, new in _ways_along_a_line(type_, size, tree):
                moved = tree ^ 1 << old ^ 1 << new
                if is_tree(type_, size, moved):
                    made += abs(new - old) > 1
                    assert sign(type_, size, moved) == sign(type_, size, tree)
    assert made > 100


def _ways_along_a_line(type_, size, tree):
    """Every way of a box to a slot that it sees on its line."""
    lines = lines_of(type_, size).tolist()
    for old in (slot for slot in range(len(lines)) if tree >> slot & 1):
        for step in (-1, 1):
            new = old + step
            while 0 <= new < len(lines) and lines[new] == lines[old] and not tree >> new & 1:
                yield old, new
                new += step


@settings(max_examples=80)
@given(st.sampled_from([*LARGE, *HULLS]), st.integers(0, 2**32), st.integers(1, 300))
def test_no_walk_changes_line_counts_or_sign(shape, seed, length):
    rng = np.random.default_rng(seed)
    tree = grow_tree(*shape, 0, rng)
    end = end_of(*shape, tree, random_walk(*shape, tree, length, rng).steps)
    assert sign(*shape, end) == sign(*shape, tree)
    assert line_counts(*shape, end) == line_counts(*shape, tree)
    assert obstacle(ZeroSpace(*shape, tree, end)) == SILENCE


@given(st.sampled_from([*SHAPES, *HULLS]), st.integers(0, 2**32))
def test_a_tree_with_one_box_on_another_line_is_out_of_reach(shape, seed):
    rng = np.random.default_rng(seed)
    tree = grow_tree(*shape, 0, rng)
    other = grow_tree(*shape, tree & (tree - 1), rng)
    if line_counts(*shape, other) != line_counts(*shape, tree):
        assert "does not have as many boxes as goals" in str(obstacle(ZeroSpace(*shape, tree, other)))


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "components", "together"), [(("b", 4), 430, 4), (("e", 3), 11_028, 4_556)])
def test_every_component_has_one_sign_and_few_share_it_in_type_b(shape, components, together):
    groups = _components_of_equal_counts_and_sign(*shape)
    assert sum(map(len, groups)) == components
    assert components - len(groups) == together


@pytest.mark.slow
def test_components_of_e_4_have_one_sign():
    for seed in range(40):
        _assert_component_has_one_sign("e", 4, some_tree("e", 4, seed))


def _assert_component_has_one_sign(type_, size, root):
    component = Explorer().component(type_, size, root, 1 << 20)
    assert component.complete
    states = set(component.states.tolist())
    assert {sign(type_, size, tree) for tree in states} == {sign(type_, size, root)}
    return states


def test_parts_tell_apart_what_line_counts_and_sign_leave_together():
    one, other = 7855379, 14120729
    assert line_counts("b", 4, one) == line_counts("b", 4, other)
    assert sign("b", 4, one) == sign("b", 4, other)
    assert are_told_apart(oracle("b", 4), cells_of("b", 4, one), cells_of("b", 4, other))


@settings(max_examples=10)
@given(walks([("b", 4), ("b", 6), ("e", 3), ("e", 5)]))
def test_no_slide_leads_from_one_part_to_another(walk):
    zero, _ = walk
    ends = (cells_of(zero.type, zero.size, tree) for tree in (zero.start, zero.goal))
    assert not are_told_apart(oracle(zero.type, zero.size), *ends)


@pytest.mark.parametrize("shape", [("b", 3), ("e", 2), pytest.param(("b", 4), marks=pytest.mark.slow)])
def test_parts_tell_all_components_of_small_sizes_apart(shape):
    slides = oracle(*shape)
    for alike in _components_of_equal_counts_and_sign(*shape):
        for one, other in combinations((cells_of(*shape, tree) for tree in alike), 2):
            assert are_told_apart(slides, one, other)


def _components_of_equal_counts_and_sign(type_, size):
    """A tree of each component, grouped."""
    left = {tree_at(type_, size, cells) for cells in oracle(type_, size).trees()}
    groups = {}
    while left:
        tree = min(left)
        groups.setdefault((line_counts(type_, size, tree), sign(type_, size, tree)), []).append(tree)
        left -= _assert_component_has_one_sign(type_, size, tree)
    return groups.values()


@pytest.mark.parametrize(("type_", "size"), [("b", 4), ("e", 3)])
def test_a_component_is_the_product_of_what_its_parts_can_do(type_, size):
    several = 0
    for seed in range(12):
        tree = some_tree(type_, size, seed)
        component = Explorer().component(type_, size, tree, 1 << 20)
        _, parts = parts_of(oracle(type_, size), cells_of(type_, size, tree))
        distance = {state: component.distance(number) for number, state in enumerate(component.states.tolist())}
        sizes = []
        for part in set(parts.values()):
            inside = tree_at(type_, size, {slot for slot in parts if parts[slot] == part})
            alone = {state & inside: far for state, far in distance.items() if state & ~inside == tree & ~inside}
            assert {state & inside for state in distance} == alone.keys()
            sizes.append(len(alone))
            # What is left of each distance is what the other parts take.
            distance = {state: far - alone[state & inside] for state, far in distance.items()}
        assert set(distance.values()) == {0}
        assert np.prod(sizes) == component.nodes
        several += sum(states > 1 for states in sizes) > 1
    assert several > 2
