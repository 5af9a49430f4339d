"""How different individuals are, as their family defines it for levels."""

from collections.abc import Callable, Sequence
from typing import Any

from generator import Family, defaults
from optimiser.individual import Individual

Distances = Callable[[Individual, Sequence[Individual]], list[float]]
"""How different an individual is from each of some others, from 0 (the same) to 1; symmetric to the last bit."""


def level_distances(family: Family[Any]) -> Distances:
    """The family's distances, of the levels of individuals."""

    def distances(one: Individual, others: Sequence[Individual]) -> list[float]:
        return defaults.distances(family, one.text, [other.text for other in others])

    return distances
