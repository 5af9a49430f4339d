"""How many units of every colour there seem to be, where they are not equally many."""

from collections.abc import Sequence

import numpy as np

from generator.puzzles.watersort.vision.groups import groups_nearer_than
from generator.puzzles.watersort.vision.insides import Insides
from generator.puzzles.watersort.vision.units import Units, parted, partings
from generator.puzzles.watersort.vision.water import waters

_SAME = 8.0
"""Units that are nearer in CIE Lab have one colour."""

_WORST = 0.6
"""Boundaries so far from their places, in units, fit no height."""

_AS_GOOD = 0.9
"""Of two heights of a unit that fit about as well, the greater one is meant."""


def colour_counts(insides: Insides) -> Sequence[int]:
    """How many units each colour has, the least first; none where no water is seen."""
    found = (parted(insides, water, parting) for water in waters(insides) for parting in partings(insides, water))
    fits = [(_fit(units), units) for units in found if units.seen]
    if not fits:
        return []
    best = max(fit for fit, _ in fits)
    units = max((units for fit, units in fits if fit >= _AS_GOOD * best), key=lambda units: units.scale.height)
    return sorted(np.bincount(groups_nearer_than(units.colours, _SAME)).tolist())


def _fit(units: Units) -> float:
    """How well the boundaries fit one height of a unit, and how little units change within."""
    return max(1 - units.worst / _WORST, 0.0) / max(units.roughness, _SAME)
