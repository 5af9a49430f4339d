"""How much heat each type takes: odd clusters of e hardly wander at temperatures that are enough for those of b.

Of eight levels of e 10 that the cool schedule left without a solution after ten million nodes, the hot one solves five
to seven.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Schedule(NamedTuple):
    """Temperatures of annealing; a slide that leads away is made with the chance exp(-1 / temperature)."""

    cool: float
    """Where the temperature begins: what is shaken at less heat leaves a shorter way behind."""
    warmer: float
    """Degrees more for every shake in vain,"""
    warmest: float
    """but only up to here."""
    shaken: float
    """Where it begins for a whole board."""
    cold: float
    """Where it ends."""
    margin: int
    """Cells around a cluster, and beside the line between two, that are shaken."""
    patience: int
    """Times slots, times walls of a side squared: nodes after which the first attempts give way."""


COOL = Schedule(cool=0.45, warmer=0.03, warmest=0.7, shaken=0.6, cold=0.3, margin=8, patience=30)
HOT = Schedule(cool=1.2, warmer=0.03, warmest=1.5, shaken=1.5, cold=0.4, margin=5, patience=100)

SCHEDULES: Mapping[str, Sequence[Schedule]] = {"b": (COOL,), "e": (COOL._replace(patience=15), HOT)}
"""The schedules of attempts, in turn: what is shaken at less heat is seldom solved in e, but by far shorter ways."""
