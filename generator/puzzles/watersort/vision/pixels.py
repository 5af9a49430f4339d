"""The pixels of a file that somebody calls a picture: bounded, upright, and of a size to work with."""

import struct
import warnings
from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from generator.errors import UnreadablePictureError

Pixels = NDArray[np.uint8]
"""Rows of pixels with three values each."""

MOST_PIXELS = 16_000_000
"""Pixels of the largest picture: more than a screen of 4K or the usual photograph has, and never 400 MB of memory."""

MOST_TIMES = 20
"""So many times as long as it is wide a picture may be."""

LEAST_SIDE = 60
"""Pixels along the shorter side, below which no unit can be told from its neighbour."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_LONGEST = 1600
_SHORTEST = 900
"""Longer sides beyond these are worked on smaller or larger, so that a tube's wall is some pixels wide."""

_BROKEN = (OSError, SyntaxError, ValueError, EOFError, struct.error, OverflowError)
"""What Pillow raises for files that are broken."""


def pixels_of(picture: bytes) -> Pixels:
    """The red, green and blue of a picture as people see it. Raises UnreadablePictureError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _fitted(np.asarray(_on_paper(_upright(picture))))
    except Image.DecompressionBombError as error:
        raise _too_large() from error
    except UnreadablePictureError:
        raise
    except _BROKEN as error:
        raise UnreadablePictureError("this picture cannot be read; give a complete PNG, JPEG or WebP file") from error


def _on_paper(picture: Image.Image) -> Image.Image:
    """A picture without transparent places."""
    if picture.mode == "RGB":
        return picture
    paper = Image.new("RGBA", picture.size, "#ffffff")
    paper.alpha_composite(picture)
    return paper.convert("RGB")


def _upright(picture: bytes) -> Image.Image:
    """The first picture of a file in RGB or RGBA; what decoded it has given its memory back."""
    with Image.open(BytesIO(picture), formats=_FORMATS) as image:
        _require_size(*image.size)
        ImageOps.exif_transpose(image, in_place=True)
        return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _require_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_large()
    if min(width, height) < LEAST_SIDE:
        raise UnreadablePictureError(
            "a picture of {width} × {height} pixels is too small; give one of {least} at least",
            width=width,
            height=height,
            least=LEAST_SIDE,
        )
    if max(width, height) > MOST_TIMES * min(width, height):
        raise UnreadablePictureError(
            "a picture of {width} × {height} pixels is too narrow; give one of the tubes alone",
            width=width,
            height=height,
        )


def _too_large() -> UnreadablePictureError:
    return UnreadablePictureError(
        "the picture has more than {most} million pixels; give a smaller one", most=MOST_PIXELS // 10**6
    )


def _fitted(pixels: Pixels) -> Pixels:
    longest = max(pixels.shape[:2])
    if longest > _LONGEST:
        factor = _LONGEST / longest
        return _typed(cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
    if longest < _SHORTEST:
        return _typed(cv2.resize(pixels, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    return pixels


def _typed(pixels: object) -> Pixels:
    return np.asarray(pixels, np.uint8)
