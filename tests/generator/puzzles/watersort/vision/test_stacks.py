"""Stacks of flat colours are found where a pattern behind the glass breaks the outlines of tubes."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from generator.puzzles.watersort.vision.outlines import Box
from generator.puzzles.watersort.vision.pixels import Pixels
from generator.puzzles.watersort.vision.racks import racks_of
from generator.puzzles.watersort.vision.stacks import stacks_of

PAINTS = ("#d62839", "#2a9d8f", "#e9c46a", "#7b2cbf")
WIDTH, UNIT, TOP = 50, 40, 120


def patterned(tubes: Sequence[Sequence[int]], buttons: int = 0) -> Pixels:
    """Tubes without glass, full of units in these colours, before strong diamonds; single colours below them."""
    width, height = 100 * max(len(tubes), buttons) + 60, 600
    y, x = np.mgrid[0:height, 0:width]
    diamonds = np.where(((x + y) // 40 + (x - y) // 40) % 2, 60, 190).astype(np.uint8)
    image = Image.fromarray(np.stack([diamonds] * 3, axis=2))
    draw = ImageDraw.Draw(image)
    for place, tube in enumerate(tubes):
        foot = TOP + 4 * UNIT
        for number, paint in enumerate(tube):
            top = foot - (number + 1) * UNIT
            draw.rectangle((60 + 100 * place, top, 59 + 100 * place + WIDTH, top + UNIT - 1), fill=PAINTS[paint])
    for place in range(buttons):
        draw.rectangle((60 + 100 * place, 450, 59 + 100 * place + WIDTH, 450 + 3 * UNIT), fill=PAINTS[place % 4])
    return np.asarray(image)


def feet(pixels: Pixels) -> set[tuple[int, int, int]]:
    """The left edge, the width and the foot of each box of the best rack, to ten pixels."""
    racks = racks_of([*stacks_of(pixels)])
    return {_rounded(tube) for tube in racks[0].tubes} if racks else set()


def _rounded(tube: Box) -> tuple[int, int, int]:
    left, width, foot = (10 * round(length / 10) for length in (tube.left, tube.width, tube.bottom))
    return left, width, foot


def test_full_tubes_before_a_strong_pattern_are_found() -> None:
    found = feet(patterned([(0, 1, 2, 3), (1, 0, 3, 2), (2, 2, 1, 0), (3, 1, 0, 3)]))
    assert found == {(60 + 100 * place, WIDTH, TOP + 4 * UNIT) for place in range(4)}


def test_a_lower_stack_beside_full_ones_is_a_tube_too() -> None:
    found = feet(patterned([(0, 1, 2, 3), (1, 0, 3, 2), (2, 2), (3, 1, 0, 3)]))
    assert (260, WIDTH, TOP + 4 * UNIT) in found


def test_stacks_of_one_colour_are_buttons() -> None:
    assert not feet(patterned([], buttons=4))
    both = feet(patterned([(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0)], buttons=3))
    assert {foot for _, _, foot in both} == {TOP + 4 * UNIT}


def test_no_stack_is_found_in_noise() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 200, 3)).astype(np.uint8)
    assert not list(stacks_of(noise))
