"""Boxes around stacks of flat colours: the water of tubes whose outlines a pattern behind them breaks."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import cv2
import numpy as np

from generator.puzzles.watersort.vision.outlines import LEAST_WIDTH, Box, Mask
from generator.puzzles.watersort.vision.pixels import Pixels

MOST_STACKED = 2
"""Racks of stacks that are looked into."""

STEPS = (6, 14)
"""The largest step between neighbouring pixels of a flat colour."""

_FULLEST = 0.7
"""How much of its box a flat colour fills at least."""

_ASKEW, _APART = 0.08, 0.3
"""How far the edges of colours of one stack may differ, and how far they may be apart, of their width."""

_WIDER, _HIGHER = 0.12, 0.06
"""How much stacks of one kind may differ."""

_MIXED = 0.5
"""How many of the highest stacks have several colours; buttons have one."""

_RIM = 0.4
"""The room above the highest water of a rack, of its width."""


class Stack(NamedTuple):
    """A box around several flat colours, each on top of the next."""

    box: Box
    colours: int


def stacks_of(pixels: Pixels) -> Iterator[Box]:
    """Boxes of equal height around all stacks of about one width, down to their feet; they have room above them."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB).astype(np.uint8)
    for step in STEPS:
        stacks = sorted(_stacks(_flat_boxes(_flat(lab, step))), key=lambda stack: stack.box.width)
        for _, alike in groupby(stacks, key=lambda stack: round(np.log(stack.box.width) / _WIDER)):
            yield from _of_equal_height([*alike])


def _flat(lab: Pixels, step: int) -> Mask:
    """Where no neighbouring pixel has another colour."""
    around = np.ones((3, 3), np.uint8)
    return np.asarray((cv2.dilate(lab, around) - cv2.erode(lab, around)).max(axis=2) <= step, np.uint8)


def _flat_boxes(flat: Mask) -> list[Box]:
    """Boxes around the flat colours that fill them."""
    _, _, found, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    left, top, width, height, area = found[1:].T
    kept = (width >= LEAST_WIDTH - 2) & (area >= _FULLEST * width * height) & (height >= 3) & (height < 12 * width)
    return [
        Box(*map(float, box))
        for box in zip(left[kept] - 1, top[kept] - 1, width[kept] + 2, height[kept] + 2, strict=True)
    ]


def _stacks(boxes: Sequence[Box]) -> Iterator[Stack]:
    """Boxes on top of one another."""
    rest = sorted(boxes, key=lambda box: -box.bottom)
    while rest:
        lowest = rest.pop(0)
        left, right, top, colours = lowest.left, lowest.right, lowest.top, 1
        for box in [*rest]:
            if _is_on_top(box, left, right, top):
                top, colours = box.top, colours + 1
                rest.remove(box)
        yield Stack(Box(left, top, right - left, lowest.bottom - top), colours)


def _is_on_top(box: Box, left: float, right: float, top: float) -> bool:
    width = right - left
    beside = max(abs(box.left - left), abs(box.right - right))
    return beside <= _ASKEW * width + 1 and -0.1 * width <= top - box.bottom <= _APART * width


def _of_equal_height(stacks: Sequence[Stack]) -> Iterator[Box]:
    """Stacks as high as the highest height that two of them have, with room above; lower ones only beside these."""
    heights = sorted((stack.box.height for stack in stacks), reverse=True)
    common = next((one for one, other in pairwise(heights) if other >= (1 - _HIGHER) * one), None)
    if common is None:
        return
    full = [stack for stack in stacks if abs(stack.box.height - common) <= _HIGHER * common]
    if sum(stack.colours > 1 for stack in full) < _MIXED * len(full):
        return
    for stack in stacks:
        left, _, width, _ = stack.box
        bottom, high = stack.box.bottom, common + _RIM * width
        if min(abs(bottom - other.box.bottom) for other in full) <= _HIGHER * high:
            yield Box(left, bottom - high, width, high)
