from collections import Counter

import pytest

from generator.puzzles.sokoban.kinds.zero_space.atlas.classes import canonical_classes, components, images, trees_of
from generator.puzzles.sokoban.kinds.zero_space.trees import is_tree, line_counts
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle, slides_from
from tests.oracles.atlas import component, count_trees
from tests.oracles.atlas import components as oracle_components

TINY = [("b", 2), ("b", 3), ("e", 2)]
"""The oracle lists all trees of these."""
SMALL = [*TINY, ("e", 3), ("b", 4)]

every_small = pytest.mark.parametrize(("type_", "size"), SMALL)


def images_of(counts):
    """The classes that the symmetries of the board make of one, flip by flip."""
    half = len(counts) // 2
    found = {counts}
    for _ in range(7):
        found |= {one[:half][::-1] + one[half:] for one in found} | {one[half:] + one[:half] for one in found}
    return found


@every_small
def test_the_trees_of_all_classes_are_as_many_as_kirchhoff_says(type_, size):
    found = [(counts, trees_of(type_, size, counts)) for counts in canonical_classes(type_, size)]
    assert sum(len(trees) * images(counts) for counts, trees in found) == count_trees(oracle(type_, size))


@every_small
def test_the_classes_and_their_images_are_all_different(type_, size):
    canonical = [*canonical_classes(type_, size)]
    every = Counter(image for counts in canonical for image in images_of(counts))
    assert set(every.values()) == {1}
    assert all(images(counts) == len(images_of(counts)) for counts in canonical)


@every_small
def test_a_class_holds_different_trees_with_its_boxes_on_each_line(type_, size):
    for counts in [*canonical_classes(type_, size)][::7]:
        trees = trees_of(type_, size, counts).tolist()
        assert len(set(trees)) == len(trees)
        for tree in trees[:: max(1, len(trees) // 20)]:
            assert is_tree(type_, size, tree)
            assert line_counts(type_, size, tree) == counts


@pytest.mark.parametrize(("type_", "size"), TINY)
def test_components_are_those_of_the_oracle(type_, size):
    sizes = Counter()
    for counts in canonical_classes(type_, size):
        for graph in components(type_, size, counts):
            sizes[len(graph.trees)] += images(counts)
    assert sizes == Counter(len(graph) for graph in oracle_components(oracle(type_, size)))


@pytest.mark.parametrize(
    ("type_", "size", "counts"), [("b", 4, (1, 3, 3, 2, 3, 3)), ("e", 3, (1, 1, 1, 2, 1, 1, 1, 1))]
)
def test_every_state_has_just_the_slides_of_its_tree(type_, size, counts):
    graphs = [*components(type_, size, counts)]
    assert graphs
    for graph in graphs:
        trees = graph.trees.tolist()
        for number in range(0, len(trees), 9):
            near = [trees[other] for other in graph.target[graph.first[number] : graph.first[number + 1]]]
            assert sorted(near) == sorted(
                trees[number] ^ 3 << slide for slide in slides_from(type_, size, trees[number])
            )


@pytest.mark.parametrize(
    ("type_", "size", "counts"), [("b", 4, (1, 3, 3, 2, 3, 3)), ("e", 3, (1, 1, 1, 2, 1, 1, 1, 1))]
)
def test_a_component_holds_all_that_slides_reach(type_, size, counts):
    graph = min(components(type_, size, counts), key=lambda graph: len(graph.trees))
    reached = component(oracle(type_, size), cells_of(type_, size, int(graph.trees[0])))
    assert {cells_of(type_, size, tree) for tree in graph.trees.tolist()} == reached.keys()
