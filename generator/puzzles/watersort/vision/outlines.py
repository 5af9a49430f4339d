"""Everything in a picture that may be a tube: boxes around what stands out from its ground, by several looks."""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.vision.pixels import Pixels

Mask = NDArray[np.uint8]

FLOODS = (2, 4, 7, 14)
"""Steps between neighbouring pixels that still belong to the ground; the ground begins at the edges."""

EDGES = (15, 40, 100)
"""Lower thresholds of edges."""

LEAST_WIDTH = 12
SLIMMEST, STOUTEST = 20.0, 1.3
"""Heights of tubes, of their width."""

_SEEDS = 40


class Box(NamedTuple):
    """A box in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


def smoothed(pixels: Pixels) -> Pixels:
    """A picture with less noise and the same edges."""
    noise = noise_of(pixels)
    if noise > 1.5:
        pixels = np.asarray(cv2.bilateralFilter(pixels, 9, 6 * noise + 6, 3), np.uint8)
    return np.asarray(cv2.bilateralFilter(pixels, 5, 12, 2), np.uint8)


def noise_of(pixels: Pixels) -> float:
    """The deviation of the brightness by noise (Immerkaer's mask, by the median)."""
    brightness = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    return float(np.median(np.abs(cv2.filter2D(brightness, -1, mask))) / 0.6745 / 6)


def candidates(pixels: Pixels) -> list[Box]:
    """Boxes of the shape of tubes, around what stands out from the ground and within all edges."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.uint8)
    found = [box for step in FLOODS for box in _boxes(255 - _ground(lab, step), 0)]
    found += [box for least in EDGES for box in _boxes(_edges(lab, least), 1)]
    return [box for box in dict.fromkeys(found) if _may_be_tube(box, pixels.shape[0])]


def _ground(lab: Pixels, step: int) -> Mask:
    """What can be reached from the edges of the picture without a larger step."""
    height, width = lab.shape[:2]
    reached = np.zeros((height + 2, width + 2), np.uint8)
    pace = max(min(height, width) // _SEEDS, 1)
    seeds = [(x, y) for x in range(0, width, pace) for y in (0, height - 1)]
    seeds += [(x, y) for y in range(0, height, pace) for x in (0, width - 1)]
    for x, y in seeds:
        if not reached[y + 1, x + 1]:
            flags = 4 | (255 << 8) | cv2.FLOODFILL_MASK_ONLY
            cv2.floodFill(lab, reached, (x, y), 0, (step, step, step), (step, step, step), flags)
    return reached[1:-1, 1:-1]


def _edges(lab: Pixels, least: int) -> Mask:
    found = np.zeros(lab.shape[:2], np.uint8)
    for channel in range(3):
        found |= cv2.Canny(np.ascontiguousarray(lab[..., channel]), least, 2.5 * least).astype(np.uint8)
    return np.asarray(cv2.dilate(found, np.ones((3, 3), np.uint8)), np.uint8)


def _boxes(mask: Mask, margin: int) -> list[Box]:
    contours, _ = cv2.findContours(np.ascontiguousarray(mask), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    frames = (cv2.boundingRect(contour) for contour in contours)
    return [Box(x + margin, y + margin, width - 2 * margin, height - 2 * margin) for x, y, width, height in frames]


def _may_be_tube(box: Box, height: int) -> bool:
    return box.width >= LEAST_WIDTH and STOUTEST * box.width <= box.height <= min(SLIMMEST * box.width, 0.95 * height)
