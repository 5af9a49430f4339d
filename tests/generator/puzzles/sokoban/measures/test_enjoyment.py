"""What is fun is solved by most, and has much to think of for its length."""

from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.measures.difficulty import five_minutes
from generator.puzzles.sokoban.measures.enjoyment import TARGET, fun

BOXES = 3
LINES = 12


def test_the_most_fun_at_one_length_is_near_the_target():
    best = max(range(1, 40), key=lambda runs: fun(runs, BOXES, LINES))
    nearest = min(range(1, 40), key=lambda runs: abs(five_minutes(runs, BOXES) - TARGET))
    assert best == nearest


@given(st.integers(1, 100), st.integers(0, 30), st.integers(1, 300), st.integers(0, 300))
def test_what_takes_longer_for_the_same_runs_is_less_fun(runs, boxes, lines, more):
    assert 0 <= fun(runs, boxes, lines + more) <= fun(runs, boxes, lines) <= 1


def test_one_run_for_each_box_is_no_fun():
    assert fun(BOXES, BOXES, LINES) == 0
