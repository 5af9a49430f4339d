"""What the tubes of a rack hold, in every way that has equally many units of every colour."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.puzzles.watersort.vision.groups import Groups, groups_of
from generator.puzzles.watersort.vision.insides import Insides
from generator.puzzles.watersort.vision.margins import Doubtless, doubtless
from generator.puzzles.watersort.vision.units import Units, partings
from generator.puzzles.watersort.vision.water import Water, waters

ACCEPTED = 0.5
"""The least margin of readings that are taken."""

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
    def rank(self) -> float:
        """By what one reading is preferred to another."""
        return min(self.margins) * self.likelihood


def contents_of(insides: Insides) -> list[Contents]:
    """Every filling of the tubes once, the surest first."""
    best: dict[tuple[int, Filling], Contents] = {}
    for water in waters(insides):
        for found in _contents(insides, water):
            known = best.get((found.capacity, found.tubes))
            if known is None or found.rank > known.rank:
                best[found.capacity, found.tubes] = found
    return sorted(best.values(), key=lambda found: -found.rank)


def _contents(insides: Insides, water: Water) -> Iterator[Contents]:
    """The fillings with one water level; those with units that are parts of accepted ones are left out."""
    accepted: list[int] = []
    for most, units in enumerate(partings(insides, water), 1):
        if not units.seen or any(most % coarser == 0 for coarser in accepted):
            continue
        groups = groups_of(units.colours, most)
        if groups is None or not _fits(units, groups):
            continue
        margins = doubtless(insides, water, units, groups)
        if min(margins) >= ACCEPTED:
            accepted.append(most)
        yield Contents(_filling(units, groups), groups.size, units, groups, margins, water.look.likelihood)


def _fits(units: Units, groups: Groups) -> bool:
    """Whether full tubes are not higher than the glass, and some tube has room."""
    is_low = groups.size * units.scale.height <= _DEEPEST * units.scale.foot
    return is_low and bool((units.counts < groups.size).any())


def _filling(units: Units, groups: Groups) -> Filling:
    numbers: dict[int, int] = {}
    rest = iter(groups.numbers.tolist())
    return tuple(tuple(numbers.setdefault(next(rest), len(numbers)) for _ in range(count)) for count in units.counts)
