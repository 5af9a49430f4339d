"""How far a picture is askew, by the straight lines in it, and the picture turned upright."""

import cv2
import numpy as np

from generator.puzzles.watersort.vision.pixels import Pixels

LARGEST_TILT = 12.0
"""Degrees; what is askew by more is not noticed."""

_LEAST_TILT = 0.4
"""Degrees that do not matter."""

_LEAST_LENGTH = 25.0
"""Pixels of a line whose direction says something."""

_STEP = 0.25
_NEAR = 0.75
"""Degrees within which lines have the same direction."""

_PREVALENCE = 1.5
"""So much more must lie askew than upright."""


def tilt_of(pixels: Pixels) -> float:
    """The degrees by which most lines are turned clockwise from upright or level; 0 where that is hardly any."""
    found = cv2.createLineSegmentDetector().detect(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))[0]
    if found is None:
        return 0.0
    lines = found.reshape(-1, 4).astype(np.float64)
    across, down = lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1]
    lengths = np.hypot(across, down)
    turned = (np.degrees(np.arctan2(down, across)) + 45) % 90 - 45
    is_telling = (lengths >= _LEAST_LENGTH) & (np.abs(turned) <= LARGEST_TILT)
    turned, lengths = turned[is_telling], lengths[is_telling]
    tilts = np.arange(-LARGEST_TILT, LARGEST_TILT + _STEP, _STEP)
    weights = [lengths[np.abs(turned - tilt) <= _NEAR].sum() for tilt in tilts]
    best = tilts[int(np.argmax(weights))]
    tilt = _middle(turned, lengths, float(best))
    upright = lengths[np.abs(turned) <= _NEAR].sum()
    is_askew = abs(tilt) >= _LEAST_TILT and (abs(tilt) <= _NEAR or max(weights) > _PREVALENCE * upright)
    return tilt if is_askew else 0.0


def _middle(turned: np.ndarray, lengths: np.ndarray, best: float) -> float:
    """The direction of half the length of all lines near the best one."""
    near = np.abs(turned - best) <= _NEAR
    if not near.any():
        return 0.0
    order = np.argsort(turned[near])
    grown = np.cumsum(lengths[near][order])
    return float(turned[near][order][int(np.searchsorted(grown, grown[-1] / 2))])


def turned_back(pixels: Pixels, tilt: float) -> Pixels:
    """A picture turned counterclockwise by some degrees, so large that nothing of it is lost."""
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, 1.0)
    wide = round(height * abs(turn[0, 1]) + width * turn[0, 0])
    high = round(height * turn[0, 0] + width * abs(turn[0, 1]))
    turn[:, 2] += (wide - width) / 2, (high - height) / 2
    turned = cv2.warpAffine(pixels, turn, (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)
