"""Draws levels as games on telephones show them: glass over a patterned ground, light and shadow, buttons around.

It shares nothing with `scenes` but the camera, so that a reader fitted to the pictures of one is tried on the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from generator.puzzles.watersort.level import Level
from tests.generator.puzzles.watersort.vision.conditions import Picture, begun_level, full_level
from tests.generator.puzzles.watersort.vision.decoys import with_wrong_unit
from tests.generator.puzzles.watersort.vision.scenes import Camera, rgb, taken

Rng = np.random.Generator
Floats = NDArray[np.float64]

VIVID = (
    *("#d62839", "#2b59c3", "#f2c230", "#2f9e44", "#ef7d1a", "#7b2cbf", "#ff8fc7", "#5fd6f2"),
    *("#7f4f24", "#8d99a6", "#a7e05a", "#0b6e6e", "#173a8c", "#c2185b", "#e8d8b8", "#3b3f46"),
)
SWEET = (
    *("#ff5d5d", "#5d8bff", "#ffe15d", "#5dd67c", "#ffa64d", "#a26bff", "#ff9ed8", "#63e5e0"),
    *("#a86b3c", "#b8bec9", "#d3f26b", "#2e8f74", "#3d4fa8", "#d94a92", "#f3cfa8", "#6b7280"),
)


@dataclass(frozen=True)
class Style:
    """How a game draws; lengths are shares of the inner width of a tube, strengths go from 0 to 1."""

    above: str = "#22264b"
    below: str = "#22264b"
    """The colours of the ground at the top and at the foot of the picture."""
    pattern: str = ""
    """What is strewn over the ground: circles, diamonds, waves or clouds."""
    strength: float = 0.0
    """How strong that is."""
    glass: str = "#ffffff"
    wall: float = 0.07
    opacity: float = 0.8
    """Of the wall."""
    veil: float = 0.0
    """How much of the glass's colour lies over the ground within."""
    round: float = 0.5
    neck: float = 0.0
    """How much narrower a bottle is above, on either side."""
    rim: float = 0.0
    """How far a thick rim stands out on either side."""
    head: float = 0.5
    """Empty height above a full tube, in units."""
    unit: float = 0.85
    inset: float = 0.0
    """Between the water and the wall."""
    curve: float = 0.0
    """How much lower the boundaries of units are in the middle, in units."""
    crest: float = 0.0
    """How much lighter an ellipse on the water is."""
    shade: float = 0.0
    """How much darker the water is at its sides."""
    fade: float = 0.0
    """How much lighter the top of a unit is than its foot."""
    streak: float = 0.0
    """How white a streak of light along the left is."""
    shadow: float = 0.0
    """How dark the right side of the glass is, over water and ground."""
    dim: float = 1.0
    """How strongly empty tubes are drawn."""
    sole: float = 0.0
    """How much higher the lowest unit is than the others, in units, since the foot is round."""
    glare: float = 0.0
    """How white a slanting reflection on the glass is, also where it is empty."""
    bubbles: int = 0
    """In each unit."""
    letters: bool = False
    palette: Sequence[str] = VIVID


STYLES: Mapping[str, Style] = {
    "navy, circles": Style(pattern="circles", strength=0.05, streak=0.25, crest=0.2),
    "violet, diamonds": Style("#4b2a7b", "#2a1650", "diamonds", 0.06, rim=0.1, veil=0.08, shade=0.15, streak=0.3),
    "sky, clouds": Style("#8ecbf0", "#e6f4fb", "clouds", 0.12, "#ffffff", 0.08, 0.95, 0.25, crest=0.25),
    "teal, waves": Style("#0f5c66", "#08343c", "waves", 0.06, veil=0.05, curve=0.08, crest=0.15, palette=SWEET),
    "dark, dim": Style("#16181d", "#16181d", "", 0.0, "#c8d2e0", 0.05, 0.7, dim=0.5, shade=0.1, streak=0.2),
    "bottles": Style("#31456b", "#1a2745", "circles", 0.05, neck=0.14, rim=0.06, head=1.2, shade=0.2, streak=0.25),
    "cream, thin glass": Style("#f6ecd9", "#ead9bd", "diamonds", 0.05, "#6b5b4b", 0.05, 0.8, shadow=0.12, streak=0.3),
    "inset, soft": Style("#2d3250", "#424769", "clouds", 0.05, "#dfe6f5", 0.06, 0.8, 0.06, inset=0.06, fade=0.1),
    "rose, shadows": Style("#f2b5c4", "#c46a8a", "circles", 0.06, "#ffffff", 0.08, 0.9, 0.2, shadow=0.2, crest=0.2),
    "letters": Style("#1d2b3a", "#14202c", "", 0.0, "#d5dde8", 0.06, 0.8, letters=True, palette=SWEET),
}
"""Looks of games, by which the reader was fitted."""

KEPT_BACK: Mapping[str, Style] = {
    "green, leaves": Style("#1f4d3a", "#12301f", "circles", 0.08, "#e8fff2", 0.06, 0.7, 0.05, curve=0.1, crest=0.25),
    "sand, bottles": Style("#e9d3a8", "#c9a26b", "waves", 0.07, "#7a5230", 0.07, 0.85, neck=0.1, head=1.0, shade=0.15),
    "space": Style("#0b0d25", "#2a1145", "clouds", 0.1, "#bcd0ff", 0.05, 0.75, rim=0.12, streak=0.35, dim=0.6),
    "paper, thick": Style("#ffffff", "#eef1f5", "diamonds", 0.04, "#9aa7b8", 0.1, 0.9, shadow=0.15, fade=0.12),
    "wine": Style("#4a1526", "#7a2740", "waves", 0.07, "#ffe9ef", 0.07, 0.85, 0.12, inset=0.05, streak=0.3, shade=0.2),
    "signs": Style("#35496b", "#233453", "circles", 0.04, "#eef3fb", 0.07, 0.8, letters=True, streak=0.2, crest=0.15),
}
"""Looks that were drawn after the reader was fitted, or kept from it."""


@dataclass(frozen=True)
class Shot:
    """What the telephone and its user do to a game."""

    width: int = 720
    height: int = 1480
    rows: int = 2
    space: float = 0.6
    raised: float = 0.0
    """How far one of the tubes is lifted, in units."""
    tilt: float = 0.0
    """Degrees."""
    cut: float = 0.0
    """Where the picture ends at the right instead of at its width."""
    camera: Camera = field(default_factory=Camera)


CONDITIONS = ("as they are", "compressed", "raised tube", "tilted")


def captures(styles: Mapping[str, Style], condition: str, count: int, begun: float = 0.3) -> Iterator[Picture]:
    """So many pictures under a condition, the styles by turns; always the same."""
    names = [*styles]
    for number in range(count):
        name = names[number % len(names)]
        yield capture(name, styles[name], condition, number, begun)


def capture(name: str, style: Style, condition: str, number: int, begun: float = 0.3) -> Picture:
    """One of them."""
    rng = np.random.default_rng([*name.encode(), CONDITIONS.index(condition), number])
    level = begun_level(rng) if rng.random() < begun else full_level(rng)
    return Picture(captured(level, _varied(style, rng), _shot(condition, len(level.tubes), rng), rng), level)


def spoiled_captures(styles: Mapping[str, Style], count: int) -> Iterator[bytes]:
    """Pictures that show no level, by turns: a unit has a wrong colour, and a tube is half outside."""
    names = [*styles]
    for number in range(count):
        name = names[number // 2 % len(names)]
        yield spoiled_capture(name, styles[name], number)


def spoiled_capture(name: str, style: Style, number: int) -> bytes:
    """One of them: even numbers end within a tube."""
    rng = np.random.default_rng([*name.encode(), 99, number])
    level = full_level(rng)
    style, shot = _varied(style, rng), _shot("as they are", len(level.tubes), rng)
    if number % 2:
        return captured(with_wrong_unit(level, rng), style, shot, rng)
    places = _places(level, style, shot)
    rightmost = max(left for left, _, _ in places)
    return captured(level, style, replace(shot, cut=rightmost + rng.uniform(0.15, 0.9) * places[0][2]), rng)


def _varied(style: Style, rng: Rng) -> Style:
    """The same game in another release: a stronger or a fainter pattern, more or less light, a higher foot."""
    return replace(
        style,
        strength=style.strength * rng.uniform(0.5, 4.0),
        streak=style.streak * rng.uniform(0.5, 1.8),
        crest=style.crest * rng.uniform(0.5, 2.0),
        shadow=style.shadow * rng.uniform(0.5, 1.8),
        dim=style.dim * (rng.uniform(0.4, 1.2) if style.dim < 1 else 1.0),
        sole=float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.3)])),
        glare=float(rng.choice([0.0, 0.0, rng.uniform(0.05, 0.3)])),
        bubbles=int(rng.choice([0, 0, 3])),
        unit=style.unit * rng.uniform(0.8, 1.15),
        head=style.head * rng.uniform(0.6, 1.5),
    )


def _shot(condition: str, tubes: int, rng: Rng) -> Shot:
    rows = 1 if tubes <= 5 or (tubes <= 7 and rng.random() < 0.3) else 2
    shot = Shot(height=int(rng.integers(1280, 1600)), rows=rows, space=rng.uniform(0.35, 0.8))
    camera = Camera(zoom=rng.uniform(0.75, 1.3), quality=int(rng.integers(75, 96)))
    match condition:
        case "compressed":
            camera = Camera(rng.uniform(0, 3), rng.uniform(0, 0.8), rng.uniform(0.6, 1.1), int(rng.integers(40, 80)))
        case "raised tube":
            shot = replace(shot, raised=rng.uniform(0.2, 0.7))
        case "tilted":
            shot = replace(shot, tilt=rng.uniform(-10, 10))
            camera = Camera(2.0, 0.5, 1.0, 80)
    return replace(shot, camera=camera)


def captured(level: Level, style: Style, shot: Shot, rng: Rng) -> bytes:
    """A picture of a level in a game's look; the random numbers choose colours, texture and noise."""
    image = _ground(style, shot, rng)
    _draw_buttons(image, rng)
    chosen = rng.choice(len(style.palette), len(level.colours), replace=False)
    paints = {letter: style.palette[place] for letter, place in zip(level.colours, chosen, strict=True)}
    full = [place for place, tube in enumerate(level.tubes) if tube]
    lifted = int(rng.choice(full)) if shot.raised else -1
    for number, (tube, (left, top, width)) in enumerate(zip(level.tubes, _places(level, style, shot), strict=True)):
        up = shot.raised * style.unit * width if number == lifted else 0.0
        _draw_tube(image, [paints[letter] for letter in tube], level, (left, top - up, width), style)
    if shot.cut:
        image = image.crop((0, 0, round(shot.cut), image.height))
    if shot.tilt:
        edge = tuple(np.asarray(image)[:4].mean(axis=(0, 1)).astype(int))
        image = image.rotate(shot.tilt, Image.Resampling.BICUBIC, expand=True, fillcolor=edge)
    return taken(image, shot.camera, rng)


def _places(level: Level, style: Style, shot: Shot) -> list[tuple[float, float, float]]:
    """The left edge, the top and the width of every tube."""
    count = len(level.tubes)
    longest = -(-count // shot.rows)
    wide = 0.86 * shot.width / (longest + (longest - 1) * shot.space + 2 * style.rim)
    tall = style.unit * (level.capacity + style.sole + style.head)
    high = 0.58 * shot.height / (shot.rows * tall + (shot.rows - 1) * 1.0)
    width = min(wide, high, 0.15 * shot.width)
    top = 0.5 * shot.height - (shot.rows * tall + (shot.rows - 1) * 1.0) * width / 2
    found = []
    for row in range(shot.rows):
        here = min(longest, count - row * longest)
        left = (shot.width - (here + (here - 1) * shot.space) * width) / 2
        y = top + row * (tall + 1.0) * width
        found += [(left + place * (1 + shot.space) * width, y, width) for place in range(here)]
    return found


def _ground(style: Style, shot: Shot, rng: Rng) -> Image.Image:
    """From one colour to the other, with a faint pattern."""
    y, x = np.mgrid[0 : shot.height, 0 : shot.width].astype(np.float64)
    share = (y / shot.height)[..., np.newaxis]
    colours = np.array(rgb(style.above)) * (1 - share) + np.array(rgb(style.below)) * share
    if style.pattern:
        light = style.strength * _pattern(style.pattern, x, y, shot, rng)[..., np.newaxis]
        colours = colours + np.where(light > 0, (255 - colours) * light, colours * light)
    return Image.fromarray(np.clip(colours, 0, 255).astype(np.uint8))


def _pattern(name: str, x: Floats, y: Floats, shot: Shot, rng: Rng) -> Floats:
    """From -1 to 1 at every pixel."""
    pitch = rng.uniform(0.08, 0.2) * shot.width
    if name == "diamonds":
        return np.asarray(((np.floor((x + y) / pitch) + np.floor((x - y) / pitch)) % 2), np.float64)
    if name == "waves":
        return np.sign(np.sin((y + 0.25 * pitch * np.sin(x / pitch * 2)) / pitch * 3))
    if name == "clouds":
        coarse = Image.fromarray(rng.uniform(0, 255, (9, 6)).astype(np.uint8)).resize((shot.width, shot.height), 3)
        return np.asarray(coarse, np.float64) / 127.5 - 1
    found = Image.new("L", (shot.width, shot.height))
    draw = ImageDraw.Draw(found)
    for _ in range(40):
        left, top, radius = rng.random() * shot.width, rng.random() * shot.height, rng.uniform(0.2, 0.9) * pitch
        draw.ellipse((left - radius, top - radius, left + radius, top + radius), fill=255)
    return np.asarray(found, np.float64) / 255


def _draw_buttons(image: Image.Image, rng: Rng) -> None:
    """The bar of the telephone, a title and buttons above, further buttons and an advertisement below."""
    draw = ImageDraw.Draw(image)
    width, height = image.size
    ink = "#ffffff" if np.asarray(image.resize((1, 1))).mean() < 140 else "#3a3a3a"
    draw.text((0.08 * width, 0.015 * height), "10:24", fill=ink, anchor="mm", font_size=height // 70)
    draw.text((width / 2, 0.075 * height), f"Level {rng.integers(1, 2000)}", fill=ink, anchor="mm", font_size=36)
    for x in (0.09, 0.91):
        side = 0.05 * width
        where = (x * width - side, 0.075 * height - side, x * width + side, 0.075 * height + side)
        draw.rounded_rectangle(where, side / 2, fill="#f0a202")
    for place, (paint, sign) in enumerate((("#4f8ef7", "<"), ("#37b24d", "+"), ("#f76707", "?"))):
        x, y, side = width * (0.25 + 0.25 * place), 0.88 * height, 0.06 * width
        draw.rounded_rectangle((x - side, y - side, x + side, y + side), side / 2, fill=paint)
        draw.text((x, y), sign, fill="#ffffff", anchor="mm", font_size=side)
    if rng.random() < 0.5:
        draw.rectangle((0, 0.94 * height, width, height), fill="#f1f3f5")
        draw.text((width / 2, 0.97 * height), "Play now for free", fill="#1c7ed6", anchor="mm", font_size=30)


FINE = 2


def _draw_tube(
    image: Image.Image, units: Sequence[str], level: Level, place: tuple[float, float, float], style: Style
) -> None:
    """A tube with its water, light and shadow; a pixel is the mean of finer ones."""
    left, top, width = place
    margin = (style.wall + style.rim + 0.1) * width
    tall = style.unit * (level.capacity + style.sole + style.head)
    x0, y0 = int(left - margin), int(top - margin)
    across, down = int(width + 2 * margin) + 2, int(tall * width + 2 * margin) + 2
    patch = image.crop((x0, y0, x0 + across, y0 + down))
    before = np.asarray(patch.resize((across * FINE, down * FINE)), np.float64)
    y, x = (np.mgrid[0 : down * FINE, 0 : across * FINE] + 0.5) / FINE
    x, y = (x + x0 - left) / width - 0.5, (y + y0 - top) / width
    canvas = _filled(before, x, y, tall, units, style)
    after = before * (1 - style.dim) + canvas * style.dim if not units else canvas
    image.paste(Image.fromarray(np.clip(after, 0, 255).astype(np.uint8)).resize((across, down), 4), (x0, y0))
    if style.letters:
        draw = ImageDraw.Draw(image)
        for number, paint in enumerate(units):
            middle = top + (tall - (number + style.sole + 0.5) * style.unit) * width
            sign = "ABCDEFGHIJKLMNOP"[style.palette.index(paint)]
            draw.text((left + width / 2, middle), sign, fill="#ffffff", anchor="mm", font_size=0.42 * width)


def _filled(before: Floats, x: Floats, y: Floats, tall: float, units: Sequence[str], style: Style) -> Floats:
    inside = _within(x, y, tall, style, 0.0)
    canvas = _over(before, style.glass, style.veil * inside)
    water = _within(x, y, tall, style, -style.inset)
    bow = style.curve * style.unit * (1 - (2 * x) ** 2)
    for number, paint in enumerate(units):
        crest = tall - (number + style.sole + 1) * style.unit + bow
        foot = crest + style.unit
        part = water & (y >= crest) & ((y < foot) | (number == 0))
        light = style.fade * np.clip((foot - y) / style.unit - 0.5, -0.5, 0.5) - style.shade * (2 * x) ** 2
        canvas[part] = _lit(paint, light[part])
        for bubble in range(style.bubbles):
            u, v = (bubble * 0.37 + number * 0.61) % 0.8 - 0.4, (bubble * 0.29 + number * 0.17) % 0.8 + 0.1
            round_ = part & ((x - u) ** 2 + (y - tall + (number + style.sole + v) * style.unit) ** 2 < 0.05**2)
            canvas = _over(canvas, "#ffffff", 0.35 * round_)
    if units and style.crest:
        height = tall - (len(units) + style.sole) * style.unit
        disc = ((x / 0.5) ** 2 + ((y - height) / 0.13) ** 2 < 1) & water
        canvas[disc] = _lit(paint, light[disc])
        canvas = _over(canvas, "#ffffff", style.crest * disc)
    return _glazed(canvas, x, y, tall, inside, style)


def _lit(paint: str, light: Floats) -> Floats:
    """A paint in so much light: 1 is white, and -1 black."""
    colours = np.array(rgb(paint)) * (1 + np.minimum(light, 0))[:, np.newaxis]
    return np.asarray(colours + (255 - colours) * np.maximum(light, 0)[:, np.newaxis])


def _glazed(canvas: Floats, x: Floats, y: Floats, tall: float, inside: NDArray[np.bool_], style: Style) -> Floats:
    """The light and the shadow on the glass, its wall and its rim."""
    canvas = _over(canvas, "#000000", style.shadow * (inside & (x > 0.25)))
    streak = inside & (np.abs(x + 0.33) < 0.06) & (y > 0.25) & (y < tall - 0.5)
    canvas = _over(canvas, "#ffffff", style.streak * streak)
    glare = inside & (np.abs(y - 0.8 * x - 0.3 * tall) < 0.25 + 0.1 * x)
    canvas = _over(canvas, "#ffffff", style.glare * glare)
    wall = _within(x, y, tall, style, style.wall) & ~inside
    canvas = _over(canvas, style.glass, style.opacity * wall)
    if style.rim:
        rim = (np.abs(y) < 0.08) & (np.abs(x) < 0.5 - style.neck + style.wall + style.rim)
        canvas = _over(canvas, style.glass, style.opacity * (rim & ~wall))
    return canvas


def _over(below: Floats, paint: str, share: Floats) -> Floats:
    """Paint over some pixels; only those are looked at, which are few."""
    painted = share != 0
    part = share[painted, np.newaxis]
    over = below.copy()
    over[painted] = below[painted] * (1 - part) + np.array(rgb(paint), np.float64) * part
    return over


def _within(x: Floats, y: Floats, tall: float, style: Style, more: float) -> NDArray[np.bool_]:
    """What is in a tube that is so much larger on all sides but above: narrow at the neck, round at the foot."""
    half = 0.5 + more - style.neck * np.clip(1.6 - 2 * y, 0, 1)
    radius = max((style.round + more), 0.01)
    down = np.clip(y - (tall + more - radius), 0, radius)
    half = half - radius + np.sqrt(radius**2 - down**2)
    return np.asarray((np.abs(x) <= half) & (y >= 0) & (y <= tall + more))
