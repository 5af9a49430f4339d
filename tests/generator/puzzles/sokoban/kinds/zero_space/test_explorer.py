import pytest

from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import some_tree

ROOT = 0x57AFA3
"""A tree of b 4x4 that is farthest from three others."""
LARGE = 0xECDFA92F83
"""A tree of b 5x5 with 169,100 states around it, more than an explorer holds at first."""


def test_states_are_found_by_their_tree():
    component = Explorer().component("b", 4, ROOT, 1 << 16)
    assert [component.find(int(tree)) for tree in component.states] == list(range(component.nodes))
    assert component.find(0) is None
    assert component.find(some_tree("b", 4, 2)) is None
    assert component.distance(component.find(ROOT)) == 0


def test_the_deepest_state_is_the_least_of_those_at_the_greatest_distance():
    component = Explorer().component("b", 4, ROOT, 1 << 16)
    deepest = [int(tree) for i, tree in enumerate(component.states) if component.distance(i) == component.depth]
    assert component.deepest == min(deepest)
    assert len(deepest) == 3


def test_memory_of_a_small_budget_grows_for_a_large_one():
    small = Explorer()
    few = small.component("b", 5, LARGE, 100).nodes
    many = small.component("b", 5, LARGE, 1 << 18)
    assert few <= 100
    assert many.complete
    assert many.nodes == 169_100
    assert many.states[:few].tolist() == Explorer().component("b", 5, LARGE, 100).states.tolist()


@pytest.mark.parametrize(
    "other", [("b", 4, ROOT, 60), ("b", 4, some_tree("b", 4, 2), 1 << 16), ("e", 4, some_tree("e", 4, 0), 1 << 16)]
)
def test_what_was_found_stays_when_the_memory_is_used_again(other):
    explorer, number = Explorer(), 200
    found = explorer.component("b", 4, ROOT, 1 << 16)
    before = found.states.tolist(), found.back.tolist(), found.starts.tolist(), found.descent(number).ways.tolist()
    assert explorer.component(*other).states.tolist() == Explorer().component(*other).states.tolist()
    assert (found.states.tolist(), found.back.tolist(), found.starts.tolist()) == before[:3]
    assert found.descent(number).ways.tolist() == before[3]


@pytest.mark.parametrize("budget", [60, 1000, 1 << 16])
def test_a_component_answers_for_the_searches_that_would_find_the_same(budget):
    known = Explorer().component("b", 4, ROOT, budget)
    for asked in (60, 61, 1000, known.nodes - 1, known.nodes, 1 << 17):
        again = Explorer().component("b", 4, ROOT, asked)
        if known.answers(ROOT, asked):
            assert again.states.tolist() == known.states.tolist()
            assert again.complete == known.complete
        assert known.answers(ROOT, asked) or asked != budget
    assert not known.answers(some_tree("b", 4, 2), budget)
