"""A level from a picture: the surest reading of its tubes, or a refusal that says what was found."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from generator.errors import DoubtfulPictureError, UnreadablePictureError
from generator.puzzles.watersort.level import checked, format_level
from generator.puzzles.watersort.limits import MOST_TUBES
from generator.puzzles.watersort.variants import End, Pour
from generator.puzzles.watersort.vision.annotation import annotated
from generator.puzzles.watersort.vision.colour_names import letters_of
from generator.puzzles.watersort.vision.contents import ACCEPTED, Contents, contents_of
from generator.puzzles.watersort.vision.counts import colour_counts
from generator.puzzles.watersort.vision.insides import Floats, Insides, insides_of, lab_of
from generator.puzzles.watersort.vision.margins import DOUBTS, RackMargins, rack_margins
from generator.puzzles.watersort.vision.outlines import candidates, smoothed
from generator.puzzles.watersort.vision.pixels import Pixels, pixels_of
from generator.puzzles.watersort.vision.racks import Rack, overlap, racks_of
from generator.puzzles.watersort.vision.tilt import tilt_of, turned_back
from generator.puzzles.watersort.vision.units import Scale
from generator.puzzles.watersort.vision.walls import completed, snapped
from generator.values import PictureReading

_LEAST_TUBES = 3
_AS_LIKELY = 0.85
"""Another reading that ranks so near to the best one, of its rank, leaves the choice to chance."""

_FULLER, _FULLER_UNCLEAR = 0.75, 0.5
"""The same for a reading with water where the best one has none; the second where that is not clearly empty."""

_CLEARLY_EMPTY = 0.5


class View(NamedTuple):
    """A rack of a picture, how sure its tubes are, and what is seen in them."""

    rack: Rack
    margins: RackMargins
    wholeness: float
    """The area of its tubes, of those that they are part of if any."""
    insides: Insides


class Reading(NamedTuple):
    """One way to read a picture."""

    view: View
    contents: Contents

    @property
    def margins(self) -> dict[str, float]:
        """All that may be doubted, from 0 (wholly) to 1 (not at all)."""
        return {
            **self.view.margins._asdict(),
            "wholeness": self.view.wholeness,
            **self.contents.margins._asdict(),
        }

    @property
    def confidence(self) -> float:
        """How sure it is, from 0 to 1."""
        frame = self.view.margins.frame(self.view.wholeness)
        return min(frame, self.contents.margins.frame) * self.contents.sureness

    @property
    def rank(self) -> float:
        """By what one reading is preferred to another."""
        return self.confidence * self.contents.likelihood

    def extends(self, other: "Reading") -> bool:
        """Whether this has more units of the same height in as many tubes."""
        mine, its = self.contents.tubes, other.contents.tubes
        same = (len(mine), self.contents.capacity) == (len(its), other.contents.capacity)
        return same and sum(map(len, mine)) > sum(map(len, its))


def read_level(picture: bytes) -> PictureReading:
    """The level that a picture shows. Raises UnreadablePictureError with what was found and what was not."""
    pixels = pixels_of(picture)
    tilt = tilt_of(pixels)
    if tilt:
        pixels = turned_back(pixels, tilt)
    smooth = smoothed(pixels)
    views = _views(lab_of(smooth), racks_of(candidates(smooth)))
    if not views:
        raise UnreadablePictureError(
            "no tubes were found: there are no {least} shapes that are alike and stand in rows; "
            "give a sharp picture of all tubes, upright",
            least=_LEAST_TUBES,
        )
    readings = [Reading(view, contents) for view in views for contents in contents_of(view.insides)]
    if not readings:
        raise _unequal(views[0], pixels)
    best, *others = sorted(readings, key=lambda reading: -reading.rank)
    taken, doubt = _taken(best, pixels), _doubt(best, others)
    if doubt:
        tubes, colours, capacity = best.contents.numbers
        raise DoubtfulPictureError(
            "{tubes} tubes with {colours} colours of {capacity} units were found, but {doubt}",
            taken.annotated,
            taken.text,
            taken.confidence,
            tubes=tubes,
            colours=colours,
            capacity=capacity,
            doubt=DOUBTS[doubt],
        )
    return taken


def _taken(reading: Reading, pixels: Pixels) -> PictureReading:
    """A reading with our letters for its colours, and drawn into the picture."""
    letters = letters_of(reading.contents)
    tubes = ["".join(letters[unit] for unit in tube) for tube in reading.contents.tubes]
    level = checked(tubes, reading.contents.capacity, Pour.WATER, End.TOGETHER)
    drawing = annotated(pixels, reading.view.rack, tubes, reading.contents.units.scale)
    return PictureReading(format_level(level), reading.confidence, drawing)


def _views(lab: Floats, racks: Sequence[Rack]) -> list[View]:
    """What is seen in each rack, those with too few tubes left out."""
    kept: list[Rack] = []
    for rack in (snapped(lab, rack) for rack in racks):
        if _may_be_whole(rack) and not any(_is_same(rack, other) for other in kept):
            kept.append(rack)
    for rack in [completed(lab, rack) for rack in kept]:
        if _may_be_whole(rack) and not any(_is_beneath(rack, other) for other in kept):
            kept.append(rack)
    return [View(rack, rack_margins(lab, rack), _wholeness(rack, kept), insides_of(lab, rack)) for rack in kept]


def _may_be_whole(rack: Rack) -> bool:
    tubes = rack.tubes
    crossed = any(overlap(one, other) for one, other in combinations(tubes, 2))
    return _LEAST_TUBES <= len(tubes) <= MOST_TUBES and max(map(len, rack.rows)) > 1 and not crossed


def _is_beneath(rack: Rack, other: Rack) -> bool:
    """Whether another rack has as many tubes, all in the places of those of a rack."""
    pairs = zip(rack.tubes, other.tubes, strict=False)
    return len(rack.tubes) == len(other.tubes) and all(overlap(one, another) for one, another in pairs)


def _is_same(one: Rack, other: Rack) -> bool:
    if len(one.tubes) != len(other.tubes):
        return False
    apart = np.abs(np.array(one.tubes) - np.array(other.tubes)).max()
    return bool(apart < 0.05 * one.tubes[0].width)


def _wholeness(rack: Rack, racks: Sequence[Rack]) -> float:
    """The area of a rack, of the largest one that it is part of."""
    return min(1.0, *(rack.area / other.area for other in racks if rack.overlaps(other)))


def _doubt(best: Reading, others: Sequence[Reading]) -> str:
    """What is not sure enough about a reading, a name of DOUBTS; empty where there is nothing."""
    if best.confidence < ACCEPTED:
        return min(best.margins.items(), key=lambda margin: margin[1])[0]
    if best.contents.is_unscaled:
        return "scale"
    rivals = [other for other in others if other.contents.tubes != best.contents.tubes]
    return "choice" if any(other.rank > _likeness(best, other) * best.rank for other in rivals) else ""


def _likeness(best: Reading, other: Reading) -> float:
    """How near another reading may come to the best one, of its rank, before the choice is left to chance."""
    if not other.extends(best):
        return _AS_LIKELY
    above = min(best.contents.margins.dryness, best.contents.margins.smoothness)
    return _FULLER if above >= _CLEARLY_EMPTY else _FULLER_UNCLEAR


def _unequal(view: View, pixels: Pixels) -> UnreadablePictureError:
    """The refusal of tubes whose units do not come out even, with the tubes drawn."""
    drawing = annotated(pixels, view.rack, [""] * len(view.rack.tubes), Scale(0.0, view.rack.tubes[0].width))
    tubes, counts = len(view.rack.tubes), colour_counts(view.insides)
    if not counts:
        return UnreadablePictureError(
            "{tubes} tubes were found, but no water that ends below the rim of any; "
            "give a sharp picture of all tubes, without effects",
            drawing,
            tubes=tubes,
        )
    if len(set(counts)) == 1:
        return UnreadablePictureError(
            "{tubes} tubes were found, but {colours} colours of {units} units do not fit into them; "
            "give a sharp picture of all tubes, without effects",
            drawing,
            tubes=tubes,
            colours=len(counts),
            units=counts[0],
        )
    return UnreadablePictureError(
        "{tubes} tubes were found, but the {colours} colours have {counts} units instead of equally many; give "
        "a sharp picture of all tubes, without effects",
        drawing,
        tubes=tubes,
        colours=len(counts),
        counts=", ".join(map(str, counts)),
    )
