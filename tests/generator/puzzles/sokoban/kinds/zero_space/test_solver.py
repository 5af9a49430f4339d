from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer
from generator.puzzles.sokoban.kinds.zero_space.making.scramble import grow_tree
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, is_tree, line_bound, line_counts
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import solve
from tests.generator.puzzles.sokoban.kinds.zero_space.random_trees import (
    cells_of,
    drawn,
    oracle,
    pairs,
    some_tree,
    tree_at,
    walks,
)
from tests.oracles.signs import determinant_of_tree

PLENTY = 1 << 16
SEPARATE = ((9609500, 20), (9093418, 71))
"""Trees of e 3x3 with equal line counts and signs that no slides join, each with the states that it can reach."""
OPPOSITE = (12344246, 11902645)
"""Trees of b 4x4 with equal line counts and opposite signs."""


@given(pairs([("b", 2), ("b", 3), ("e", 2), ("e", 3)]).filter(lambda zero: zero.start != zero.goal))
def test_small_levels_are_solved_in_the_least_pushes(zero):
    solution = solve(drawn(zero), PLENTY)
    goal = cells_of(zero.type, zero.size, zero.goal)
    distances = oracle(zero.type, zero.size).distances(goal)
    pushes = 2 * distances[cells_of(zero.type, zero.size, zero.start)]
    assert solution.status is SolveStatus.SOLVED
    assert solution.proven
    assert solution.lower_bound == solution.upper_bound == pushes
    assert replay(drawn(zero), solution.moves).pushes == pushes
    assert solution.nodes == len(distances)
    assert solution.budget == PLENTY


def test_every_pair_is_unsolvable_that_no_slides_join():
    for type_, size in (("e", 2), ("b", 3)):
        slides = oracle(type_, size)
        everything = list(slides.trees())
        for goal in everything[::16]:
            reached = slides.distances(goal)
            for start in everything:
                if start not in reached:
                    zero = ZeroSpace(type_, size, tree_at(type_, size, start), tree_at(type_, size, goal))
                    solution = solve(board_of(zero), PLENTY)
                    assert solution.status is SolveStatus.UNSOLVABLE
                    assert solution.proven
                    assert (solution.upper_bound, solution.moves) == (None, "")
                    assert _why(slides, start, goal) in str(solution.reason)


def _why(slides, start, goal):
    if slides.line_counts(start) != slides.line_counts(goal):
        return "does not have as many boxes as goals"
    if determinant_of_tree(slides, start) != determinant_of_tree(slides, goal):
        return "opposite signs"
    return "every state that slides can reach"


def test_equal_line_counts_and_signs_do_not_make_a_level_solvable():
    (one, few), (other, many) = SEPARATE
    for start, goal, nodes in ((one, other, many), (other, one, few)):
        solution = solve(board_of(ZeroSpace("e", 3, start, goal)), PLENTY)
        assert solution.status is SolveStatus.UNSOLVABLE
        assert solution.nodes == nodes


def test_the_smaller_component_is_enough_for_a_proof():
    (one, few), (other, _) = SEPARATE
    assert solve(board_of(ZeroSpace("e", 3, one, other)), 2 * few).status is SolveStatus.UNSOLVABLE
    assert solve(board_of(ZeroSpace("e", 3, one, other)), few - 1).status is SolveStatus.NODE_LIMIT


def test_opposite_signs_are_told_without_a_search_at_the_largest_size():
    slots = [slot for slot, cell in enumerate(geometry("b", 48).cells.tolist()) if max(cell) <= 8]
    blocks = [sum(1 << slots[slot] for slot in range(24) if tree >> slot & 1) for tree in OPPOSITE]
    rest = grow_tree("b", 48, blocks[0], np.random.default_rng(1)) ^ blocks[0]
    start, goal = (rest | block for block in blocks)
    assert is_tree("b", 48, goal)
    assert line_counts("b", 48, start) == line_counts("b", 48, goal)
    solution = solve(board_of(ZeroSpace("b", 48, start, goal)), PLENTY)
    assert (solution.status, solution.nodes) == (SolveStatus.UNSOLVABLE, 0)
    assert "opposite signs" in str(solution.reason)


@settings(max_examples=200)
@given(walks([("b", 3), ("e", 3), ("b", 4), ("e", 4)]), st.integers(1, 200))
def test_a_spent_budget_leaves_true_bounds(walk, budget):
    zero, slides = walk
    if zero.start == zero.goal:
        return
    full, short = solve(drawn(zero), PLENTY), solve(drawn(zero), budget)
    assert full.status is SolveStatus.SOLVED
    assert full.upper_bound <= 2 * len(slides)
    if short.status is SolveStatus.SOLVED:
        assert short.lower_bound == short.upper_bound == full.upper_bound
        assert replay(drawn(zero), short.moves).pushes == full.upper_bound
    else:
        assert short.status is SolveStatus.NODE_LIMIT
        assert not short.proven
        assert line_bound(zero) <= short.lower_bound <= full.upper_bound
        assert short.upper_bound is None or short.upper_bound >= full.upper_bound
        assert (replay(drawn(zero), short.moves).pushes if short.moves else None) == short.upper_bound


@settings(max_examples=40)
@given(walks([("b", 6), ("b", 7), ("e", 6), ("b", 8)]))
def test_large_levels_are_solved_or_bounded(walk):
    zero, slides = walk
    if zero.start == zero.goal:
        return
    solution = solve(drawn(zero), 5_000)
    assert line_bound(zero) <= solution.lower_bound <= 2 * len(slides)
    assert solution.nodes <= 2 * solution.budget
    if solution.status is SolveStatus.SOLVED:
        assert replay(drawn(zero), solution.moves).pushes == solution.lower_bound
    else:
        assert solution.status is SolveStatus.NODE_LIMIT


def test_the_second_search_may_solve_what_the_first_did_not():
    goal = 0x57AFA3
    component = Explorer().component("b", 4, goal, PLENTY)
    zero = ZeroSpace("b", 4, int(component.states[3]), goal)
    nearest = replace(zero, start=int(component.states[-1]))
    full = solve(board_of(nearest), PLENTY)
    answers = [solve(board_of(nearest), budget) for budget in range(1, full.nodes)]
    assert {answer.status for answer in answers} == {SolveStatus.SOLVED, SolveStatus.NODE_LIMIT}
    assert {answer.upper_bound for answer in answers} == {None, full.upper_bound}


def test_the_published_examples_have_their_proven_depths(shared):
    entries = parse_file((shared / "levels/sokoban/example-b4-e4.xsb").read_text("utf-8"))
    for entry, pushes, states in zip(entries, (40, 14), (704, 112), strict=True):
        solution = solve(parse_level(entry.text), PLENTY)
        assert (solution.lower_bound, solution.upper_bound, solution.nodes) == (pushes, pushes, states)
        played = replay(parse_level(entry.text), solution.moves)
        assert played.moves <= replay(parse_level(entry.text), entry.solution).moves


def test_an_answer_does_not_depend_on_the_questions_before():
    levels = [board_of(ZeroSpace("b", 4, *_ends(seed))) for seed in range(5)]
    questions = [(level, budget) for budget in (40, PLENTY) for level in levels]
    answers = [solve(*question) for question in questions]
    assert [solve(*question) for question in reversed(questions)] == answers[::-1]


def test_a_level_that_is_solved_already_is_refused():
    tree = some_tree("b", 3, 0)
    with pytest.raises(UnsupportedLevelError, match="every box is already on a goal"):
        solve(board_of(ZeroSpace("b", 3, tree, tree)), PLENTY)


def test_other_levels_are_refused_with_the_difference():
    with pytest.raises(UnsupportedLevelError, match="the walls are not those of type b, e, g, s or w"):
        solve(parse_level("#####\n#@$.#\n#####"), PLENTY)


def _ends(seed):
    goal = some_tree("b", 4, seed)
    component = Explorer().component("b", 4, goal, PLENTY)
    return component.deepest, goal
