"""What is counted of levels, beside the slow twin."""

from itertools import pairwise
from math import fsum, log2
from statistics import fmean

import pytest
from hypothesis import given, settings

from generator.puzzles.watersort import measure as measuring
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.measure import DIFFICULTY, EXPECTED, LOST, SAMPLES, SHORTEST, WORST, appraise, measure
from generator.puzzles.watersort.pours import played, positions
from generator.puzzles.watersort.search import kernel_rules, packed, search
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.variants import End, Pour
from generator.values import Request
from tests.generator.puzzles.watersort.strategies import known, knowns, random_level, unpacked
from tests.oracles.watersort import shortest_ways

PLENTY = 100_000
SWAPPED = Level(("ba", "ab", ""), 2)


def solved(level):
    return solve(level, PLENTY)


def way_of(level):
    """The positions along the solution that is found, each with its tubes in order."""
    moves, _ = played(level, solved(level).moves)
    return [tuple(sorted(tubes)) for tubes in positions(level, moves)]


@settings(max_examples=60)
@given(knowns())
def test_shortest_solutions_are_counted_as_by_trying_everything(known):
    count = appraise(known.level, solved(known.level))[SHORTEST]
    expected = shortest_ways(known.reached, known.remaining, known.level.tubes)
    assert count == (expected if known.least else None)


@settings(max_examples=60)
@given(knowns())
def test_lost_pours_are_those_after_which_nothing_solves_it(known):
    share = appraise(known.level, solved(known.level))[LOST]
    if not known.least:
        assert share is None
        return
    steps = [*pairwise(way_of(known.level))]
    aside = [other for position, after in steps for other in known.reached[position] - {position, after}]
    lost = [other not in known.remaining for other in aside]
    assert share == pytest.approx(fmean(lost) if lost else 0)


@settings(max_examples=60)
@given(knowns())
def test_difficulty_is_the_surprise_that_a_random_pour_never_loses_along_the_solution(known):
    bits = appraise(known.level, solved(known.level))[DIFFICULTY]
    if not known.least:
        assert bits is None
        return
    choices = [known.reached[position] - {position} for position, _ in pairwise(way_of(known.level))]
    kept = [sum(other in known.remaining for other in others) / len(others) for others in choices]
    assert bits == pytest.approx(-fsum(map(log2, kept)), abs=0.001)


@settings(max_examples=60)
@given(knowns())
def test_rhythm_is_the_longest_wait_for_an_empty_tube(known):
    rhythm = measure(known.level, solved(known.level))["rhythm"]
    assert rhythm == (longest_wait(known) if known.least else None)


def test_balls_may_wait_for_an_empty_tube_beyond_the_end():
    """The end has b in two tubes and no empty one."""
    level = Level(("bbbbba", "aaabaa", ""), 6, Pour.BALL, End.LOOSE)
    assert solved(level).upper_bound == 4
    assert measure(level, solved(level))["rhythm"] == longest_wait(known(level)) == 6


def test_an_empty_tube_is_waited_for_with_patience(monkeypatch):
    monkeypatch.setattr(measuring, "PATIENCE", 2)
    metrics = measure(SWAPPED, solved(SWAPPED))
    assert metrics["rhythm"] is None
    assert metrics["branching"] is not None


@pytest.mark.parametrize(("widest", "count"), [(1, None), (9, 2)])
def test_shortest_solutions_are_counted_as_long_as_there_are_not_too_many_positions(monkeypatch, widest, count):
    monkeypatch.setattr(measuring, "WIDEST", widest)
    assert appraise(SWAPPED, solved(SWAPPED))[SHORTEST] == count


def test_layers_may_be_as_wide_as_is_said(monkeypatch):
    """Whatever the width before, only a layer that is wider than the limit is too wide."""
    level, widths = random_level(8, 4, 2), []
    solution, layer = solved(level), measuring.kernels.layer

    def seen(*given):
        widths.append(layer(*given))
        return widths[-1]

    monkeypatch.setattr(measuring.kernels, "layer", seen)
    count = appraise(level, solution)[SHORTEST]
    for widest, expected in ((max(widths), count), (max(widths) - 1, None)):
        monkeypatch.setattr(measuring, "WIDEST", widest)
        assert appraise(level, solution)[SHORTEST] == expected
    assert count > 1


def longest_wait(known):
    """The most pours that are needed, where a pour along the solution takes the last empty tube, to have one again."""
    begins = [after for before, after in pairwise(way_of(known.level)) if "" in before and "" not in after]
    return max((wait_for_empty(known, begin) for begin in begins), default=0)


def wait_for_empty(known, begin):
    pours, layer = 0, {begin}
    while not any("" in position for position in layer):
        pours, layer = pours + 1, set().union(*(known.reached[position] for position in layer))
    return pours


@settings(max_examples=60)
@given(knowns())
def test_branching_is_the_mean_number_of_positions_along_shortest_solutions(known):
    branching = measure(known.level, solved(known.level))["branching"]
    if not known.least:
        assert branching is None
        return
    found = [way_of(known.level)]
    for salt in range(1, SAMPLES + 1):
        way = search(packed(known.level.tubes, known.level.capacity), kernel_rules(known.level), PLENTY, salt=salt).way
        found.append([unpacked(position) for position in way])
    choices = [[len(known.reached[position] - {position}) for position in way[:-1]] for way in found]
    assert branching == pytest.approx(fmean(map(fmean, choices)))


@settings(max_examples=60)
@given(knowns())
def test_depth_and_excess_are_the_pours_and_those_beyond_the_bound(known):
    metrics = measure(known.level, solved(known.level))
    if known.least is not None:
        assert metrics["depth"] == known.least
        assert 0 <= metrics["excess"] <= known.least
    sizes = [metrics[name] for name in ("colours", "capacity", "empty_tubes")]
    assert sizes == [len(known.level.colours), known.level.capacity, known.level.empty]


def test_figures_of_a_level_that_can_be_checked_by_hand():
    """ba ab: either top goes into the empty tube, the other one onto its colour; two tubes of one colour are joined."""
    metrics = {**measure(SWAPPED, solved(SWAPPED)), **appraise(SWAPPED, solved(SWAPPED))}
    names = ("depth", "branching", "rhythm", "excess", SHORTEST, LOST, DIFFICULTY)
    assert {name: metrics[name] for name in names} == {
        "depth": 3,
        "branching": pytest.approx((2 + 1 + 1) / 3),
        "rhythm": 2,
        "excess": 1,
        SHORTEST: 2,
        LOST: 0,
        DIFFICULTY: 0,
    }


def test_a_pour_that_loses_is_counted():
    level = Level(("abc", "bca", "cba", ""), 3)
    found = known(level)
    assert len(found.remaining) < len(found.reached)
    assert 0 < appraise(level, solved(level))[LOST] < 1


def test_a_level_without_solution_has_a_depth_of_its_bound_alone():
    level = Level(("abcd",) * 4 + ("",), 4)
    solution = solved(level)
    assert measure(level, solution)["depth"] == solution.lower_bound
    assert measure(level, solution)["branching"] is measure(level, solution)["rhythm"] is None
    assert appraise(level, solution) == dict.fromkeys((SHORTEST, LOST, DIFFICULTY, WORST, EXPECTED))


def test_a_solved_level_has_nothing_to_pour():
    level = Level(("aa", "bb", ""), 2)
    metrics = measure(level, solved(level))
    assert (metrics["depth"], metrics["excess"], metrics["branching"]) == (0, 0, None)


@pytest.mark.parametrize("pour", Pour)
@pytest.mark.parametrize("end", End)
def test_levels_of_twelve_colours_are_measured_too(pour, end):
    level = random_level(12, 4, 2, seed=5, rules=(pour, end))
    solution = solved(level)
    metrics = {**measure(level, solution), **appraise(level, solution)}
    assert metrics["depth"] == solution.lower_bound
    if solution.moves and solution.proven:
        assert metrics["branching"] > 1
        assert metrics["rhythm"] >= 0
        assert metrics[SHORTEST] is None or metrics[SHORTEST] >= 1


def test_what_is_not_proven_has_no_number_of_solutions():
    level = random_level(12, 4, 2, seed=2)
    solution = solve(level, 1000, Request("any"))
    assert solution.moves
    assert not solution.proven
    assert appraise(level, solution)[SHORTEST] is None
    assert measure(level, solution)["branching"] > 1
    assert measure(level, solution)["rhythm"] > 0
