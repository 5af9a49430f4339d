"""What is seen in the tubes and beside them, row of pixels by row of pixels."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.vision.outlines import Box
from generator.puzzles.watersort.vision.pixels import Pixels
from generator.puzzles.watersort.vision.racks import Rack

Floats = NDArray[np.float32]

_INNER = (0.27, 0.73)
"""The part of a tube's width that is looked at: beside it are walls and streaks of light."""


class Insides(NamedTuple):
    """The colours (in CIE Lab) of each tube's middle from its rim to its foot, and those of the ground beside it."""

    tubes: Floats
    ground: Floats
    width: float
    """Of a tube, in rows of pixels."""


def lab_of(pixels: Pixels) -> Floats:
    """The colours of a picture in CIE Lab, in which distances are about as large as they look."""
    return np.asarray(cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)


def insides_of(lab: Floats, rack: Rack) -> Insides:
    """The medians over the middle of every tube and over the gaps beside it."""
    height = round(rack.tubes[0].height)
    tubes, ground = [], []
    for row in rack.rows:
        for index, tube in enumerate(row):
            left, right = (tube.left + share * tube.width for share in _INNER)
            tubes.append(_medians(lab, left, right, tube.top, height))
            ground.append(_beside(lab, row, index, height))
    return Insides(np.stack(tubes), np.stack(ground), rack.tubes[0].width)


def _beside(lab: Floats, row: Sequence[Box], place: int, height: int) -> Floats:
    """The mean of the grounds on both sides; outside of a row as far away as between its tubes."""
    tube = row[place]
    gaps = [other.left - one.right for one, other in pairwise(row)]
    gap = min(gaps, default=tube.width / 2)
    before = tube.left - row[place - 1].right if place else gap
    behind = row[place + 1].left - tube.right if place + 1 < len(row) else gap
    sides = []
    for middle, wide in ((tube.left - before / 2, before), (tube.right + behind / 2, behind)):
        if middle - 1 >= 0 and middle + 2 <= lab.shape[1]:
            sides.append(_medians(lab, middle - wide / 6, middle + wide / 6, tube.top, height))
    return np.asarray(np.mean(sides, axis=0), np.float32)


def _medians(lab: Floats, left: float, right: float, top: float, height: int) -> Floats:
    first, last = max(round(left), 0), round(right)
    rows = np.clip(round(top) + np.arange(height), 0, lab.shape[0] - 1)
    return np.asarray(np.median(lab[rows, first : max(last, first + 1)], axis=1), np.float32)
