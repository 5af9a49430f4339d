"""The conditions under which pictures are read: each makes scenes and levels by a seed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.level import Level
from tests.generator.puzzles.watersort.scenes import CANDY, MUTED, OURS, Camera, Layout, Scene, Theme, drawn


class Shown(NamedTuple):
    """A level with a picture of it."""

    level: Level
    picture: bytes


def random_level(
    rng: np.random.Generator, colours: int, capacity: int = 4, empty: int = 2, partial: bool = False
) -> Level:
    """A level with all units at random: in full tubes, or where `partial` in tubes of any fill."""
    letters = "abcdefghijklmnopqrstuvwx"[:colours]
    units = "".join(rng.permutation(list(letters * capacity)))
    fills = [capacity] * colours + [0] * empty
    if partial:
        fills = _partial(rng, len(fills), capacity, colours * capacity)
    ends = np.cumsum(fills)
    return Level(tuple(units[end - fill : end] for end, fill in zip(ends, fills, strict=True)), capacity)


def _partial(rng: np.random.Generator, tubes: int, capacity: int, units: int) -> list[int]:
    """Random fills of so many tubes: what is missing is taken away unit by unit."""
    fills = [capacity] * tubes
    while sum(fills) > units:
        place = int(rng.integers(tubes))
        fills[place] = max(fills[place] - int(rng.integers(1, capacity + 1)), 0)
    for place in rng.permutation(tubes):
        fills[place] += min(capacity - fills[place], units - sum(fills))
    return fills


ROUND = Theme(stroke=0.07, rounding=0.5, gloss=0.45, head=0.5, lip=0.06)
DARK = Theme(ground="dark", glass="#c9d3e0", stroke=0.05)

THEMES: Mapping[str, Theme] = {
    "flat light": Theme(),
    "flat white": Theme(ground="white", glass="#303030"),
    "flat dark": DARK,
    "flat blue": Theme(ground="blue", glass="#e8eef5", palette=CANDY),
    "gradient light": Theme(ground="morning", glass="#5d7285", inside="#ffffff", inside_alpha=0.4),
    "gradient dark": Theme(ground="dusk", glass="#d8d0ee", palette=CANDY),
    "gradient slanted": Theme(ground="sunset", glass="#ffffff", inside="#000000", inside_alpha=0.25, palette=CANDY),
    "photo": Theme(ground="photo", glass="#ffffff", inside="#101820", inside_alpha=0.45, palette=CANDY),
    "photo dark": Theme(ground="dark photo", glass="#e0e6ee", palette=CANDY),
    "photo light": Theme(ground="light photo", glass="#4a4a4a"),
    "round glossy": ROUND,
    "round glossy dark": replace(ROUND, ground="night", glass="#aab6c8", palette=CANDY),
    "thick glass": Theme(stroke=0.16, glass="#6b7683"),
    "thin glass": Theme(stroke=0.025, glass="#8a939c"),
    "bodies": Theme(stroke=0, inside="#e3ded2", head=0.25, rounding=0.3),
    "bodies dark": Theme(ground="night", stroke=0, inside="#2a2d38", head=0.0, rounding=0.5, palette=CANDY),
    "square": Theme(rounding=0.0, head=0.0),
    "gaps": Theme(gap=0.08),
    "gaps dark": replace(DARK, gap=0.12, head=0.4, palette=CANDY),
    "shaded": Theme(shading=0.25, surface=0.3, head=0.6),
    "bubbles": replace(DARK, bubbles=7, surface=0.35, head=0.6, gloss=0.3, palette=CANDY),
    "closed": Theme(closed=True, glass="#54606e", rounding=0.2, head=0.4),
    "faint glass": Theme(glass="#dcd8cf", stroke=0.05),
    "faint glass dark": Theme(ground="dark", glass="#333a4b", stroke=0.05, palette=CANDY),
    "card": Theme(ground="blue", card="#e9eef2", glass="#7c8794"),
    "shadow": Theme(ground="white", shadow=0.35, inside="#f2f2f2"),
    "wood": Theme(ground="wood", glass="#5b4630", inside="#fff8ea", inside_alpha=0.7),
    "stars": Theme(ground="stars", glass="#c5cff0", palette=CANDY, rounding=0.4),
    "balls": Theme(balls=True, head=0.2, rounding=0.5),
    "balls dark": replace(DARK, balls=True, head=0.2, palette=CANDY),
    "muted palette": Theme(palette=MUTED, ground="light"),
    "own palette dark": replace(DARK, palette=OURS),
}
"""Every theme by itself, without a camera's faults."""

LAYOUTS: Mapping[str, Layout] = {
    "360 x 640": Layout(360, 640),
    "720 x 1280": Layout(),
    "1080 x 2340": Layout(1080, 2340),
    "1440 x 3200": Layout(1440, 3200),
    "1280 x 720": Layout(1280, 720, unit=0.7),
    "one row": Layout(rows=1, space=0.35),
    "two rows": Layout(rows=2),
    "two rows from the left": Layout(rows=2, left=True),
    "far apart": Layout(space=1.1),
    "close together": Layout(space=0.25),
    "low units": Layout(unit=0.5),
    "high units": Layout(unit=1.2),
    "wide margins": Layout(margin=0.45),
    "three rows": Layout(rows=3),
    "title and buttons": Layout(bars=True),
}
"""Every layout in a theme that chance chooses."""

CAMERAS: Mapping[str, Camera] = {
    "JPEG 95": Camera(quality=95),
    "JPEG 75": Camera(quality=75),
    "JPEG 50": Camera(quality=50),
    "noise 5": Camera(noise=5),
    "noise 10": Camera(noise=10),
    "noise 20": Camera(noise=20),
    "blur 1": Camera(blur=1.0),
    "blur 2": Camera(blur=2.0),
    "zoom 0.6": Camera(zoom=0.6),
    "zoom 1.37": Camera(zoom=1.37, blur=0.7),
    "noise 8, JPEG 60": Camera(noise=8, quality=60),
}
"""Every camera before a theme that chance chooses."""


def _choice(rng: np.random.Generator, named: Mapping[str, object]) -> object:
    return list(named.values())[int(rng.integers(len(named)))]


def _usual_level(rng: np.random.Generator) -> Level:
    return random_level(rng, int(rng.integers(4, 13)), empty=int(rng.integers(1, 4)))


def _shown(rng: np.random.Generator, level: Level, scene: Scene) -> Shown:
    return Shown(level, drawn(level, scene, int(rng.integers(2**32))))


def themed(theme: Theme, rng: np.random.Generator) -> Shown:
    return _shown(rng, _usual_level(rng), Scene(theme))


def laid(layout: Layout, rng: np.random.Generator) -> Shown:
    return _shown(rng, _usual_level(rng), Scene(_choice(rng, THEMES), layout))


def filmed(camera: Camera, rng: np.random.Generator) -> Shown:
    return _shown(rng, _usual_level(rng), Scene(_choice(rng, THEMES), Layout(), camera))


def sized(capacity: int, rng: np.random.Generator) -> Shown:
    level = random_level(rng, int(rng.integers(3, 13)), capacity, int(rng.integers(1, 4)))
    return _shown(rng, level, Scene(_choice(rng, THEMES)))


def partial(rng: np.random.Generator) -> Shown:
    level = random_level(rng, int(rng.integers(4, 13)), empty=int(rng.integers(1, 4)), partial=True)
    return _shown(rng, level, Scene(_choice(rng, THEMES)))


def many(rng: np.random.Generator) -> Shown:
    level = random_level(rng, int(rng.integers(13, 17)))
    return _shown(rng, level, Scene(_choice(rng, THEMES)))


def anything(rng: np.random.Generator) -> Shown:
    """A level, a theme, a layout and a camera, each by chance."""
    capacity = int(rng.choice([3, 4, 4, 4, 4, 5, 6]))
    partially = bool(rng.random() < 0.4)
    level = random_level(rng, int(rng.integers(3, 15)), capacity, int(rng.integers(1, 4)), partially)
    return _shown(rng, level, Scene(_choice(rng, THEMES), _choice(rng, LAYOUTS), _choice(rng, CAMERAS)))


CONDITIONS: Mapping[str, Callable[[np.random.Generator], Shown]] = {
    **{name: lambda rng, theme=theme: themed(theme, rng) for name, theme in THEMES.items()},
    **{name: lambda rng, layout=layout: laid(layout, rng) for name, layout in LAYOUTS.items()},
    **{name: lambda rng, camera=camera: filmed(camera, rng) for name, camera in CAMERAS.items()},
    **{f"capacity {size}": lambda rng, size=size: sized(size, rng) for size in (2, 3, 5, 6, 8, 10)},
    "partial fills": partial,
    "13 to 16 colours": many,
    "anything": anything,
}


def picture_of(condition: str, seed: int) -> Shown:
    """The picture of a condition that a seed decides."""
    return CONDITIONS[condition](np.random.default_rng([seed, len(condition), *condition.encode()]))
