"""The distance of two individuals, as their family defines it for levels."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from generator import Family, defaults
from optimiser.individual import Individual

Distance = Callable[[Individual, Individual], float]
"""How different two individuals are, from 0 (the same) to 1; symmetric."""

REMEMBERED_LEVELS = 256
REMEMBERED_PAIRS = 4096


def level_distance(family: Family[Any]) -> Distance:
    """The family's distance, which remembers recent answers: pool and population ask for the same pairs."""
    parse = lru_cache(REMEMBERED_LEVELS)(family.parse)

    between_levels = defaults.distance_of(family)

    @lru_cache(REMEMBERED_PAIRS)
    def between(one: str, other: str) -> float:
        return between_levels(parse(one), parse(other))

    def distance(one: Individual, other: Individual) -> float:
        # One fixed order, so that a rebuilt pool has the same distances to the last bit.
        return between(min(one.text, other.text), max(one.text, other.text))

    return distance
