"""The estimate of difficulty that was fitted to what players did; docs/research/difficulty.md says how well it fits."""

from math import exp, log10

INTERCEPT = -1.74
RANDOM_PLAY = 1.73
SOLUTIONS = -0.38
"""The weights that benchmarks/bench_human.py finds."""


def difficulty(random_play: float, push_solutions: float) -> float:
    """The share of players, from 0 to 1, that is expected not to solve a level that they begin."""
    odds = INTERCEPT + RANDOM_PLAY * log10(1 + random_play) + SOLUTIONS * log10(1 + log10(push_solutions))
    return 1 / (1 + exp(-odds))
