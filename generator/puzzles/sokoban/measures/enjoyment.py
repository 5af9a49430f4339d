"""How much a level may be enjoyed: most people solve it but not all, and there is much to think of for its length.

It is two wishes and no fit; docs/research/difficulty.md says what ratings tell, which is little.
"""

from math import exp

from generator.puzzles.sokoban.measures.difficulty import extra_runs, five_minutes

TARGET = 0.6
"""The share of people who should solve a level in five minutes."""

WIDTH = 0.2
"""How far from this share a level is worth 0.61 of one that has it."""


def fun(fewest_runs: int, boxes_off_goal: int, lines: int) -> float:
    """From 0 to 1: how near the solved share is to the target, times the extra runs for each line of the solution."""
    away = (five_minutes(fewest_runs, boxes_off_goal) - TARGET) / WIDTH
    return exp(-(away**2) / 2) * min(1.0, extra_runs(fewest_runs, boxes_off_goal) / lines)
