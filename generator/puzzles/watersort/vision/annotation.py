"""What was found in a picture, drawn into it: tubes with their names, and units with the letters of their colours."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from generator.puzzles.watersort.level import TUBES
from generator.puzzles.watersort.vision.pixels import Pixels
from generator.puzzles.watersort.vision.racks import Rack
from generator.puzzles.watersort.vision.units import Scale

_FRAME, _INK, _HALO = "#ff00a0", "#ffffff", "#000000"
_LETTER = 0.5
"""How high a letter is, of the width of a tube or the height of a unit."""


def annotated(pixels: Pixels, rack: Rack, tubes: Sequence[str], scale: Scale) -> bytes:
    """A picture as PNG with every tube framed and named, and in each unit the letter of its colour."""
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    for name, box, units in zip(TUBES, rack.tubes, tubes, strict=False):
        size = max(_LETTER * min(box.width, scale.height), 8.0)
        draw.rectangle((box.left, box.top, box.right, box.bottom), outline=_FRAME, width=2)
        _write(draw, name, box.middle, box.top - 0.7 * size, size)
        for index, unit in enumerate(units):
            _write(draw, unit, box.middle, box.top + scale.foot - (index + 0.5) * scale.height, size)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _write(draw: ImageDraw.ImageDraw, letter: str, x: float, y: float, size: float) -> None:
    """A letter around a point, with a dark rim, so that it is seen on every colour."""
    draw.text((x, y), letter, fill=_INK, anchor="mm", font_size=size, stroke_width=size / 10, stroke_fill=_HALO)
