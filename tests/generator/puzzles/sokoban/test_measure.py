from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings

from generator.puzzles.sokoban.kinds.zero_space.route import moves_of, slides_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.metrics import MEASURED
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import Solution, SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import measure, solve
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    drawn,
    oracle,
    pairs,
    slides_from,
    slots_apart,
    some_tree,
    tree_at,
    walks,
)

PLENTY = 1 << 16


def solvable(shapes):
    return pairs(shapes).filter(lambda zero: zero.start != zero.goal)


@settings(max_examples=60)
@given(solvable([("b", 3), ("e", 2), ("e", 3)]))
def test_small_levels_measure_as_counted_one_by_one(zero):
    level = drawn(zero)
    solution = solve(level, PLENTY)
    found = measure(level, solution)
    slides = oracle(zero.type, zero.size)
    distances = slides.distances(cells_of(zero.type, zero.size, zero.goal))
    choices, shortest = _choices(zero, slides_of(zero, solution.moves), distances)
    start = cells_of(zero.type, zero.size, zero.start)
    assert found["depth"] == 2 * distances[start] == 2 * len(choices)
    assert found["branching"] == pytest.approx(sum(choices) / len(choices))
    assert found["branching_max"] == max(choices)
    assert found["alive"] == pytest.approx(sum(shortest) / sum(choices))
    assert found["shortest_solutions"] == slides.shortest_ways(distances)[start]
    assert found["component"] == len(distances)
    assert found["detour"] == found["depth"] - 2 * slots_apart(zero.type, zero.size, zero.start, zero.goal)
    assert found["boxes"] == len(start)
    assert found["boxes_off_goal"] == len(start - cells_of(zero.type, zero.size, zero.goal))
    played = replay(level, solution.moves)
    assert {name: found[name] for name in played._fields if name != "pushes"} == {
        name: value for name, value in played._asdict().items() if name != "pushes"
    }


@settings(max_examples=20)
@given(solvable([("b", 3), ("b", 7), ("e", 4)]))
def test_every_metric_is_named_in_the_same_order(zero):
    assert tuple(measure(drawn(zero), solve(drawn(zero), 500))) == (*MEASURED,)


@settings(max_examples=40)
@given(walks([("b", 4), ("e", 4)]).filter(lambda walk: walk[0].start != walk[0].goal))
def test_a_longer_solution_is_measured_along_its_own_way(walk):
    zero, slides = walk
    level, solution = drawn(zero), solve(drawn(zero), PLENTY)
    longer = replace(solution, moves=moves_of(zero, slides), upper_bound=2 * len(slides))
    found, short = measure(level, longer), measure(level, solution)
    choices, _ = _choices(zero, slides, {})
    assert found["branching"] == pytest.approx(sum(choices) / len(choices))
    assert found["branching_max"] == max(choices)
    assert found["component"] == short["component"]
    assert found["depth"] == solution.lower_bound
    shortest = 2 * len(slides) == solution.upper_bound
    assert found["shortest_solutions"] == (short["shortest_solutions"] if shortest else None)
    assert (found["alive"] is None) != shortest


@pytest.mark.parametrize("type_", ["b", "e"])
def test_what_is_beyond_exhaustive_search_is_not_known(type_):
    size = 7 if type_ == "b" else 6
    zero, moves = _two_slides(type_, size)
    found = measure(board_of(zero), solve(board_of(zero), 1000))
    assert {name for name in MEASURED if found[name] is None} == {"alive", "shortest_solutions", "component"}
    assert found["depth"] == 4
    assert found["moves"] == len(moves)


def test_a_spent_budget_leaves_unknown_what_it_did_not_reach():
    goal = some_tree("b", 4, 1)
    farthest = list(oracle("b", 4).distances(cells_of("b", 4, goal)))[-1]
    level = board_of(ZeroSpace("b", 4, tree_at("b", 4, farthest), goal))
    full = solve(level, PLENTY)
    short = solve(level, 3)
    found = measure(level, short)
    assert short.status is SolveStatus.NODE_LIMIT
    assert found["depth"] == short.lower_bound
    known = {"depth", "detour", "boxes", "boxes_off_goal"}
    assert {name for name in MEASURED if found[name] is not None} == known
    assert measure(level, replace(full, budget=full.nodes - 1))["component"] is None
    assert measure(level, replace(full, budget=full.nodes))["component"] == full.nodes


def test_an_unsolvable_level_has_a_component_and_no_solution():
    slides = oracle("b", 3)
    start, goal = next(
        (start, goal)
        for start, goal in permutations(slides.trees(), 2)
        if slides.line_counts(start) == slides.line_counts(goal) and start not in slides.distances(goal)
    )
    level = Level(slides.rows(start, goal, (1, 1)))
    found = measure(level, solve(level, PLENTY))
    known = {"depth", "detour", "component", "boxes", "boxes_off_goal"}
    assert {name for name in MEASURED if found[name] is not None} == known
    assert found["component"] == len(slides.distances(goal))


def test_other_levels_measure_what_needs_no_slides():
    found = measure(parse_level("######\n#@$-.#\n######"), Solution(SolveStatus.SOLVED, 2, 2, "RR", 1, 1))
    assert {name: value for name, value in found.items() if value is not None} == {
        "depth": 2,
        "moves": 2,
        "box_lines": 1,
        "box_changes": 1,
        "pushing_sessions": 1,
        "player_lines": 1,
        "branching": 1,
        "branching_max": 1,
        "boxes": 1,
        "boxes_off_goal": 1,
    }


def test_the_published_examples_measure_as_published(shared):
    entries = parse_file((shared / "levels/sokoban/example-b4-e4.xsb").read_text("utf-8"))
    for entry, component, depth in zip(entries, (704, 112), (40, 14), strict=True):
        level = parse_level(entry.text)
        found = measure(level, solve(level, PLENTY))
        assert (found["component"], found["depth"]) == (component, depth)


def test_measures_do_not_depend_on_the_questions_before():
    levels = [board_of(_two_slides("b", 4, seed)[0]) for seed in range(4)]
    solutions = [solve(level, PLENTY) for level in levels]
    asked = list(zip(levels, solutions, strict=True))
    found = [measure(*each) for each in asked]
    assert [measure(*each) for each in reversed(asked)] == found[::-1]


def _choices(zero, slides, distances):
    """In each state but the last: how many slides are legal, and how many of these lead nearer to the goals."""
    tree, choices, shortest = cells_of(zero.type, zero.size, zero.start), [], []
    cells = oracle(zero.type, zero.size)
    for slide in slides.tolist():
        onward = [moved for _, _, moved in cells.slides(tree)]
        choices.append(len(onward))
        shortest.append(sum(distances.get(moved) == distances.get(tree, 0) - 1 for moved in onward))
        pair = cells_of(zero.type, zero.size, 3 << slide)
        tree = tree ^ pair
    return choices, shortest


def _two_slides(type_, size, seed=1):
    """A level whose goals are two slides away, and a solution."""
    start = some_tree(type_, size, seed)
    one = slides_from(type_, size, start)[0]
    onward = slides_from(type_, size, start ^ 3 << one)
    goals = {two: start ^ 3 << one ^ 3 << two for two in onward}
    two = next(two for two, goal in goals.items() if slots_apart(type_, size, start, goal) == 2)
    zero = ZeroSpace(type_, size, start, goals[two])
    return zero, moves_of(zero, np.array([one, two], np.int32))
