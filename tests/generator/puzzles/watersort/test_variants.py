"""What the rules have to do with one another, on the same tubes."""

from dataclasses import replace

from hypothesis import given, settings

from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour
from tests.generator.puzzles.watersort.strategies import known, levels


def least(level, pour, end):
    """The least pours under other rules."""
    found = known(replace(level, pour=pour, end=end)).least
    return float("inf") if found is None else found


@settings(max_examples=40)
@given(levels())
def test_a_loose_end_is_never_harder(level):
    assert all(least(level, pour, End.LOOSE) <= least(level, pour, End.TOGETHER) for pour in Pour)


@settings(max_examples=40)
@given(levels())
def test_whole_runs_alone_never_make_it_easier(level):
    assert all(least(level, Pour.WATER, end) <= least(level, Pour.WHOLE, end) for end in End)


@settings(max_examples=40)
@given(levels())
def test_balls_take_as_many_moves_as_water_at_least(level):
    """Pouring water can be done ball by ball, and the other way round (Ito and others, FUN 2022)."""
    for end in End:
        assert least(level, Pour.WATER, end) <= least(level, Pour.BALL, end)
        assert (least(level, Pour.WATER, end) < float("inf")) == (least(level, Pour.BALL, end) < float("inf"))


def test_rules_are_called_by_words():
    assert (list(POURS), list(ENDS)) == (["water", "whole", "ball"], ["together", "loose"])
