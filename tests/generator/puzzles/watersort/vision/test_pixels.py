"""Pictures are taken in as people see them, of a size to work with."""

import subprocess
import sys
from contextlib import suppress
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.errors import UnreadablePictureError
from generator.puzzles.watersort.vision.pixels import LEAST_SIDE, MOST_PIXELS, MOST_TIMES, pixels_of

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_MEMORY = 400 * 2**20
READ = r"""
import re, sys
from generator.puzzles.watersort.vision.pixels import pixels_of
pixels_of(sys.stdin.buffer.read())
print(re.search(r"VmHWM:\s*(\d+) kB", open("/proc/self/status").read())[1])
"""
"""Says the most memory that it had; the other count of the system begins with that of the parent."""


def filed(image: Image.Image, format_: str = "PNG", **options: object) -> bytes:
    file = BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


@cache
def small(format_: str) -> bytes:
    """A picture of three frames, the first of which is all that a JPEG holds."""
    ramp = np.arange(LEAST_SIDE**2 * 3, dtype=np.uint32).reshape(LEAST_SIDE, LEAST_SIDE, 3).astype(np.uint8)
    frames = [Image.fromarray(np.roll(ramp, place, 0)) for place in range(3)]
    return filed(frames[0], format_, **({} if format_ == "JPEG" else {"save_all": True, "append_images": frames[1:]}))


@given(
    st.sampled_from(FORMATS),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), max_size=6),
    st.none() | st.integers(0, 20_000),
)
def test_a_picture_that_is_broken_anyhow_is_read_or_refused(
    format_: str, changes: list[tuple[int, int]], end: int | None
) -> None:
    picture = bytearray(small(format_)[:end])
    for place, byte in changes:
        if picture:
            picture[place % len(picture)] = byte
    with suppress(UnreadablePictureError):
        assert pixels_of(bytes(picture)).shape[2] == 3


@pytest.mark.parametrize("format_", ["PNG", "WEBP"])
def test_of_an_animation_the_first_picture_is_read(format_: str) -> None:
    frames = [Image.new("RGB", (900, 900), colour) for colour in ("#ff0000", "#0000ff")]
    picture = filed(frames[0], format_, save_all=True, append_images=frames[1:], lossless=True)
    assert (pixels_of(picture) == (255, 0, 0)).all()


@pytest.mark.parametrize("size", [(60, 60 * MOST_TIMES + 1), (60, 260_000), (260_000, 60)])
def test_a_picture_that_is_too_narrow_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(UnreadablePictureError, match="too narrow; give one of the tubes alone"):
        pixels_of(filed(Image.new("1", size)))


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how much memory a process had")
@pytest.mark.parametrize(
    ("mode", "format_"), [("RGBA", "WEBP"), ("RGBA", "PNG"), ("I;16", "PNG"), ("P", "PNG"), ("CMYK", "JPEG")]
)
def test_the_largest_pictures_take_less_than_400_megabytes(mode: str, format_: str) -> None:
    side = int(MOST_PIXELS**0.5)
    picture = filed(Image.new(mode, (side, side)), format_)
    done = subprocess.run([sys.executable, "-c", READ], input=picture, capture_output=True, check=True)
    assert int(done.stdout) * 1024 < MOST_MEMORY


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
