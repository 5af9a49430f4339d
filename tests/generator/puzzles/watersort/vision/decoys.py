"""Pictures that show no level: levels with a unit of a wrong colour, and other things that stand in rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw

from generator.puzzles.watersort.level import Level
from tests.generator.puzzles.watersort.vision.conditions import full_level, themes
from tests.generator.puzzles.watersort.vision.scenes import OURS, drawn

Rng = np.random.Generator
Draw = Callable[[ImageDraw.ImageDraw, Rng], None]

SIZE = (1000, 700)


def spoiled(count: int) -> Iterator[bytes]:
    """Pictures of levels in which one unit has the colour of another one, always the same."""
    for number in range(count):
        rng = np.random.default_rng([100, number])
        level = with_wrong_unit(full_level(rng), rng)
        yield drawn(level, themes(rng), int(rng.integers(2**31)))


def decoys(count: int) -> Iterator[bytes]:
    """Pictures of other things, always the same."""
    for number in range(count):
        rng = np.random.default_rng([101, number])
        image = Image.new("RGB", SIZE, "#f4f1ea")
        DECOYS[[*DECOYS][number % len(DECOYS)]](ImageDraw.Draw(image), rng)
        file = BytesIO()
        image.save(file, "PNG")
        yield file.getvalue()


def with_wrong_unit(level: Level, rng: Rng) -> Level:
    """What is no level, since a unit of the first colour has another one."""
    place = int(rng.integers(len(level.colours)))
    tube = level.tubes[place]
    others = [letter for letter in level.colours if letter != tube[0]]
    tubes = [*level.tubes]
    tubes[place] = str(rng.choice(others)) + tube[1:]
    return replace(level, tubes=tuple(tubes))


def _keyboard(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    for row in range(4):
        for column in range(8):
            x, y = 40 + 118 * column, 60 + 150 * row
            paint = "#ffffff" if rng.random() < 0.9 else "#a8adb5"
            draw.rounded_rectangle((x, y, x + 90, y + 130), 10, paint, "#888888", 2)
            letter = chr(65 + int(rng.integers(26)))
            draw.text((x + 45, y + 65), letter, fill="#000000", font_size=44, anchor="mm")


def _bars(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    """A chart of stacked bars, all equally high."""
    for column in range(8):
        _stack(draw, 80 + 110 * column, (480 * rng.dirichlet([3] * 4)).tolist(), OURS[:4])


def _stack(draw: ImageDraw.ImageDraw, x: int, heights: Sequence[float], paints: Sequence[str]) -> None:
    y = 600.0
    for height, paint in zip(heights, paints, strict=True):
        draw.rectangle((x, y - height, x + 60, y), fill=paint)
        y -= height


def _flags(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    for column in range(8):
        paints = [OURS[place] for place in rng.integers(0, 12, 3)]
        _stack(draw, 80 + 110 * column, [60, 60, 60], paints)


def _shelf(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    """Books of other widths, close together."""
    draw.rectangle((0, 0, *SIZE), fill="#4a2c17")
    x = 20
    while x < SIZE[0] - 80:
        width = int(rng.integers(30, 60))
        draw.rectangle((x, 200, x + width, 600), fill=OURS[int(rng.integers(len(OURS)))])
        x += width + 3


def _icons(draw: ImageDraw.ImageDraw, rng: Rng) -> None:
    for row in range(3):
        for column in range(6):
            x, y = 60 + 155 * column, 40 + 225 * row
            draw.rounded_rectangle((x, y, x + 110, y + 160), 25, OURS[int(rng.integers(len(OURS)))])


DECOYS: Mapping[str, Draw] = {
    "keyboard": _keyboard,
    "bars": _bars,
    "flags": _flags,
    "shelf": _shelf,
    "icons": _icons,
}
