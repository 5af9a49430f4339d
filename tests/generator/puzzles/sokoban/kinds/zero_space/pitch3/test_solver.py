import pytest
from hypothesis import given

from generator.puzzles.sokoban.kinds.zero_space.pitch3.route import moves_of_passes, passes_of
from generator.puzzles.sokoban.kinds.zero_space.pitch3.solver import cut_bound
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of, zero_space_of
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import SolveStatus
from tests.generator.puzzles.sokoban.kinds.zero_space.alone import measure, solve
from tests.generator.puzzles.sokoban.kinds.zero_space.pitch3.random_hulls import (
    TYPES,
    cells_of,
    oracle,
    tree_at,
    walk,
    walks,
)

PLENTY = 50_000


@given(walks())
def test_boards_and_trees_are_inverse_however_they_are_turned(walked):
    zero = walked[0]
    assert zero_space_of(board_of(zero)) == zero


@given(walks(sizes=(2, 3, 5)))
def test_passes_become_a_solution_and_can_be_read_from_it(walked):
    zero, passes, _ = walked
    moves = moves_of_passes(zero, passes)
    assert passes_of(zero, moves).tolist() == passes.tolist()
    if zero.start != zero.goal:
        assert replay(board_of(zero), moves).pushes == sum(letter.isupper() for letter in moves)


@pytest.mark.parametrize("moves", ["", "R", "dR", "ddRRRRRR"])
def test_other_moves_are_no_passes(moves):
    assert not len(passes_of(walk("w", 3, 0, 5)[0], moves))


@pytest.mark.parametrize("type_", ["w", "g-square"])
def test_every_level_of_size_2_is_solved_with_the_least_pushes(type_):
    trees = oracle(type_, 2).trees()
    root = trees[0]
    distances = oracle(type_, 2).distances(root)
    for tree in trees:
        if tree == root:
            continue
        level = board_of(ZeroSpace(type_, 2, tree_at(type_, 2, root), tree_at(type_, 2, tree)))
        solution = solve(level, PLENTY)
        if tree in distances:
            assert solution.status is SolveStatus.SOLVED
            assert solution.proven
            assert solution.upper_bound == distances[tree] == replay(level, solution.moves).pushes
        else:
            assert solution.status is SolveStatus.UNSOLVABLE


@pytest.mark.parametrize("seed", range(8))
def test_the_l_of_g_is_bounded_from_both_sides(seed):
    zero = walk("g", 2, seed, 9)[0]
    solution = solve(board_of(zero), PLENTY)
    start, goal = (cells_of("g", 2, tree) for tree in (zero.start, zero.goal))
    assert solution.lower_bound == cut_bound(zero) <= solution.upper_bound
    assert solution.upper_bound == oracle("g", 2).distances(start)[goal]
    assert solution.proven == (solution.status is SolveStatus.SOLVED)


@pytest.mark.parametrize("type_", TYPES)
def test_a_spent_budget_leaves_a_lower_bound(type_):
    zero = walk(type_, 6, 1, 2000)[0]
    solution = solve(board_of(zero), 100)
    assert solution.status is SolveStatus.NODE_LIMIT
    assert solution.lower_bound >= cut_bound(zero) > 0
    assert solution.upper_bound is None


def test_the_choices_along_a_solution_are_measured():
    zero = walk("w", 3, 5, 12)[0]
    solution = solve(board_of(zero), PLENTY)
    metrics = measure(board_of(zero), solution)
    tree, counts = cells_of("w", 3, zero.start), []
    for number in passes_of(zero, solution.moves):
        counts.append(len(list(oracle("w", 3).passes(tree))))
        source, target = (zero.frame.cells[end[number]] for end in (zero.frame.source, zero.frame.target))
        tree = tree - {tuple(source.tolist())} | {tuple(target.tolist())}
    assert metrics["branching"] == pytest.approx(sum(counts) / len(counts))
    assert metrics["branching_max"] == max(counts)
    assert metrics["depth"] == solution.lower_bound
    assert metrics["detour"] is None
