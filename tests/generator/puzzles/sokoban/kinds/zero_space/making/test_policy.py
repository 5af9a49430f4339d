from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import GenerationError
from generator.puzzles.sokoban.kinds.zero_space.genome import ZeroSpaceGenome
from generator.puzzles.sokoban.kinds.zero_space.limits import PUSHES_PER_BOX
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import after
from generator.puzzles.sokoban.kinds.zero_space.route import moves_of
from generator.puzzles.sokoban.kinds.zero_space.trees import board_of
from generator.puzzles.sokoban.solutions.replay import replay
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import component_of, pair_of
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    oracle,
    slides_from,
    slots_apart,
    some_tree,
    tree_at,
)

PLENTY = 1 << 18

RIGID = 0xF
"""A tree of e 2x2 without a single slide."""


@given(st.sampled_from([("b", 3), ("e", 3), ("b", 5), ("e", 4)]), st.integers(0, 2**53 - 1), st.integers(1, 40))
def test_last_is_the_end_of_a_walk(shape, seed, length):
    genome = _genome(*shape, seed, "last", walk=length)
    try:
        zero, slides, _ = pair_of(genome)
    except GenerationError:
        return
    assert zero.start == genome.start(genome.stream())
    assert zero.goal == after(zero.start, slides)
    assert len(slides) == length
    tree = zero.start
    for slide in slides.tolist():
        assert slide in slides_from(*shape, tree)
        tree ^= 3 << slide


@given(st.sampled_from([("b", 4), ("e", 3), ("b", 7), ("e", 6)]), st.integers(0, 2**53 - 1), st.integers(1, 200))
def test_farthest_is_the_first_of_the_farthest_states_of_that_walk(shape, seed, length):
    try:
        zero, walked, _ = pair_of(_genome(*shape, seed, "last", walk=length))
        farthest, slides, _ = pair_of(_genome(*shape, seed, "farthest", walk=length, threshold=0))
    except GenerationError:
        return
    path = [zero.start]
    for slide in walked.tolist():
        path.append(path[-1] ^ 3 << slide)
    distances = [slots_apart(*shape, zero.start, tree) for tree in path]
    best = distances.index(max(distances))
    assert (farthest.start, farthest.goal) == (zero.start, path[best])
    assert slides.tolist() == walked[:best].tolist()


@pytest.mark.parametrize("shape", [("b", 7), ("e", 6)])
def test_apart_leads_both_ends_away_from_one_tree(shape):
    genome = _genome(*shape, 1, "apart", walk=2000)
    zero, slides, _ = pair_of(genome)
    tree = genome.start(genome.stream())
    assert tree not in (zero.start, zero.goal)
    assert zero.goal == after(zero.start, slides)
    walked = pair_of(_genome(*shape, 1, "farthest", walk=2000, threshold=0)).zero
    assert slots_apart(*shape, zero.start, zero.goal) > slots_apart(*shape, walked.start, walked.goal)


def test_a_threshold_rejects_walks_that_stay_too_near():
    def distance(**settings):
        zero = pair_of(_genome("b", 5, 1, "farthest", walk=100, **settings)).zero
        return 2 * slots_apart("b", 5, zero.start, zero.goal)

    free = distance(threshold=0)
    assert distance(threshold=free) == free, "what just reaches it is not rejected"
    assert distance(threshold=free + 2) >= free + 2


def test_a_hopeless_threshold_is_given_up():
    with pytest.raises(GenerationError, match=r"100 walks stayed within a distance of 500 .*lower --threshold or"):
        pair_of(_genome("b", 3, 1, "farthest", walk=20, threshold=500))


@pytest.mark.parametrize(
    ("policy", "parameters"),
    [
        ("last", {"walk": 10_000}),
        ("farthest", {"walk": 10, "threshold": 0}),
        ("apart", {"walk": 10}),
        ("deepest", {"sweeps": 3, "budget": 100}),
        ("deceptive", {"sweeps": 3, "budget": 100}),
    ],
)
def test_a_tree_without_a_slide_makes_no_level(policy, parameters):
    with pytest.raises(GenerationError, match="start and goals are the same: no slide is possible here"):
        pair_of(replace(_genome("e", 2, 1, policy, **parameters), tree=RIGID))


def test_a_walk_that_came_back_makes_no_level():
    with pytest.raises(GenerationError, match="or the walk came back"):
        pair_of(_genome("b", 2, 1, "last", walk=2))


@pytest.mark.parametrize(("type_", "size"), [("b", 2), ("b", 3), ("e", 3)])
@pytest.mark.parametrize("seed", range(8))
def test_deepest_is_at_the_greatest_distance_that_there_is(type_, size, seed):
    root = some_tree(type_, size, seed)
    zero, slides, _ = pair_of(replace(_genome(type_, size, 1, "deepest", sweeps=1, budget=PLENTY), tree=root))
    distances = oracle(type_, size).distances(cells_of(type_, size, root))
    farthest = [tree for tree, distance in distances.items() if distance == max(distances.values())]
    assert zero.goal == root
    assert zero.start == min(tree_at(type_, size, tree) for tree in farthest)
    assert slides is None


@pytest.mark.parametrize(("type_", "size"), [("b", 2), ("b", 3), ("e", 3)])
@pytest.mark.parametrize("seed", range(4))
def test_deceptive_has_the_best_balance_of_depth_and_boxes_off_goal(type_, size, seed):
    root = some_tree(type_, size, seed)
    goals = cells_of(type_, size, root)
    zero, slides, _ = pair_of(replace(_genome(type_, size, 1, "deceptive", sweeps=1, budget=PLENTY), tree=root))
    distances = oracle(type_, size).distances(goals)
    balance = {tree: 2 * pushes - PUSHES_PER_BOX * len(tree - goals) for tree, pushes in distances.items()}
    best = max(value for tree, value in balance.items() if tree != goals)
    starts = [tree_at(type_, size, tree) for tree, value in balance.items() if value == best and tree != goals]
    assert (zero.start, zero.goal) == (min(starts), root)
    assert slides is None


def test_sweeps_never_lower_the_balance_of_deceptive():
    for seed in range(20):
        pairs = [pair_of(_genome("b", 4, seed, "deceptive", sweeps=sweeps, budget=PLENTY)).zero for sweeps in (1, 2, 4)]
        found = [_balance(zero) for zero in pairs]
        assert found == sorted(found)


def _balance(zero):
    component = component_of(zero, PLENTY)
    depth = 2 * component.distance(component.find(zero.start))
    return depth - PUSHES_PER_BOX * (zero.start & ~zero.goal).bit_count()


@pytest.mark.parametrize("budget", [40, 300, 3000, 20_000])
def test_sweeps_never_lower_the_depth(budget):
    for seed in range(20):
        depths = [_depth(_genome("b", 5, seed, "deepest", sweeps=sweeps, budget=budget)) for sweeps in range(1, 6)]
        assert depths == sorted(depths)


def test_sweeps_go_from_the_deepest_to_the_deepest_of_it():
    slides = oracle("b", 4)
    trees, found = [some_tree("b", 4, 18)], []
    for sweeps in (1, 2):
        found.append(pair_of(replace(_genome("b", 4, 1, "deepest", sweeps=sweeps, budget=PLENTY), tree=trees[0])).zero)
        trees.append(found[-1].start)
        assert found[-1].goal == trees[-2]
    depths = [slides.distances(cells_of("b", 4, zero.goal))[cells_of("b", 4, zero.start)] for zero in found]
    assert depths[1] >= depths[0] == max(slides.distances(cells_of("b", 4, trees[0])).values())


def test_pairs_are_decided_by_their_genome():
    genomes = [
        _genome("b", 4, 3, "deepest", sweeps=2, budget=PLENTY),
        _genome("e", 4, 3, "farthest", walk=500, threshold=6),
        _genome("b", 9, 3, "last", walk=500),
    ]
    once = [pair_of(genome).zero for genome in genomes]
    assert [pair_of(genome).zero for genome in reversed(genomes)] == once[::-1]


@pytest.mark.parametrize("policy", ["last", "farthest"])
@pytest.mark.parametrize(("type_", "size", "walk"), [("b", 3, 51), ("e", 3, 51), ("b", 10, 5001), ("e", 10, 5001)])
def test_the_walk_is_a_solution(type_, size, walk, policy):
    parameters = {"walk": walk} if policy == "last" else {"walk": walk, "threshold": 2}
    for seed in range(3):
        zero, slides, _ = pair_of(_genome(type_, size, seed, policy, **parameters))
        assert replay(board_of(zero), moves_of(zero, slides)).pushes == 2 * len(slides)


def test_a_long_walk_over_the_largest_board_is_a_solution():
    zero, slides, _ = pair_of(_genome("b", 48, 1, "last", walk=20_000))
    assert replay(board_of(zero), moves_of(zero, slides)).pushes == 40_000


@pytest.mark.slow
@pytest.mark.parametrize("type_", ["b", "e"])
def test_a_walk_of_a_million_slides_is_a_solution(type_):
    zero, slides, _ = pair_of(_genome(type_, 48, 1, "last", walk=1_000_000))
    assert replay(board_of(zero), moves_of(zero, slides)).pushes == 2_000_000


def _genome(type_, size, seed, policy, **parameters):
    return ZeroSpaceGenome(type_, size, seed, policy, parameters)


def _depth(genome):
    zero = pair_of(genome).zero
    component = component_of(zero, genome.parameters["budget"])
    return component.distance(component.find(zero.start))
