import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space.atlas import diameter_kernels
from generator.puzzles.sokoban.kinds.zero_space.atlas.classes import Component, canonical_classes, components
from generator.puzzles.sokoban.kinds.zero_space.atlas.diameter import FEW, SOURCES, diameter
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import cells_of, oracle
from tests.oracles import atlas as slow


def graph_of(edges, states):
    """A component with these slides."""
    neighbours = [[] for _ in range(states)]
    for one, other in edges:
        neighbours[one].append(other)
        neighbours[other].append(one)
    first = np.cumsum([0, *map(len, neighbours)], dtype=np.int32)
    target = np.array([other for near in neighbours for other in near], np.int32)
    return Component(np.arange(states, dtype=np.int64), first, target)


def as_dict(graph):
    return {
        state: graph.target[graph.first[state] : graph.first[state + 1]].tolist() for state in range(len(graph.trees))
    }


@st.composite
def bipartite(draw, most):
    """A connected graph between even and odd numbers: a path, or a random tree, with random edges besides."""
    states = draw(st.integers(2, most))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    reach = draw(st.integers(1, states))
    edges = {(max(0, state - 1 - 2 * int(random.integers(reach) // 2)), state) for state in range(1, states)}
    for _ in range(draw(st.integers(0, 5))):
        one, other = random.integers(states, size=2).tolist()
        if (one + other) % 2:
            edges.add((min(one, other), max(one, other)))
    edges = {(one, other) for one, other in edges if (one + other) % 2} | {
        (state - 1, state) for state in range(1, states)
    }
    return graph_of(sorted(edges), states)


@pytest.mark.parametrize(("type_", "size"), [("b", 2), ("b", 3), ("e", 2)])
def test_every_diameter_of_the_smallest_sizes(type_, size):
    for counts in canonical_classes(type_, size):
        for graph in components(type_, size, counts):
            found = slow.component(oracle(type_, size), cells_of(type_, size, int(graph.trees[0])))
            assert diameter(graph)[0] == slow.diameter(found)


@pytest.mark.parametrize(("type_", "size", "place"), [("b", 4, 3), ("b", 4, 40), ("e", 3, 200), ("e", 3, 450)])
def test_some_diameters_of_the_next_sizes(type_, size, place):
    counts = [*canonical_classes(type_, size)][place]
    for graph in components(type_, size, counts):
        assert diameter(graph)[0] == slow.diameter(as_dict(graph))


@pytest.mark.slow
@pytest.mark.parametrize(("type_", "size"), [("b", 4), ("e", 3)])
def test_every_diameter_of_the_next_sizes(type_, size):
    for counts in canonical_classes(type_, size):
        for graph in components(type_, size, counts):
            assert diameter(graph)[0] == slow.diameter(as_dict(graph))


@settings(max_examples=30, deadline=None)
@given(bipartite(120))
def test_the_diameter_of_any_bipartite_graph(graph):
    depth, (one, other) = diameter(graph)
    assert depth == slow.diameter(as_dict(graph))
    distance = np.empty(len(graph.trees), np.int16)
    diameter_kernels.search(graph.first, graph.target, one, distance, np.empty(len(distance), np.int32))
    assert distance[other] == depth


@pytest.mark.parametrize("states", [2 * FEW + 100, 2 * SOURCES + 402])
def test_no_bound_spares_the_searches_on_a_ring(states):
    """All its states are alike, and no search tells of more than its own neighbours."""
    ring = graph_of([(state, (state + 1) % states) for state in range(states)], states)
    assert diameter(ring)[0] == states // 2


@settings(max_examples=15, deadline=None)
@given(bipartite(700), st.integers(0, 2**32))
def test_many_searches_at_once_find_what_each_finds_alone(graph, seed):
    states = len(graph.trees)
    sources = np.random.default_rng(seed).permutation(states)[:SOURCES].astype(np.int32)
    found = np.empty(len(sources), np.int16)
    masks = np.empty((3, states, diameter_kernels.WORDS), np.uint64)
    flags = np.empty((3, states), np.uint8)
    diameter_kernels.eccentricities(graph.first, graph.target, sources, masks, flags, found)
    plain = as_dict(graph)
    for place in range(0, len(sources), 1 + len(sources) // 8):
        assert found[place] == slow.eccentricity(plain, int(sources[place]))


def test_bounds_fall_by_one_a_slide_up_to_a_limit():
    path = graph_of([(state, state + 1) for state in range(9)], 10)
    most = np.array([40, 40, 40, 6, 40, 40, 40, 40, 8, 40], np.int16)
    diameter_kernels.relax(path.first, path.target, most, 6, 8)
    assert most.tolist() == [40, 8, 7, 6, 7, 8, 40, 40, 8, 40]
