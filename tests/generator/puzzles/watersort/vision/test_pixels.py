"""Pictures are taken in as people see them, of a size to work with."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from generator.puzzles.watersort.vision.pixels import pixels_of


def filed(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("size", "fitted"),
    [((1000, 1200), (1000, 1200)), ((4000, 2000), (1600, 800)), ((300, 400), (600, 800)), ((60, 899), (120, 1798))],
)
def test_large_pictures_become_smaller_and_small_ones_larger(size: tuple[int, int], fitted: tuple[int, int]) -> None:
    assert pixels_of(filed(Image.new("RGB", size, "#102030"))).shape == (fitted[1], fitted[0], 3)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_pixel_becomes_red_green_and_blue(mode: str) -> None:
    pixels = pixels_of(filed(Image.new(mode, (900, 900))))
    assert (pixels.shape, pixels.dtype) == ((900, 900, 3), np.uint8)


def test_what_is_transparent_lies_on_white_paper() -> None:
    assert (pixels_of(filed(Image.new("RGBA", (900, 900), (255, 0, 0, 0)))) == 255).all()
