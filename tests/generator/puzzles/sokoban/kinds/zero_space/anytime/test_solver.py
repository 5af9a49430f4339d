from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.first_solution import Finder
from generator.puzzles.sokoban.kinds.zero_space.anytime.solver import SHARE, guess, improved, stages
from generator.puzzles.sokoban.kinds.zero_space.both_ends import least_slides
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, line_bound
from generator.puzzles.sokoban.slides.finding import Finding, Limits
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Request, SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import solve
from tests.generator.puzzles.sokoban.kinds.zero_space.anytime.journeys import end_of, walked
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import some_tree

LARGE = [*(("b", size) for size in range(8, 13)), *(("e", size) for size in range(7, 11))]
TURNED = ("b", 6, 8, 3000)
"""A walk whose way back is found from the goals, after an attempt in vain from the boxes."""


@pytest.mark.slow
@pytest.mark.parametrize("shape", [("b", 7), ("b", 9), ("e", 6), ("e", 8)])
def test_the_best_solution_only_gets_shorter(shape):
    zero, _ = walked(*shape, 1, 300)
    found = list(stages(zero, 500_000))
    nodes = [stage.nodes for stage in found]
    assert nodes == sorted(nodes)
    assert all((stage.remaining == 0) == (stage.slides is not None) for stage in found)
    ways = [stage.slides for stage in found if stage.slides is not None]
    assert all(stage.slides is None for stage in found[: -len(ways)])
    assert all(len(other) <= len(one) for one, other in pairwise(ways))
    assert 2 * len(ways[-1]) >= line_bound(zero)
    assert end_of(zero, ways[0]) == end_of(zero, ways[-1]) == zero.goal


def test_a_solution_found_from_the_goals_leads_from_the_boxes():
    zero, _ = walked(*TURNED)
    approach = Approach(zero)
    approach.limit(1_000_000 // SHARE)
    *_, left = Finder(approach, 0).find()
    assert left > 0
    *_, last = stages(zero, 1_000_000)
    assert end_of(zero, last.slides) == zero.goal


def test_the_same_level_has_the_same_stages():
    zero, _ = walked("b", 8, 3, 1000)
    one, other = ([_told(stage) for stage in stages(zero, 300_000)] for _ in range(2))
    assert one == other


def test_no_solution_is_shorter_than_the_shortest_and_nearly_all_are_as_short():
    longer = []
    for type_, size, seed in (
        ("b", 5, 0),
        ("b", 5, 1),
        ("b", 5, 3),
        ("e", 4, 1),
        ("e", 4, 2),
        ("b", 4, 6),
        ("b", 3, 1),
    ):
        goal = some_tree(type_, size, seed)
        component = Explorer().component(type_, size, goal, 1 << 18)
        depths = {int(component.states[n]): component.distance(n) for n in _spread(component.nodes)}
        for start, distance in depths.items():
            *_, last = stages(ZeroSpace(type_, size, start, goal), 40_000)
            longer.append(len(last.slides) - distance)
    assert min(longer) == 0
    assert longer.count(0) > 0.8 * len(longer)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [*(("b", size) for size in range(5, 13)), *(("e", size) for size in range(5, 13))])
@pytest.mark.parametrize("seed", range(3))
def test_long_walks_are_led_back_by_one_attempt_or_another(shape, seed):
    zero, _ = walked(*shape, seed, 5000)
    found = next(stage for stage in stages(zero, 20_000_000) if stage.slides is not None)
    assert end_of(zero, found.slides) == zero.goal


@pytest.mark.parametrize("shape", LARGE)
def test_large_levels_are_solved_under_the_rules_of_sokoban(shape):
    zero, _ = walked(*shape, 1, 300)
    solution = solve(board_of(zero), 1_000_000)
    assert line_bound(zero) <= solution.lower_bound <= solution.upper_bound
    assert solution.lower_bound % 4 == solution.upper_bound % 4 == line_bound(zero) % 4
    assert replay(board_of(zero), solution.moves).pushes == solution.upper_bound
    proven = solution.lower_bound == solution.upper_bound
    assert solution.status is (SolveStatus.SOLVED if proven else SolveStatus.NODE_LIMIT)


@pytest.mark.parametrize("level", [("b", 8, 1), ("e", 7, 1)])
def test_the_listener_hears_what_is_left_and_then_bounds_that_enclose(level):
    zero, _ = walked(*level, 3000)
    heard = []
    finding = improved(zero, _bounded(zero), 600_000, Request(listener=heard.append))
    pushes = 2 * len(finding.slides)
    unsolved = [standing for standing in heard if standing.upper_bound is None]
    assert heard[: len(unsolved)] == unsolved
    assert all(standing.remaining > 0 for standing in unsolved)
    uppers = [standing.upper_bound for standing in heard[len(unsolved) :]]
    assert uppers == sorted(uppers, reverse=True)
    assert uppers[-1] == pushes
    assert {standing.remaining for standing in heard[len(unsolved) :]} == {None}
    assert {standing.lower_bound for standing in heard} == {line_bound(zero)}
    assert line_bound(zero) <= pushes
    assert end_of(zero, finding.slides) == zero.goal


def test_a_solution_as_short_as_the_bound_is_proven_and_ends_the_search():
    zero, _ = walked("b", 7, 1, 300)
    finding = improved(zero, _bounded(zero), 10**9, Request())
    assert (finding.status, 2 * len(finding.slides)) == (SolveStatus.SOLVED, line_bound(zero))


def test_a_way_that_is_known_is_kept_where_none_is_found():
    zero, slides = walked("b", 9, 0, 3000)
    heard = []
    finding = improved(zero, replace(_bounded(zero), slides=slides), 5_000, Request(listener=heard.append))
    assert (finding.status, finding.slides.tolist()) == (SolveStatus.NODE_LIMIT, slides.tolist())
    assert {(standing.remaining, standing.upper_bound) for standing in heard} == {(None, 2 * len(slides))}


def test_without_nodes_a_finding_is_as_it_was():
    zero, _ = walked("b", 3, 1, 300)
    finding = _bounded(zero)
    assert improved(zero, finding, 1, Request()) is finding


def test_out_of_time_the_first_stage_is_the_last():
    zero, _ = walked("b", 9, 0, 3000)
    heard = []
    finding = improved(zero, _bounded(zero), 10**9, Request(seconds=0.0, listener=heard.append))
    assert len(heard) == 1
    assert (finding.status, finding.slides) == (SolveStatus.NODE_LIMIT, None)


def _bounded(zero):
    """What is known before this search: the line bound and the nodes that it took."""
    return Finding(SolveStatus.NODE_LIMIT, line_bound(zero) // 2, None, 7)


def _spread(nodes):
    return np.linspace(1, nodes - 1, min(nodes - 1, 5)).astype(int).tolist()


def _told(stage):
    return stage.remaining, stage.nodes, None if stage.slides is None else stage.slides.tolist()


def test_a_guess_ends_with_the_time_and_keeps_what_it_has():
    zero, _ = walked("b", 9, 1, 300)
    slides, nodes = guess(zero, 500_000, lambda: False)
    assert end_of(zero, slides) == zero.goal
    assert nodes <= 500_000
    _, fewer = guess(zero, 500_000, lambda: True)
    assert fewer < nodes


def test_a_proof_that_comes_to_no_end_leaves_nodes_for_a_solution():
    zero, _ = walked("b", 8, 0, 10_000)
    assert least_slides(zero, Limits(1 << 19)).slides is None
    solution = solve(board_of(zero), 1 << 19)
    assert solution.status is SolveStatus.NODE_LIMIT
    assert solution.lower_bound < solution.upper_bound
    assert replay(board_of(zero), solution.moves).pushes == solution.upper_bound
