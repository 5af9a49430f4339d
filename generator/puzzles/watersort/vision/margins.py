"""How sure a reading is: margins from 0 to 1, and what they say together."""

from collections.abc import Mapping
from statistics import fmean
from typing import NamedTuple

import numpy as np

from generator.messages import Message
from generator.puzzles.watersort.vision.groups import LEAST_STEP, Groups
from generator.puzzles.watersort.vision.insides import Floats, Insides
from generator.puzzles.watersort.vision.racks import Rack
from generator.puzzles.watersort.vision.units import Units
from generator.puzzles.watersort.vision.walls import clearness, free_places
from generator.puzzles.watersort.vision.water import Water

CLEAR_WALLS = 6.0
"""Walls that are so much stronger than their surroundings are beyond doubt."""

CLEAR_COLOURS = 10.0
"""Colours so far apart in CIE Lab are not mixed up."""

DOUBTS: Mapping[str, Message] = {
    "walls": Message("the walls of some can hardly be seen; give a sharper picture"),
    "places": Message(
        "there may be further ones beside them, or cut off at the edge; give a picture of all tubes as a whole"
    ),
    "wholeness": Message("they are only parts of other shapes; give a picture without other shapes around the tubes"),
    "colours": Message(
        "some of the colours are too much alike; give a picture with other colours, or with less compression"
    ),
    "likeness": Message("units of one colour differ too much; give a picture without effects and noise"),
    "heights": Message(
        "their units are not equally high; give a picture taken straight from the front, without effects"
    ),
    "evenness": Message("some units have more than one colour; give a picture without effects, at rest"),
    "dryness": Message("some of the water looks like an empty tube; give a picture with another background"),
    "smoothness": Message("something is seen where they should be empty; give a picture without effects, at rest"),
    "vacancy": Message("something is seen where they should be empty; give a picture without effects, at rest"),
    "footing": Message("there is room below their water, as if they were upside down; turn the picture"),
    "choice": Message("another reading is nearly as likely; give a sharper picture without effects"),
    "scale": Message("no unit lies alone, so the height of one cannot be told; give a picture of an earlier position"),
    "shape": Message("their units are too high for their width; give a picture that is not stretched"),
}
"""What is said of a reading whose margin of that name is too small, and what may help.

`choice` and `scale` are no margins: what else may be read decides them.
"""

_WIDEST_OFFSET, _WORST_OFFSET = 0.35, 0.6
"""Boundaries so far from their places, in units, leave no doubt that the height of a unit is wrong."""

_LARGEST_STEP = 15.0
"""A step in CIE Lab that is in no empty glass."""

_CLEARLY_A_UNIT, _PERHAPS_A_UNIT = 18.0, 8.0
"""How far a place above the water is from the ground and from an empty tube, in CIE Lab, if it holds a unit.

The second is the step below that in which this is doubted."""

_USUAL_HEIGHT, _LARGEST_HEIGHT = 1.25, 1.85
"""Units higher than this, of a tube's width, are doubted; beyond the second they are none."""


_USUAL_FLOOR, _LARGEST_FLOOR = 0.12, 0.3
"""Floors of tubes thicker than this, of a tube's width, are doubted; beyond the second they are none."""


_ENOUGH, _ENOUGH_PLACES = 0.5, 0.6
"""Margins of what even counts do not prove: beyond them it is no longer doubted."""

_MOST_EVEN = 6
"""Colours beyond the first, times units of each beyond the first, with which counts do not come out even by chance.

There must be as many boundaries between colours, too."""

_EVEN = 0.75
"""How sure a reading is whose counts come out even, where all that is above its water is doubted."""


class RackMargins(NamedTuple):
    """How sure the tubes of a rack are."""

    walls: float
    """How clearly the walls of every tube are seen."""
    places: float
    """How clearly no wall is seen where a further tube could stand."""

    def frame(self, wholeness: float) -> float:
        """The margins that even counts do not prove: as small as the least one, and 1 where all are enough."""
        return min(min(self.walls, wholeness) / _ENOUGH, self.places / _ENOUGH_PLACES, 1.0)


class Doubtless(NamedTuple):
    """How sure the units in the tubes are."""

    colours: float
    """How much further apart different colours are than units of the same one."""
    likeness: float
    """How alike the units of every colour are, beside those of the other colours."""
    heights: float
    """How well the boundaries of all units fit one height."""
    evenness: float
    """How alike the upper and the lower half of every unit are."""
    dryness: float
    """How unlike all units the look of empty tubes is."""
    smoothness: float
    """How little changes from row to row in what is empty."""
    shape: float
    """How near to usual the height of a unit is beside its width."""
    vacancy: float
    """How unlike a unit everything above the water is."""
    footing: float
    """How little there is between the lowest units and the end of the tubes."""

    @property
    def frame(self) -> float:
        """The margins that even counts do not prove: as small as the least one, and 1 where all are enough."""
        return min(min(self.shape, self.footing) / _ENOUGH, 1.0)

    def confidence(self, colours: int, capacity: int, seen: int) -> float:
        """How sure the colours of all units are, which were found to be equally many of each.

        One misread unit makes counts uneven. So the margins of the units are taken together, and what is seen where
        tubes should be empty counts little, the less the more counts there are, and boundaries between colours.
        """
        units = (self.colours, self.likeness, self.heights, self.evenness)
        above = (self.dryness, self.smoothness)
        even = min(min((colours - 1) * (capacity - 1), seen) / _MOST_EVEN, 1.0)
        emptiness = even * (_EVEN + (1 - _EVEN) * fmean(above)) + (1 - even) * min(above)
        return (min(units) + fmean(units)) / 2 * emptiness * self.vacancy


def rack_margins(lab: Floats, rack: Rack) -> RackMargins:
    """How sure the tubes of a rack are."""
    gap = rack.pitch - rack.tubes[0].width
    seen = min(clearness(lab, tube, gap) for tube in rack.tubes)
    unseen = max((clearness(lab, place, gap) for place in free_places(rack, lab.shape[1])), default=0.0)
    return RackMargins(min(seen / CLEAR_WALLS, 1.0), max(1 - 2 * unseen / max(seen, 1e-9), 0.0))


def doubtless(insides: Insides, water: Water, units: Units, groups: Groups) -> Doubtless:
    """How sure the units in the tubes are."""
    spreads = np.array([_spread(units.colours[groups.numbers == number]) for number in range(groups.numbers.max() + 1)])
    heights = min(1 - units.offset / _WIDEST_OFFSET, 1 - units.worst / _WORST_OFFSET)
    high = units.scale.height / insides.width
    floor = units.floor / insides.width
    return Doubtless(
        min(groups.margin, groups.between / CLEAR_COLOURS),
        min((LEAST_STEP + 2 * float(np.median(spreads))) / max(float(spreads.max()), 1e-9), 1.0),
        max(heights, 0.0),
        min(groups.between / (2 * units.roughness + 1e-9), 1.0),
        max(1 - max(water.clear, LEAST_STEP) / max(_wetness(water, units), LEAST_STEP), 0.0),
        float(np.clip(1 - (water.step - LEAST_STEP) / _LARGEST_STEP, 0, 1)),
        float(np.clip((_LARGEST_HEIGHT - high) / (_LARGEST_HEIGHT - _USUAL_HEIGHT), 0, 1)),
        _vacancy(insides, units),
        float(np.clip((_LARGEST_FLOOR - floor) / (_LARGEST_FLOOR - _USUAL_FLOOR), 0, 1)),
    )


def _spread(colours: Floats) -> float:
    """How far the units of one colour are from their middle at most."""
    return float(np.linalg.norm(colours - np.median(colours, axis=0), axis=1).max())


def _vacancy(insides: Insides, units: Units) -> float:
    """How unlike a unit every place above the water is, from 0 to 1."""
    most = int(units.counts.max())
    above = [
        _apart(insides, units, tube, index) for tube, count in enumerate(units.counts) for index in range(count, most)
    ]
    return float(np.clip((_CLEARLY_A_UNIT - max(above, default=0.0)) / _PERHAPS_A_UNIT, 0, 1))


def _apart(insides: Insides, units: Units, tube: int, index: int) -> float:
    """How far a place in a tube is from the ground and from the emptiest tube, whichever is nearer.

    A unit has one colour, so what is not even in the place is taken off.
    """
    first, centre, last = units.scale.core(index)
    colours, emptiest = insides.tubes[tube], insides.tubes[int(units.counts.argmin())]
    upper, lower = (np.median(colours[rows], axis=0) for rows in (slice(first, centre), slice(centre, last)))
    nearest = min(
        float(np.linalg.norm(np.median(colours[first:last] - other[first:last], axis=0)))
        for other in (insides.ground[tube], emptiest)
    )
    return nearest - 2 * float(np.linalg.norm(upper - lower))


def _wetness(water: Water, units: Units) -> float:
    """How far the unit that is most like an empty tube is from the look of one."""
    least = np.inf
    for rows, count in zip(water.look.distance, units.counts, strict=True):
        for index in range(count):
            first, _, last = units.scale.core(index)
            least = min(least, float(np.median(rows[first:last])))
    return least
