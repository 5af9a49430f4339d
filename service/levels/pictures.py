"""Pictures in pixels, made of the SVG that every family draws."""

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO, NamedTuple, Self

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from generator import Scene
from generator.values import PICTURE_CELL
from service.errors import PictureError

CELLS = (32, 24, 16, 12, 8, 6)
"""Pixels for a cell, of which the largest that fits is taken where the user names none."""
LONGEST_STILL = 2048
"""Pixels along the longer side that a PNG should not exceed."""
LONGEST_MOVING = 640
"""The same for a GIF."""
MOST_PIXELS = 25_000_000
"""Pixels of the largest picture, which takes 0.8 GB of memory as part of an animation."""
PAUSE = 1500
"""Milliseconds for which the first and the last scene of an animation stay at least."""
GROUND = "#ffffff"
"""What is behind an animation, for a GIF has no soft edges to a transparent ground."""

CLEAR = 0
"""In place of a colour: the pixel stays as it was."""
MOST_COLOURS = 255
"""Colours of a GIF, beside CLEAR."""

_Pixels = NDArray[np.uint32]
_PIXEL = np.dtype("<u4")
_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')


class _Painted(NamedTuple):
    """A scene in pixels, still compressed, with the place of its upper left corner."""

    png: bytes
    x: int
    y: int


class _Palette(NamedTuple):
    """The pixels of an animation as sorted numbers, CLEAR first, and the place of each in a table of RGB bytes."""

    pixels: _Pixels
    places: NDArray[np.uint8]
    table: bytes

    @classmethod
    def of(cls, pixels: _Pixels) -> Self:
        """The palette of these colours: exact where there are no more than 255, else the nearest of a choice."""
        rgb = pixels.view(np.uint8).reshape(-1, 4)[:, :3]
        places, table = np.arange(len(rgb)), rgb.tobytes()
        if len(rgb) > MOST_COLOURS:
            chosen = Image.fromarray(rgb[np.newaxis]).quantize(MOST_COLOURS, dither=Image.Dither.NONE)
            places, table = np.asarray(chosen)[0], bytes(chosen.getpalette() or ())
        return cls(np.append(CLEAR, pixels), np.append(0, places + 1).astype(np.uint8), bytes(3) + table)

    def image(self, pixels: _Pixels) -> Image.Image:
        """An image with this palette, whose place 0 is CLEAR."""
        places = np.zeros(pixels.shape, np.uint8)
        painted = pixels != CLEAR
        places[painted] = self.places[np.searchsorted(self.pixels, pixels[painted])]
        image = Image.fromarray(places)
        image.putpalette(self.table)
        return image


def fitting_cell(svg: str, longest: int) -> int:
    """The largest usual number of pixels for a cell with which no side of a picture is longer than `longest`."""
    units = max(size_of(svg)) / PICTURE_CELL
    return next((cell for cell in CELLS if units * cell <= longest), CELLS[-1])


def png(svg: str, cell: int, ground: str | None = None) -> bytes:
    """A picture with so many pixels for a cell, as PNG; without a ground it is as transparent as the SVG.

    Raises PictureError where it would be too large.
    """
    zoom = cell / PICTURE_CELL
    width, height = (round(side * zoom) for side in size_of(svg))
    if width * height > MOST_PIXELS:
        raise PictureError(
            "a picture of {width:,} × {height:,} pixels is too large; a smaller --cell than {cell} makes it smaller",
            width=width,
            height=height,
            cell=cell,
        )
    # Fonts differ from machine to machine, so no picture uses any.
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, background=ground, skip_system_fonts=True)


def size_of(svg: str) -> tuple[int, int]:
    """Width and height of a picture."""
    found = _SIZE.match(svg)
    assert found, "every family writes width and height of its pictures first"
    return int(found[1]), int(found[2])


def pixels_of(svg: str, cell: int) -> _Pixels:
    """A picture in pixels, so many for a cell. Raises PictureError."""
    return _pixels(png(svg, cell, GROUND))


def overlaid(scenes: Iterable[Scene]) -> str:
    """Scenes painted one over the other, as one SVG picture."""
    first, *others = scenes
    above = "".join(scene.svg.replace("<svg ", f'<svg x="{scene.x}" y="{scene.y}" ', 1) for scene in others)
    return first.svg.removesuffix("</svg>") + above + "</svg>"


def write_gif(scenes: Iterable[Scene], cell: int, delay: int, file: BinaryIO) -> int:
    """Write an animation that repeats for ever, with `delay` milliseconds a scene; return its number of scenes.

    All scenes share one palette, and each is stored as large as it is drawn, not as large as the first. They are in
    memory as PNG. Raises PictureError.
    """
    painted = [_painted(scene, cell, None if index else GROUND) for index, scene in enumerate(scenes)]
    palette = _Palette.of(_union(scene.png for scene in painted))
    last = len(painted) - 1
    for index, scene in enumerate(painted):
        image = palette.image(_pixels(scene.png))
        if index == 0:
            header, _ = GifImagePlugin.getheader(image, info={"loop": 0})
            file.writelines(header)
        duration = max(delay, PAUSE) if index in (0, last) else delay
        corner = scene.x, scene.y
        file.writelines(GifImagePlugin.getdata(image, corner, duration=duration, transparency=CLEAR))
    file.write(b";")
    return len(painted)


def _painted(scene: Scene, cell: int, ground: str | None) -> _Painted:
    return _Painted(png(scene.svg, cell, ground), scene.x * cell // PICTURE_CELL, scene.y * cell // PICTURE_CELL)


def _union(pictures: Iterator[bytes]) -> _Pixels:
    """Every pixel that occurs in some pictures, but CLEAR, sorted."""
    union = np.empty(0, _PIXEL)
    for picture in pictures:
        pixels = _pixels(picture)
        union = np.union1d(union, pixels[pixels != CLEAR])
    return union


def _pixels(content: bytes) -> _Pixels:
    """The pixels of a PNG, each four bytes RGBA that are read as one number."""
    with Image.open(BytesIO(content)) as image:
        return np.frombuffer(image.convert("RGBA").tobytes(), _PIXEL).reshape(image.height, image.width)
