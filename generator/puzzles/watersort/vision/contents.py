"""What the tubes of a rack hold, in every way that has equally many units of every colour."""

from collections.abc import Iterator
from itertools import groupby
from math import gcd
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.vision.groups import Groups, groups_of, sizes_of
from generator.puzzles.watersort.vision.insides import Insides
from generator.puzzles.watersort.vision.margins import Doubtless, doubtless
from generator.puzzles.watersort.vision.units import Units, parted, partings
from generator.puzzles.watersort.vision.water import Water, waters

ACCEPTED = 0.5
"""The least confidence of readings that are taken."""

_LEAST_SHAPE = 0.2
"""Units that are so likely by their shape are not taken for several thin ones."""

_GROUND, _CLEARLY_WATER = 2.5, 0.5
"""Units nearer to the ground, in CIE Lab, are ground seen through glass, unless they are so surely not empty."""

_DEEPEST = 1.03
"""How high units may be together, of the height over their foot."""

Filling = tuple[tuple[int, ...], ...]


class Contents(NamedTuple):
    """The colours in every tube from its foot, numbered as they come, and how sure they are."""

    tubes: Filling
    capacity: int
    units: Units
    groups: Groups
    margins: Doubtless
    likelihood: float

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Tubes, colours, and units of each."""
        return len(self.tubes), int(self.groups.numbers.max()) + 1, self.capacity

    @property
    def confidence(self) -> float:
        """How sure the units are."""
        return self.margins.frame * self.sureness

    @property
    def sureness(self) -> float:
        """How sure the units are if their shape and their place are."""
        _, colours, capacity = self.numbers
        return self.margins.confidence(colours, capacity, self.units.seen)

    @property
    def rank(self) -> float:
        """By what one reading is preferred to another."""
        return self.confidence * self.likelihood

    @property
    def is_unscaled(self) -> bool:
        """Whether no unit lies alone, because all runs have a multiple of as many units: each may be a single unit."""
        return gcd(*(len([*run]) for tube in self.tubes for _, run in groupby(tube))) > 1

    def refines(self, other: "Contents") -> bool:
        """Whether this is another filling with every unit in several parts."""
        parts, rest = divmod(self.capacity, other.capacity)
        if rest or parts == 1:
            return False
        parted = tuple(tuple(unit for unit in tube for _ in range(parts)) for tube in other.tubes)
        return parted == self.tubes


def contents_of(insides: Insides) -> list[Contents]:
    """Every filling of the tubes once, the surest first."""
    best: dict[tuple[int, Filling], Contents] = {}
    for water in waters(insides):
        for found in _contents(insides, water):
            known = best.get((found.capacity, found.tubes))
            if known is None or found.rank > known.rank:
                best[found.capacity, found.tubes] = found
    likely = [found for found in best.values() if found.margins.shape > _LEAST_SHAPE]
    whole = [found for found in best.values() if not any(found.refines(other) for other in likely)]
    return sorted(whole, key=lambda found: -found.rank)


def _contents(insides: Insides, water: Water) -> Iterator[Contents]:
    """The fillings with one water level; those with units that are parts of accepted ones are left out."""
    accepted: list[int] = []
    for parting in partings(insides, water):
        most = int(parting.counts.max())
        if any(most % coarser == 0 for coarser in accepted) or not sizes_of(int(parting.counts.sum()), most):
            continue
        units = parted(insides, water, parting)
        groups = groups_of(units.colours, most) if units.seen else None
        if groups is None or not _fits(units, groups):
            continue
        margins = doubtless(insides, water, units, groups)
        if margins.dryness < _CLEARLY_WATER and _is_ground(insides, units, groups):
            continue
        found = Contents(_filling(units, groups), groups.size, units, groups, margins, water.look.likelihood)
        if found.confidence >= ACCEPTED:
            accepted.append(most)
        yield found


def _fits(units: Units, groups: Groups) -> bool:
    """Whether full tubes are not higher than the glass, and some tube has room."""
    is_low = groups.size * units.scale.height <= _DEEPEST * units.scale.foot
    return is_low and bool((units.counts < groups.size).any())


def _is_ground(insides: Insides, units: Units, groups: Groups) -> bool:
    """Whether some colour is nothing but the ground that is beside its units."""
    places = [(tube, index) for tube, count in enumerate(units.counts) for index in range(count)]
    apart = np.array([_beside(insides, units, tube, index) for tube, index in places])
    return any(apart[groups.numbers == number].max() < _GROUND for number in range(groups.numbers.max() + 1))


def _beside(insides: Insides, units: Units, tube: int, index: int) -> float:
    """How far a unit is from the ground beside it."""
    first, _, last = units.scale.core(index)
    between = insides.tubes[tube][first:last] - insides.ground[tube][first:last]
    return float(np.linalg.norm(np.median(between, axis=0)))


def _filling(units: Units, groups: Groups) -> Filling:
    numbers: dict[int, int] = {}
    rest = iter(groups.numbers.tolist())
    return tuple(tuple(numbers.setdefault(next(rest), len(numbers)) for _ in range(count)) for count in units.counts)
