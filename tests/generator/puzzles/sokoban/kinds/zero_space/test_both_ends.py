import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generator.puzzles.sokoban.kinds.zero_space import pair_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import pair_board
from generator.puzzles.sokoban.kinds.zero_space.both_ends import DETOUR, LONGER, least_slides, warm
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import random_walk
from generator.puzzles.sokoban.kinds.zero_space.pair_kernels import JUNCTIONS
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, is_tree, line_bound
from generator.puzzles.sokoban.slides.finding import Limits
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import walked
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    oracle,
    slides_from,
    some_tree,
    tree_at,
    trees,
)

SHAPES = [("b", 2), ("b", 5), ("b", 7), ("b", 8), ("e", 2), ("e", 6), ("e", 7), ("s", 3), ("s", 6)]
PLENTY = Limits(1 << 17, megabytes=256)
SEPARATE = (9609500, 9093418)
"""Trees of e 3x3 with equal line counts and signs that no slides join."""


@given(trees([shape for shape in SHAPES if shape[0] != "s"]))
def test_legal_slides_are_those_that_leave_a_tree(shaped):
    assert _legal(*shaped) == slides_from(*shaped)


@pytest.mark.parametrize("size", [2, 3])
def test_legal_slides_with_the_annex_are_those_that_leave_a_tree(size):
    slides = oracle("s", size)
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(np.array(sorted(slides.slots)))
        tree = tree_at("s", size, frozenset(slides.forest(map(tuple, order.tolist()))))
        assert _legal("s", size, tree) == slides_from("s", size, tree)


@pytest.mark.parametrize(
    ("type_", "size", "seed"),
    [*(("e", 3, seed) for seed in range(6)), ("b", 3, 1), ("b", 4, 0), ("b", 4, 6), ("e", 4, 1)],
)
def test_distances_are_those_of_breadth_first_search(type_, size, seed):
    goal = some_tree(type_, size, seed)
    distances = oracle(type_, size).distances(cells_of(type_, size, goal))
    for start, distance in list(distances.items())[1::5]:
        zero = ZeroSpace(type_, size, tree_at(type_, size, start), goal)
        # With so few nodes beams find little, and all is left to the search from both ends.
        for nodes in (len(distances) + 40, 1 << 16):
            _assert_least(zero, least_slides(zero, Limits(nodes, megabytes=64)), distance)


@pytest.mark.parametrize(("type_", "size", "seed"), [("b", 5, 0), ("b", 5, 3), ("e", 4, 4)])
def test_distances_are_those_of_whole_components(type_, size, seed):
    component = Explorer().component(type_, size, some_tree(type_, size, seed), 1 << 18)
    states = component.states.copy()
    assert component.complete
    for number in np.linspace(1, len(states) - 1, 8).astype(int).tolist():
        zero = ZeroSpace(type_, size, int(states[number]), int(states[0]))
        for nodes in (1 << 17, 1 << 13):
            finding = least_slides(zero, Limits(nodes, megabytes=64))
            assert finding.lower <= component.distance(number)
            assert nodes < 1 << 17 or finding.status is SolveStatus.SOLVED
            if finding.status is SolveStatus.SOLVED:
                _assert_least(zero, finding, component.distance(number))


@pytest.mark.parametrize(("type_", "size", "seed"), [("b", 6, 0), ("b", 7, 1), ("b", 8, 2), ("e", 6, 3), ("e", 7, 4)])
def test_short_walks_are_not_beaten_by_a_search_from_both_sides(type_, size, seed):
    zero = _walked(type_, size, some_tree(type_, size, seed), 4)
    near, far = (oracle(type_, size).distances(cells_of(type_, size, end), most=2) for end in (zero.start, zero.goal))
    distance = min(near[tree] + far[tree] for tree in near.keys() & far.keys())
    _assert_least(zero, least_slides(zero, PLENTY), distance)


@settings(max_examples=20)
@given(trees([("b", 4), ("b", 5), ("b", 6), ("e", 4), ("e", 5), ("b", 7), ("e", 6)]), st.integers(1, 2000))
def test_both_directions_have_the_same_answer_and_bounds_enclose_it(shaped, nodes):
    zero = _walked(*shaped, 40)
    assume(zero.start != zero.goal)
    back = replace(zero, start=zero.goal, goal=zero.start)
    ahead, behind = (least_slides(one, PLENTY) for one in (zero, back))
    short = least_slides(zero, Limits(nodes, megabytes=64))
    for finding in (ahead, behind, short):
        assert line_bound(zero) <= 2 * finding.lower
        assert finding.lower % 2 == line_bound(zero) // 2 % 2
        assert finding.slides is None or finding.lower <= len(finding.slides)
    if ahead.status is behind.status is SolveStatus.SOLVED:
        assert ahead.lower == behind.lower
        assert short.lower <= ahead.lower
        _assert_least(zero, ahead, ahead.lower)
        _assert_least(back, behind, ahead.lower)


def test_a_way_past_the_shells_of_both_ends_is_found_though_a_longer_one_is_known():
    trees = [
        DETOUR.start ^ moved for moved in np.bitwise_xor.accumulate(np.int64(3) << LONGER.astype(np.int64)).tolist()
    ]
    assert trees[-1] == DETOUR.goal
    assert all(is_tree("e", 4, tree) for tree in trees)
    _assert_least(DETOUR, warm(), len(LONGER) - 2)


def test_a_known_way_is_proven_or_beaten():
    zero = _walked("b", 6, some_tree("b", 6, 4), 10_000)
    alone = least_slides(zero, Limits(1 << 20))
    told = least_slides(zero, Limits(1 << 20), alone.slides)
    assert alone.status is told.status is SolveStatus.SOLVED
    assert told.slides is alone.slides
    assert told.lower == alone.lower


@pytest.mark.slow
def test_a_guess_is_made_once_where_shells_are_large_and_kept_if_nothing_is_shorter():
    zero, way = walked("e", 7, 3, 3000)
    asked = []

    def guess(ended):
        asked.append(ended())
        return way, 5

    finding = least_slides(zero, Limits(1 << 21), guess=guess)
    assert asked == [False]
    assert finding.slides is way
    alone = least_slides(zero, Limits(1 << 21))
    assert alone.slides is None
    assert finding.nodes == alone.nodes + 5


def test_trees_that_nothing_joins_are_told_apart_by_the_smaller_component():
    for start, goal in (SEPARATE, SEPARATE[::-1]):
        finding = least_slides(ZeroSpace("e", 3, start, goal), Limits(60, megabytes=64))
        assert finding.status is SolveStatus.UNSOLVABLE
        assert finding.slides is None


def test_a_search_that_is_out_of_time_or_memory_keeps_a_true_bound():
    zero = _walked("b", 7, some_tree("b", 7, 2), 10_000)
    solved = least_slides(zero, Limits(1 << 20))
    for limits in (Limits(1 << 20, seconds=0.0), Limits(1 << 20, megabytes=1)):
        finding = least_slides(zero, limits)
        assert finding.status is SolveStatus.NODE_LIMIT
        assert line_bound(zero) <= 2 * finding.lower <= 2 * len(solved.slides)


def test_an_answer_is_the_same_every_time():
    zero = _walked("e", 5, some_tree("e", 5, 1), 10_000)
    one, other = (least_slides(zero, Limits(50_000)) for _ in range(2))
    assert (one.status, one.lower, one.nodes) == (other.status, other.lower, other.nodes)
    assert (one.slides is None and other.slides is None) or one.slides.tolist() == other.slides.tolist()


COMPILED_LATER = """
from generator import get_declaration, get_family
from generator.puzzles.sokoban.kinds.zero_space import pair_kernels
kernels = [one for name, one in vars(pair_kernels).items() if hasattr(one, "signatures") and not name.startswith("_")]
get_family("sokoban").warm(get_declaration("sokoban").space({"type": ["b"], "size": [7]}))
print([kernel.__name__ for kernel in kernels if len(kernel.signatures) != 1])
"""


def test_a_warm_solver_has_nothing_left_to_compile():
    told = subprocess.run([sys.executable, "-c", COMPILED_LATER], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


def _assert_least(zero, finding, distance):
    assert finding.status is SolveStatus.SOLVED
    assert finding.lower == len(finding.slides) == distance
    tree = zero.start
    for slide in finding.slides.tolist():
        tree ^= 3 << slide
        assert is_tree(zero.type, zero.size, tree)
    assert tree == zero.goal


def _legal(type_, size, tree):
    board = pair_board(type_, size)
    rows, columns = tree & ((1 << board.rows) - 1), tree >> board.rows
    above, parent = np.empty((2, JUNCTIONS), np.int64)
    pair_kernels._root(rows, columns, board, above, parent)
    legal = pair_kernels._legal
    lying = int(legal(rows, board.inner[0], 0, board, above, parent))
    together = lying | int(legal(columns, board.inner[1], board.rows, board, above, parent)) << board.rows
    return [slide for slide in range(together.bit_length()) if together >> slide & 1]


def _walked(type_, size, tree, length):
    goal = tree
    for slide in random_walk(type_, size, tree, length, np.random.default_rng(7)).steps.tolist():
        goal ^= 3 << slide
    return ZeroSpace(type_, size, tree, goal)
