"""A level from a picture: the surest reading of its tubes, or a refusal that says what was found."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from generator.errors import UnreadablePictureError
from generator.puzzles.watersort.level import checked, format_level
from generator.puzzles.watersort.variants import End, Pour
from generator.puzzles.watersort.vision.annotation import annotated
from generator.puzzles.watersort.vision.colour_names import letters_of
from generator.puzzles.watersort.vision.contents import ACCEPTED, Contents, contents_of
from generator.puzzles.watersort.vision.counts import colour_counts
from generator.puzzles.watersort.vision.insides import Floats, Insides, insides_of, lab_of
from generator.puzzles.watersort.vision.margins import DOUBTS, Standing, standing
from generator.puzzles.watersort.vision.outlines import candidates, smoothed
from generator.puzzles.watersort.vision.pixels import pixels_of
from generator.puzzles.watersort.vision.racks import Rack, racks_of
from generator.puzzles.watersort.vision.walls import snapped
from generator.values import PictureReading

_LEAST_TUBES = 3
_AS_LIKELY = 0.9
"""Another reading that ranks so near to the best one, of its rank, leaves the choice to chance."""


class View(NamedTuple):
    """A rack of a picture, how sure its tubes are, and what is seen in them."""

    rack: Rack
    standing: Standing
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
            **self.view.standing._asdict(),
            "wholeness": self.view.wholeness,
            **self.contents.margins._asdict(),
        }

    @property
    def rank(self) -> float:
        """By what one reading is preferred to another."""
        return min(min(self.view.standing), self.view.wholeness) * self.contents.rank


def read_level(picture: bytes) -> PictureReading:
    """The level that a picture shows. Raises UnreadablePictureError with what was found and what was not."""
    pixels = pixels_of(picture)
    smooth = smoothed(pixels)
    views = _views(lab_of(smooth), racks_of(candidates(smooth)))
    if not views:
        raise UnreadablePictureError(
            "no tubes were found: there are no {least} shapes that are alike and stand in rows; "
            "give a sharp picture of all tubes, upright",
            least=_LEAST_TUBES,
        )
    best = _surest(views)
    letters = letters_of(best.contents)
    tubes = ["".join(letters[unit] for unit in tube) for tube in best.contents.tubes]
    level = checked(tubes, best.contents.capacity, Pour.WATER, End.TOGETHER)
    drawing = annotated(pixels, best.view.rack, tubes, best.contents.units.scale)
    return PictureReading(format_level(level), min(best.margins.values()), drawing)


def _views(lab: Floats, racks: Sequence[Rack]) -> list[View]:
    """What is seen in each rack, those with too few tubes left out."""
    kept: list[Rack] = []
    for rack in (snapped(lab, rack) for rack in racks):
        is_new = not any(_is_same(rack, other) for other in kept)
        if len(rack.tubes) >= _LEAST_TUBES and max(map(len, rack.rows)) > 1 and is_new:
            kept.append(rack)
    return [View(rack, standing(lab, rack), _wholeness(rack, kept), insides_of(lab, rack)) for rack in kept]


def _is_same(one: Rack, other: Rack) -> bool:
    if len(one.tubes) != len(other.tubes):
        return False
    apart = np.abs(np.array(one.tubes) - np.array(other.tubes)).max()
    return bool(apart < 0.05 * one.tubes[0].width)


def _wholeness(rack: Rack, racks: Sequence[Rack]) -> float:
    """The area of a rack, of the largest one that it is part of."""
    return min(1.0, *(rack.area / other.area for other in racks if rack.overlaps(other)))


def _surest(views: Sequence[View]) -> Reading:
    """The surest reading. Raises UnreadablePictureError where there is none, or a doubt about it."""
    readings = [Reading(view, contents) for view in views for contents in contents_of(view.insides)]
    if not readings:
        raise _unequal(views[0])
    best, *others = sorted(readings, key=lambda reading: -reading.rank)
    doubt = _doubt(best, others)
    if doubt:
        tubes, colours, capacity = best.contents.numbers
        raise UnreadablePictureError(
            "{tubes} tubes with {colours} colours of {capacity} units were found, but {doubt}",
            tubes=tubes,
            colours=colours,
            capacity=capacity,
            doubt=DOUBTS[doubt],
        )
    return best


def _doubt(best: Reading, others: Sequence[Reading]) -> str:
    """What is not sure enough about a reading, a name of DOUBTS; empty where there is nothing."""
    name, least = min(best.margins.items(), key=lambda margin: margin[1])
    if least < ACCEPTED:
        return name
    rivals = (other.rank for other in others if other.contents.tubes != best.contents.tubes)
    return "choice" if max(rivals, default=0.0) > _AS_LIKELY * best.rank else ""


def _unequal(view: View) -> UnreadablePictureError:
    """The refusal of tubes whose units do not come out even."""
    tubes, counts = len(view.rack.tubes), colour_counts(view.insides)
    if not counts:
        return UnreadablePictureError(
            "{tubes} tubes were found, but no water that ends below the rim of any; "
            "give a sharp picture of all tubes, without effects",
            tubes=tubes,
        )
    if len(set(counts)) == 1:
        return UnreadablePictureError(
            "{tubes} tubes were found, but {colours} colours of {units} units do not fit into them; "
            "give a sharp picture of all tubes, without effects",
            tubes=tubes,
            colours=len(counts),
            units=counts[0],
        )
    return UnreadablePictureError(
        "{tubes} tubes were found, but the {colours} colours have {counts} units instead of equally many; give "
        "a sharp picture of all tubes, without effects",
        tubes=tubes,
        colours=len(counts),
        counts=", ".join(map(str, counts)),
    )
