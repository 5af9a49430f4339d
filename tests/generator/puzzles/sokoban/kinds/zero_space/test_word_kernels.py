import numpy as np
import pytest
from hypothesis import given

from generator.puzzles.sokoban.kinds.zero_space.boards.layout import word_board
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import further_slides
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    SMALL,
    WORDS,
    cells_of,
    oracle,
    slides_from,
    some_tree,
    tree_at,
    trees,
)

COMPONENTS = [*((*shape, seed) for shape in SMALL for seed in range(6)), ("b", 4, 6), ("b", 4, 16), ("e", 4, 29)]
"""Type, size and seed of trees whose components the oracle goes through in less than a second."""

every_component = pytest.mark.parametrize(("type_", "size", "seed"), COMPONENTS)


@given(trees(WORDS))
def test_legal_slides_are_those_that_leave_a_tree(shaped):
    assert _legal(*shaped) == slides_from(*shaped)


def test_legal_slides_of_every_tree_of_the_smallest_sizes():
    for type_, size in (("b", 2), ("e", 2), ("b", 3)):
        for cells in oracle(type_, size).trees():
            tree = tree_at(type_, size, cells)
            assert _legal(type_, size, tree) == slides_from(type_, size, tree)


@every_component
def test_search_finds_every_state_once_at_its_distance(type_, size, seed):
    component, distances = _searched(type_, size, seed)
    found = [(cells_of(type_, size, int(tree)), component.distance(i)) for i, tree in enumerate(component.states)]
    assert dict(found) == distances
    assert component.complete
    assert component.nodes == len(distances)
    assert component.depth == max(distances.values())
    depths = list(distances.values())
    assert component.starts.tolist() == [sum(d < depth for d in depths) for depth in range(component.depth + 2)]


@every_component
def test_back_masks_hold_exactly_the_slides_to_the_states_one_nearer(type_, size, seed):
    component, distances = _searched(type_, size, seed)
    for tree, back in zip(component.states.tolist(), component.back.tolist(), strict=True):
        distance = distances[cells_of(type_, size, tree)]
        assert [slide for slide in range(63) if back >> slide & 1] == [
            slide
            for slide in slides_from(type_, size, tree)
            if distances[cells_of(type_, size, tree ^ 3 << slide)] == distance - 1
        ]


@every_component
def test_a_spent_budget_leaves_complete_depths_and_right_distances(type_, size, seed):
    component, distances = _searched(type_, size, seed)
    explorer, root = Explorer(), some_tree(type_, size, seed)
    for budget in range(1, component.nodes + 2):
        part = explorer.component(type_, size, root, budget)
        within = [sum(d <= depth for d in distances.values()) for depth in range(component.depth + 1)]
        assert part.complete == (budget >= component.nodes)
        assert part.nodes == max(nodes for nodes in within if nodes <= budget)
        assert part.nodes == within[part.depth]
        found = {cells_of(type_, size, int(tree)): part.distance(i) for i, tree in enumerate(part.states)}
        assert found == {tree: d for tree, d in distances.items() if d <= part.depth}


def test_tables_grow_with_wide_levels():
    component = Explorer().component("b", 5, some_tree("b", 5, 3), 1 << 20)
    assert component.complete
    assert np.diff(component.starts).max() > 1000
    assert len(np.unique(component.states)) == component.nodes
    for number in np.linspace(0, component.nodes - 1, 50).astype(int):
        tree, distance = int(component.states[number]), component.distance(number)
        beside = [component.distance(component.find(tree ^ 3 << slide)) for slide in slides_from("b", 5, tree)]
        assert {abs(other - distance) for other in beside} == {1}
        assert beside.count(distance - 1) == int(component.back[number]).bit_count()


@every_component
def test_descent_holds_all_shortest_ways(type_, size, seed):
    explorer = Explorer()
    component = explorer.component(type_, size, some_tree(type_, size, seed), 1 << 16)
    distances = oracle(type_, size).distances(cells_of(type_, size, int(component.states[0])))
    for number in {0, component.nodes // 3, component.nodes // 2, component.nodes - 1}:
        depth = component.distance(number)
        descent = component.descent(number)
        above = oracle(type_, size).distances(cells_of(type_, size, int(component.states[number])))
        ways = oracle(type_, size).shortest_ways(above)
        states = [cells_of(type_, size, int(tree)) for tree in descent.state]
        assert descent.ways.tolist() == [ways[tree] for tree in states]
        assert set(states) == {tree for tree in above if above[tree] + distances[tree] == depth}
        assert len(set(states)) == len(states)
        assert descent.level.tolist() == [sum(above[tree] < step for tree in states) for step in range(depth + 2)]
        assert [above[tree] for tree in states] == sorted(above[tree] for tree in states)
        _assert_edges_lead_nearer(descent, component)


def _assert_edges_lead_nearer(descent, component):
    assert len(descent.first) == len(descent.state) + 1
    for node, tree in enumerate(descent.state.tolist()):
        edges = slice(descent.first[node], descent.first[node + 1])
        slides = descent.slide[edges].tolist()
        assert [tree ^ 3 << slide for slide in slides] == descent.state[descent.target[edges]].tolist()
        back = int(component.back[component.find(tree)])
        assert slides == [slide for slide in range(63) if back >> slide & 1]


def _legal(type_, size, tree):
    board = word_board(type_, size)
    above, parent = np.full((2, board.doors.size), np.int64(-1))
    mask = int(further_slides(tree, np.int64(0), board, above, parent))
    return [slide for slide in range(63) if mask >> slide & 1]


def _searched(type_, size, seed):
    root = some_tree(type_, size, seed)
    component = Explorer().component(type_, size, root, 1 << 16)
    return component, oracle(type_, size).distances(cells_of(type_, size, root))
