"""The least pours of levels are those that are known, whatever finds them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.declaration import DECLARATION
from generator.puzzles.watersort.identity import identity_of
from generator.puzzles.watersort.level import Level, parse_level
from generator.puzzles.watersort.position_kernels import bound
from generator.puzzles.watersort.pours import played
from generator.puzzles.watersort.search import STEP, kernel_rules, packed
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import Pour
from generator.values import Request, SolveStatus
from tests.generator.puzzles.watersort.enumerated import classes
from tests.generator.puzzles.watersort.published import instances
from tests.generator.puzzles.watersort.strategies import known, knowns, levels, random_level

PLENTY = 1_000_000
TECHNIQUES = [frozenset(names) for count in range(3) for names in combinations(DECLARATION.techniques, count)]
PARTIAL = ("aabc", "aabc", "cbbc", "")
"""The smallest level that needs a part of a run to be poured."""

HUGE = random_level(22, 5, 2)
"""A level whose answer takes a long search."""


def status_of(least):
    return SolveStatus.UNSOLVABLE if least is None else SolveStatus.SOLVED


def pours_of(level, solution):
    return len(played(level, solution.moves)[0])


@pytest.mark.parametrize("without", TECHNIQUES, ids=lambda names: " ".join(sorted(names)) or "all")
@settings(max_examples=80)
@given(knowns())
def test_the_least_pours_are_those_of_trying_everything(without, known):
    solution = solve(known.level, PLENTY, Request(without=without))
    assert (solution.status, solution.upper_bound) == (status_of(known.least), known.least)
    assert solution.proven
    if known.least is not None:
        assert solution.lower_bound == known.least == pours_of(known.level, solution)


@settings(max_examples=50)
@given(levels(colours=6, capacity=4, empty=1) | levels(colours=4, capacity=5, empty=2))
def test_techniques_change_no_answer(level):
    answers = [solve(level, PLENTY, Request(without=without)) for without in TECHNIQUES]
    assert all(answer.proven for answer in answers)
    assert len({answer.upper_bound for answer in answers}) == 1


@pytest.mark.parametrize("colours", [4, 15])
@pytest.mark.parametrize("pour", [Pour.WATER, Pour.WHOLE])
def test_tubes_of_sixteen_with_four_units_for_one_need_as_many_pours(colours, pour):
    small = replace(random_level(colours, 4, 2), pour=pour)
    large = replace(small, tubes=tuple("".join(unit * 4 for unit in tube) for tube in small.tubes), capacity=16)
    answers = [solve(level, PLENTY) for level in (small, large)]
    assert all(answer.proven for answer in answers)
    assert answers[0].upper_bound == answers[1].upper_bound == pours_of(large, answers[1])


@settings(max_examples=30)
@given(levels(2, 16, 1).map(known))
def test_large_tubes_need_as_many_pours_as_trying_everything_finds(known):
    assert solve(known.level, PLENTY).upper_bound == known.least


@settings(max_examples=80)
@given(knowns(), st.integers(0, 40))
def test_whatever_the_budget_the_bounds_enclose_the_least_pours(known, budget):
    solution = solve(known.level, budget)
    assert solution.nodes <= budget
    if solution.status is SolveStatus.UNSOLVABLE:
        assert known.least is None
    elif known.least is not None:
        assert solution.lower_bound <= known.least
        assert solution.upper_bound is None or pours_of(known.level, solution) == solution.upper_bound >= known.least


@settings(max_examples=80)
@given(knowns())
def test_any_solution_is_one(known):
    solution = solve(known.level, PLENTY, Request("any"))
    assert solution.status is status_of(known.least)
    if known.least is not None:
        assert pours_of(known.level, solution) == solution.upper_bound >= known.least >= solution.lower_bound
        assert solution.proven == (solution.upper_bound == known.least == solution.lower_bound)


def test_published_levels_have_their_least_pours(shared):
    found = instances(shared)
    assert len(found) == 3 * 61
    for name, level, least in found:
        solution = solve(level, PLENTY)
        assert (name, solution.status, solution.upper_bound) == (name, status_of(least), least)
        assert solution.proven
        assert least is None or pours_of(level, solution) == least


def test_a_part_of_a_run_has_to_be_poured():
    assert solve(Level(PARTIAL, 4), PLENTY).upper_bound == 9
    assert solve(Level(PARTIAL, 4, Pour.WHOLE), PLENTY).status is SolveStatus.UNSOLVABLE


@pytest.mark.parametrize(
    ("size", "count", "unsolvable", "deepest", "with_it"),
    [
        ((2, 4, 1), 23, 1, 7, 2),
        ((3, 3, 1), 55, 7, 8, 1),
        ((3, 3, 2), 55, 0, 8, 5),
        ((3, 4, 1), 995, 236, 12, 1),
        ((3, 4, 2), 995, 0, 11, 25),
        pytest.param((4, 4, 1), 111_383, 56_874, 16, 2, marks=pytest.mark.slow),
        pytest.param((4, 4, 2), 111_383, 0, 16, 4, marks=pytest.mark.slow),
    ],
)
def test_the_deepest_levels_of_small_sizes_are_known(size, count, unsolvable, deepest, with_it):
    found = Counter(solve(parse_level(text), PLENTY).upper_bound for text in classes(*size))
    assert (found.total(), found.pop(None, 0)) == (count, unsolvable)
    assert max(found.items()) == (deepest, with_it)


@pytest.mark.parametrize(
    ("size", "count"),
    [
        ((3, 4, 1), 1),
        ((3, 4, 2), 0),
        pytest.param((4, 4, 1), 124, marks=pytest.mark.slow),
        pytest.param((4, 4, 2), 0, marks=pytest.mark.slow),
    ],
)
def test_few_levels_need_a_part_of_a_run_to_be_poured(size, count):
    found = [parse_level(text) for text in classes(*size)]
    needing = [level for level in found if pours_left(level) != pours_left(replace(level, pour=Pour.WHOLE))]
    assert len(needing) == count
    assert count != 1 or [identity_of(level) for level in needing] == [identity_of(Level(PARTIAL, 4))]


def pours_left(level):
    return solve(level, PLENTY).upper_bound


def test_memory_ends_a_search_without_an_answer():
    solution = solve(HUGE, PLENTY, Request(megabytes=1))
    assert solution.status is SolveStatus.NODE_LIMIT
    assert 0 < solution.nodes < 10_000
    assert solution.lower_bound > 0


def test_the_clock_ends_a_search_without_an_answer():
    solution = solve(HUGE, PLENTY, Request(seconds=0))
    assert solution.status is SolveStatus.NODE_LIMIT
    assert 0 < solution.nodes <= 6 * STEP


def test_bounds_rise_while_a_search_goes_on():
    heard = []
    solution = solve(HUGE, 4 * STEP, Request(listener=heard.append))
    bounds = [standing.lower_bound for standing in heard]
    assert len(bounds) >= 3
    assert bounds == sorted(bounds)
    assert bounds[0] >= bound_of(HUGE)
    assert bounds[-1] == solution.lower_bound


@pytest.mark.parametrize("level", [HUGE, random_level(8, 4, 1), random_level(8, 4, 2)])
def test_nobody_hears_of_more_pours_than_levels_need(level):
    heard = []
    solve(level, 2 * STEP, Request(listener=heard.append))
    assert heard
    assert max(standing.lower_bound for standing in heard) < 2 * len(level.colours) * level.capacity


@pytest.mark.parametrize("aim", DECLARATION.aims)
@pytest.mark.parametrize("budget", [0, 1, 2, 3])
def test_a_budget_may_be_next_to_nothing(aim, budget):
    solution = solve(HUGE, budget, Request(aim))
    assert solution.status is SolveStatus.NODE_LIMIT
    assert solution.nodes <= budget
    assert solution.lower_bound >= bound_of(HUGE)


def bound_of(level):
    return bound(packed(level.tubes, level.capacity), kernel_rules(level))
