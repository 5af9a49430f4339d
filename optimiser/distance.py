"""How different individuals are, as their family defines it for levels."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from generator import Family, defaults
from generator.capabilities import Likeness
from optimiser.individual import Individual

Distances = Callable[[Individual, Sequence[Individual]], list[float]]
"""How different an individual is from each of some others, from 0 (the same) to 1; symmetric to the last bit."""

REMEMBERED = 256
"""Individuals whose distances are kept: those of a generation, which are offered to a population and to the pool."""


def level_distances(family: Family[Any]) -> Distances:
    """The family's distances, of the levels of individuals."""
    # Asked once: whether a family has a capability takes microseconds, and a quick session asks all the time.
    compare = family.distances if isinstance(family, Likeness) else partial(defaults.distances, family)
    kept: dict[str, dict[str, float]] = {}

    def distances(one: Individual, others: Sequence[Individual]) -> list[float]:
        known = kept.setdefault(one.text, {})
        new = [other.text for other in others if other.text not in known]
        if new:
            known.update(zip(new, compare(one.text, new), strict=True))
        if len(kept) > REMEMBERED:
            del kept[next(iter(kept))]
        return [known[other.text] for other in others]

    return distances
