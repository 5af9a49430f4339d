"""The conditions under which pictures are read: each makes as many pictures of random levels as are wanted."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.making.generation import filled, shuffled_back
from tests.generator.puzzles.watersort.vision.scenes import PALETTES, Camera, Layout, Scene, Theme, drawn

Rng = np.random.Generator
Condition = Callable[[Rng], Scene]


class Picture(NamedTuple):
    """The file of a picture, and the level that it shows."""

    content: bytes
    level: Level


THEMES: Mapping[str, Theme] = {
    "paper": Theme(),
    "dark": Theme("dark", "#d8dee9", rounding=0.4),
    "night, lips": Theme("night", "#9aa5b1", 0.05, lip=0.12, head=0.6),
    "dusk, gloss": Theme("dusk", "#c9d6df", gloss=0.35, rounding=0.5),
    "morning, shading": Theme("morning", "#5f7285", shading=0.15, lip=0.08),
    "sunset, surface": Theme("sunset", "#f1f1f1", surface=0.25, head=0.7),
    "photo, thick glass": Theme("photo", "#f4f6f8", 0.1, rounding=0.45),
    "wood, white inside": Theme("wood", "#4a3b2a", 0.05, inside="#fdfcf9", rounding=0.3),
    "stars, bubbles": Theme("stars", "#b8c4d6", bubbles=3, head=0.5),
    "blue, veil": Theme("blue", "#e8eef4", inside="#ffffff", inside_alpha=0.18),
    "white, gaps": Theme("white", "#444b54", gap=0.08, rounding=0.25),
    "balls": Theme("dark", "#aab4c0", balls=True, head=0.3, rounding=0.5),
    "card": Theme("dusk", "#8a939c", card="#f2efe8", shadow=0.2),
}


def themes(rng: Rng) -> Scene:
    """Any theme and palette, as a program shows it on a telephone."""
    theme = THEMES[str(rng.choice([*THEMES]))]
    palette = PALETTES[int(rng.integers(len(PALETTES)))]
    return Scene(replace(theme, palette=palette), Layout(bars=bool(rng.random() < 0.5)))


def sizes(rng: Rng) -> Scene:
    """Pictures from 320 to 2,000 pixels wide, upright and lying, with low and high units, narrow and wide gaps."""
    width = int(rng.integers(320, 1200))
    height = round(width * rng.uniform(0.7, 2.1))
    layout = Layout(width, height, unit=rng.uniform(0.6, 1.1), space=rng.uniform(0.25, 0.9))
    return Scene(_plain(rng), replace(layout, margin=rng.uniform(0.04, 0.2)), Camera(zoom=rng.uniform(0.9, 1.7)))


def one_row(rng: Rng) -> Scene:
    """All tubes beside one another."""
    return Scene(_plain(rng), Layout(1280, 800, rows=1))


def two_rows(rng: Rng) -> Scene:
    """Tubes in two rows, of which the second may be shorter, in the middle or at the left."""
    return Scene(_plain(rng), Layout(rows=2, left=bool(rng.random() < 0.5)))


def noise(rng: Rng) -> Scene:
    """Noise of a deviation from 3 to 18, of 255, after some blur."""
    return Scene(_plain(rng), Layout(), Camera(rng.uniform(3, 18), rng.uniform(0, 1)))


def gradients(rng: Rng) -> Scene:
    """Uneven grounds, and units that are lighter above than below."""
    ground = str(rng.choice(["dusk", "morning", "sunset", "photo", "dark photo", "light photo", "wood"]))
    glass = "#46505c" if ground in ("morning", "light photo", "wood") else "#e3e8ee"
    return Scene(Theme(ground, glass, shading=rng.uniform(0, 0.25)), Layout())


def rounded(rng: Rng) -> Scene:
    """Feet from square to half round, with lips, gloss and a curved surface of the water."""
    ground, glass = _grounds(rng)
    theme = Theme(ground, glass, rng.uniform(0.03, 0.1), rounding=rng.uniform(0, 0.5), lip=rng.uniform(0, 0.15))
    return Scene(replace(theme, gloss=rng.uniform(0, 0.4), surface=rng.uniform(0, 0.3)), Layout())


def jpeg(rng: Rng) -> Scene:
    """JPEG of a quality from 25 to 90."""
    return Scene(_plain(rng), Layout(), Camera(zoom=rng.uniform(0.7, 1.2), quality=int(rng.integers(25, 91))))


def everything(rng: Rng) -> Scene:
    """All of it together, but milder: theme, size, layout, blur, noise and JPEG."""
    zoom, blur = rng.uniform(0.8, 1.4), rng.uniform(0, 0.7)
    camera = Camera(rng.uniform(0, 8), blur, zoom, int(rng.integers(50, 95)))
    layout = Layout(rows=int(rng.integers(0, 3)), unit=rng.uniform(0.7, 1.0), space=rng.uniform(0.35, 0.8))
    return Scene(themes(rng).theme, replace(layout, bars=True), camera)


CONDITIONS: Mapping[str, Condition] = {
    "themes": themes,
    "sizes": sizes,
    "one row": one_row,
    "two rows": two_rows,
    "noise": noise,
    "gradients": gradients,
    "rounded tubes": rounded,
    "JPEG artefacts": jpeg,
    "partial fills": themes,
    "all together": everything,
}
PARTIAL = ("partial fills", "all together")
"""The conditions in which levels are begun, so that tubes are partly filled."""


def pictures(condition: str, count: int) -> Iterator[Picture]:
    """So many pictures of a condition, always the same."""
    place = [*CONDITIONS].index(condition)
    for number in range(count):
        rng = np.random.default_rng([place, number])
        level = begun_level(rng) if condition in PARTIAL else full_level(rng)
        scene = CONDITIONS[condition](rng)
        yield Picture(drawn(level, scene, int(rng.integers(2**31))), level)


def full_level(rng: Rng) -> Level:
    """A level of 3 to 12 colours with one or two empty tubes."""
    colours, capacity = int(rng.integers(3, 13)), int(rng.choice([3, 4, 4, 4, 5]))
    return Level(filled(colours, capacity, int(rng.integers(1, 3)), rng), capacity)


def begun_level(rng: Rng) -> Level:
    """A position some pours before the end: tubes are partly filled, and not all colours are apart."""
    colours, capacity = int(rng.integers(3, 13)), int(rng.choice([3, 4, 4, 4, 5]))
    letters = "abcdefghijklmnop"[:colours]
    solved = Level((*(letter * capacity for letter in letters), *[""] * int(rng.integers(1, 4))), capacity)
    return replace(solved, tubes=shuffled_back(solved, int(rng.integers(5, 10)) * colours, rng)[0])


def _plain(rng: Rng) -> Theme:
    ground, glass = _grounds(rng)
    return Theme(ground, glass, palette=PALETTES[int(rng.integers(len(PALETTES)))])


def _grounds(rng: Rng) -> tuple[str, str]:
    """A ground with a colour of the glass that is seen on it."""
    pairs = [("light", "#8a939c"), ("dark", "#d8dee9"), ("night", "#9aa5b1"), ("white", "#444b54"), ("blue", "#e8eef4")]
    return pairs[int(rng.integers(len(pairs)))]


def same_level(one: Level, other: Level) -> bool:
    """Whether levels differ by the names of their colours at most."""
    return (one.capacity, _numbered(one)) == (other.capacity, _numbered(other))


def _numbered(level: Level) -> list[list[int]]:
    numbers: dict[str, int] = {}
    return [[numbers.setdefault(unit, len(numbers)) for unit in tube] for tube in level.tubes]
