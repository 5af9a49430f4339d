"""The estimates that were fitted to what people did; docs/research/difficulty.md says how well they fit."""

from math import exp, log10

INTERCEPT = -1.74
RANDOM_PLAY = 1.73
SOLUTIONS = -0.38
"""The weights that benchmarks/bench_human.py finds."""

ASSIGNED = 3.32
EXTRA_RUNS = -5.24
"""The weights that benchmarks/bench_assigned.py finds."""


def difficulty(random_play: float, push_solutions: float) -> float:
    """The share of players, from 0 to 1, that is expected not to solve a level that they begin."""
    odds = INTERCEPT + RANDOM_PLAY * log10(1 + random_play) + SOLUTIONS * log10(1 + log10(push_solutions))
    return 1 / (1 + exp(-odds))


def five_minutes(fewest_runs: int, boxes_off_goal: int) -> float:
    """The share of people, from 0 to 1, that is expected to solve a level within five minutes of being given it."""
    odds = ASSIGNED + EXTRA_RUNS * log10(1 + extra_runs(fewest_runs, boxes_off_goal))
    return 1 / (1 + exp(-odds))


def extra_runs(fewest_runs: int, boxes_off_goal: int) -> int:
    """The fewest runs beyond one for each box that is off the goals."""
    return max(0, fewest_runs - boxes_off_goal)
