from collections import Counter

import pytest
from hypothesis import given

from generator.errors import UnsupportedLevelError
from generator.puzzles.linjat.deduction.layers import Outcome, deduced
from generator.puzzles.linjat.level import Level, parse_level
from generator.puzzles.linjat.lines import Line, format_lines, solution_of
from generator.puzzles.linjat.solver import counted, solve
from generator.values import SolveStatus
from tests.generator.puzzles.linjat.published import published
from tests.generator.puzzles.linjat.strategies import levels
from tests.oracles.linjat import solutions

MOST = 1000


@given(levels(largest=5, most=5))
def test_solutions_are_counted_as_by_trying_everything(level):
    found = [*solutions(level)]
    count = counted(level, 10**6, 10**6)
    assert (count.solutions, count.exact) == (len(found), True)
    if found:
        assert tuple(frozenset(line.cells) for line in count.lines) in found


def test_published_counts_are_confirmed(shared):
    for name in ("puzzles", "edge-cases"):
        for entry in published(shared, name):
            level = parse_level("\n".join(entry["rows"]))
            count = counted(level, MOST, 10**6)
            assert str(entry["exact_solution_count"]) == (str(count.solutions) if count.exact else f">={MOST}")
            if count.solutions == 1:
                assert count.lines == tuple(Line((a, b), (c, d)) for a, b, c, d in entry["solution"])


def test_published_edge_cases_come_out_as_they_are_documented(shared):
    """Cheats deduce one of several solutions; the dependency rule as it was meant solves two that were stuck."""
    found = Counter()
    for entry in published(shared, "edge-cases"):
        level = parse_level("\n".join(entry["rows"]))
        count = counted(level, 2, 10**6)
        assert count.exact or count.solutions == 2
        found[count.solutions, deduced(level).outcome] += 1
    assert found == {
        (0, Outcome.CONTRADICTORY): 6,
        (1, Outcome.STUCK): 22,
        (1, Outcome.SOLVED): 2,
        (2, Outcome.SOLVED): 23,
    }


def test_a_puzzle_has_one_solution_and_the_depth_of_its_deduction():
    solution = solve(Level(("2.", "  ")), 100)
    assert (solution.status, solution.moves) == (SolveStatus.SOLVED, "A1-B1")
    assert (solution.lower_bound, solution.upper_bound, solution.proven) == (1, 1, True)
    assert solution_of(Level(("2.", "  ")), solution.moves)


def test_what_is_no_puzzle_is_told_apart():
    assert solve(Level(("2 ", " .")), 100).status is SolveStatus.UNSOLVABLE
    with pytest.raises(UnsupportedLevelError, match="it has 2 solutions; a Linjat puzzle has one"):
        solve(Level(("2 ", "  ")), 100)
    with pytest.raises(UnsupportedLevelError, match="it has at least 1,000 solutions"):
        solve(Level((" 2  2  2  2 ", *2 * (" " * 12,), " 2  2  2  2 ")), 10**6)
    assert solve(Level(("2 2 ", "    ", " 2 2", "2 2.")), 1).status is SolveStatus.NODE_LIMIT


def test_a_puzzle_on_which_deduction_is_stuck_is_solved_and_says_so(shared):
    entries = [entry for entry in published(shared, "edge-cases") if entry["exact_solution_count"] == 1]
    found = [parse_level("\n".join(entry["rows"])) for entry in entries]
    level = next(level for level in found if deduced(level).outcome is Outcome.STUCK)
    solution = solve(level, 10**6)
    assert solution.status is SolveStatus.SOLVED
    assert "the rules of deduction do not find all of it" in str(solution.reason)
    assert solution.moves == format_lines(counted(level, 2, 10**6).lines)
