"""Draws levels as other programs show them, with Pillow alone: themes, layouts, and what cameras and codecs do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from generator.puzzles.watersort.colours import COLOURS
from generator.puzzles.watersort.level import Level

OURS = tuple(colour.paint for colour in COLOURS)
CANDY = (
    *("#ff4757", "#2ed573", "#1e90ff", "#ffa502", "#a55eea", "#ffe66d", "#ff9ff3", "#00d2d3"),
    *("#8d5a34", "#576574", "#0a6b3d", "#273c75", "#b33771", "#badc58", "#f8c291", "#0b4f6c"),
)
MUTED = (
    *("#b5483f", "#5f8a4e", "#476f9f", "#c98b3c", "#7d5a9c", "#d8c25a", "#cf8fa8", "#4f9a9a"),
    *("#6e5034", "#8a97a3", "#35563a", "#2d3a66", "#80304f", "#a3b86a", "#dcb48f", "#2c5f70"),
)
PALETTES = (OURS, CANDY, MUTED)

RGB = tuple[int, int, int]
Ground = Callable[[int, int, np.random.Generator], Image.Image]


@dataclass(frozen=True)
class Theme:
    """How a program draws tubes; lengths are shares of the inner width of a tube but where said otherwise."""

    ground: str = "light"
    glass: str = "#8a939c"
    stroke: float = 0.06
    """The wall of the glass; 0 draws none."""
    inside: str | None = None
    inside_alpha: float = 1.0
    rounding: float = 0.5
    lip: float = 0.0
    """How far the rim stands out on either side."""
    head: float = 0.3
    """Empty height above a full tube, in units."""
    gap: float = 0.0
    """Between units, as a share of their height."""
    shading: float = 0.0
    """How much lighter the top of a unit is than its foot, of 1."""
    gloss: float = 0.0
    """How white a streak along the glass is, of 1."""
    surface: float = 0.0
    """How much lighter an ellipse on top of the water is, of 1."""
    bubbles: int = 0
    balls: bool = False
    """Whether a unit is a ball."""
    shadow: float = 0.0
    """How dark a shadow beside the tubes is, of 1."""
    closed: bool = False
    """Whether the glass is closed above."""
    card: str | None = None
    """The colour of a card behind all tubes."""
    palette: Sequence[str] = OURS


@dataclass(frozen=True)
class Layout:
    """Where tubes stand."""

    width: int = 720
    height: int = 1280
    rows: int = 0
    """0 for one row up to seven tubes, and two beyond."""
    unit: float = 0.8
    """The height of a unit, of the inner width of a tube."""
    space: float = 0.55
    """Between tubes, of the inner width of one."""
    left: bool = False
    """Whether rows begin together at the left, not in the middle."""
    margin: float = 0.06
    """Beside the longest row, of the width of the picture."""
    bars: bool = False
    """A title, buttons and a bar of icons above and below."""


@dataclass(frozen=True)
class Camera:
    """What happens to a picture afterwards."""

    noise: float = 0.0
    blur: float = 0.0
    zoom: float = 1.0
    quality: int = 0
    """Of JPEG; 0 is PNG."""


@dataclass(frozen=True)
class Scene:
    """All that decides a picture but the level and the seed."""

    theme: Theme = field(default_factory=Theme)
    layout: Layout = field(default_factory=Layout)
    camera: Camera = field(default_factory=Camera)


class Box(NamedTuple):
    """The inside of a tube in pixels."""

    left: float
    top: float
    width: float
    height: float


def drawn(level: Level, scene: Scene, seed: int) -> bytes:
    """A picture of a level as PNG or JPEG; the seed decides the colours, the texture and the noise."""
    rng = np.random.default_rng(seed)
    image = GROUNDS[scene.theme.ground](scene.layout.width, scene.layout.height, rng)
    chosen = rng.choice(len(scene.theme.palette), len(level.colours), replace=False)
    paints = {letter: rgb(scene.theme.palette[place]) for letter, place in zip(level.colours, chosen, strict=True)}
    unit, boxes = arranged(level, scene)
    if scene.layout.bars:
        _draw_bars(image, rng)
    if scene.theme.card:
        _draw_card(image, boxes, scene.theme.card)
    if scene.theme.shadow:
        _draw_shadow(image, boxes, scene.theme)
    for tube, box in zip(level.tubes, boxes, strict=True):
        _draw_tube(image, [paints[letter] for letter in tube], box, unit, scene.theme, rng)
    return taken(image, scene.camera, rng)


def taken(image: Image.Image, camera: Camera, rng: np.random.Generator) -> bytes:
    """The file of an image: zoomed, blurred, noisy and compressed."""
    if camera.zoom != 1.0:
        size = round(image.width * camera.zoom), round(image.height * camera.zoom)
        image = image.resize(size, Image.Resampling.BICUBIC)
    if camera.blur:
        image = image.filter(ImageFilter.GaussianBlur(camera.blur))
    if camera.noise:
        noise = rng.normal(0, camera.noise, (image.height, image.width, 3))
        image = Image.fromarray(np.clip(np.asarray(image) + noise, 0, 255).astype(np.uint8))
    file = BytesIO()
    if camera.quality:
        image.save(file, "JPEG", quality=camera.quality)
    else:
        image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def arranged(level: Level, scene: Scene) -> tuple[float, list[Box]]:
    """The height of a unit, and where the inside of each tube is."""
    layout, theme, count = scene.layout, scene.theme, len(level.tubes)
    rows = layout.rows or (1 if count <= 7 else 2)
    longest = -(-count // rows)
    units = level.capacity + theme.head
    wide = (1 - layout.margin) * layout.width / (longest + (longest - 1) * layout.space + 2 * theme.lip)
    high = 0.66 * layout.height / (rows * units * layout.unit + (rows - 1) * 0.7)
    width = min(wide, high, 0.16 * layout.width)
    unit = width * layout.unit
    height, pitch = units * unit, width * (1 + layout.space)
    top = 0.5 * layout.height - (rows * height + (rows - 1) * 0.7 * width) / 2
    edge = (layout.width - (longest - 1) * pitch - width) / 2
    boxes = []
    for row in range(rows):
        here = min(longest, count - row * longest)
        left = edge if layout.left else (layout.width - (here - 1) * pitch - width) / 2
        y = top + row * (height + 0.7 * width)
        boxes += [Box(left + place * pitch, y, width, height) for place in range(here)]
    return unit, boxes


def rgb(paint: str) -> RGB:
    """The three values of a paint such as #f5d13b."""
    red, green, blue = (int(paint[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


FINE = 3
"""Pixels are drawn so much finer, for smooth edges."""


def _draw_tube(
    image: Image.Image, units: Sequence[RGB], box: Box, unit: float, theme: Theme, rng: np.random.Generator
) -> None:
    stroke, lip = theme.stroke * box.width, theme.lip * box.width
    margin = stroke + lip + 3
    left, top = int(box.left - margin), int(box.top - margin)
    width, height = int(box.width + 2 * margin) + 2, int(box.height + 2 * margin) + 2
    patch = image.crop((left, top, left + width, top + height)).resize((width * FINE, height * FINE))
    place = [FINE * value for value in (box.left - left, box.top - top, box.width, box.height)]
    _fill(patch, units, Box(*place), unit * FINE, theme, rng)
    if theme.stroke:
        _blow(patch, Box(*place), FINE * stroke, FINE * lip, theme)
    image.paste(patch.resize((width, height), Image.Resampling.BOX), (left, top))


def _shape(size: tuple[int, int], box: Box, rounding: float) -> Image.Image:
    """The inside of a tube as a mask: straight above, and round below."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    right, bottom, radius = box.left + box.width, box.top + box.height, rounding * box.width
    draw.rounded_rectangle((box.left, box.top, right, bottom), radius, fill=255)
    draw.rectangle((box.left, box.top, right, bottom - radius - 1), fill=255)
    return mask


def _fill(
    patch: Image.Image, units: Sequence[RGB], box: Box, unit: float, theme: Theme, rng: np.random.Generator
) -> None:
    shape = _shape(patch.size, box, theme.rounding)
    if theme.inside:
        veil = shape.point(lambda value: round(value * theme.inside_alpha))
        patch.paste(Image.new("RGB", patch.size, theme.inside), (0, 0), veil)
    water = patch.copy()
    draw = ImageDraw.Draw(water)
    bottom = box.top + box.height
    for place, paint in enumerate(units):
        foot = bottom - place * unit
        crest = foot - unit * (1 - theme.gap)
        where = (box.left, crest, box.left + box.width, foot)
        if theme.balls:
            _draw_ball(draw, paint, where)
            continue
        _draw_unit(draw, paint, where, theme.shading)
        for _ in range(theme.bubbles):
            x, y = box.left + rng.random() * box.width, crest + rng.random() * (foot - crest)
            radius = box.width * rng.uniform(0.02, 0.06)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_lighter(paint, 0.35))
    if units and theme.surface:
        crest, swell = bottom - len(units) * unit, 0.1 * unit
        where = (box.left, crest - swell, box.left + box.width, crest + swell)
        draw.ellipse(where, fill=_lighter(units[-1], theme.surface))
    patch.paste(water, (0, 0), shape)
    if theme.gloss:
        _polish(patch, shape, box, theme.gloss)


def _draw_unit(draw: ImageDraw.ImageDraw, paint: RGB, where: tuple[float, float, float, float], shading: float) -> None:
    left, crest, right, foot = where
    if not shading:
        draw.rectangle((left, crest, right, foot - 1), fill=paint)
        return
    for y in range(int(crest), int(foot)):
        share = 0.5 - (y - crest) / (foot - crest)
        draw.line((left, y, right, y), fill=_lighter(paint, shading * share))


def _draw_ball(draw: ImageDraw.ImageDraw, paint: RGB, where: tuple[float, float, float, float]) -> None:
    left, crest, right, foot = where
    x, y, radius = (left + right) / 2, (crest + foot) / 2, 0.48 * min(right - left, foot - crest)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=paint)
    x, y, radius = x - 0.4 * radius, y - 0.4 * radius, 0.22 * radius
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_lighter(paint, 0.6))


def _lighter(paint: RGB, share: float) -> RGB:
    """A paint nearer to white, or with a negative share nearer to black."""
    end = 255 if share > 0 else 0
    red, green, blue = (round(value + (end - value) * abs(share)) for value in paint)
    return red, green, blue


def _polish(patch: Image.Image, shape: Image.Image, box: Box, gloss: float) -> None:
    """A white streak along the left side of the glass, and a fainter one at the right."""
    streaks = Image.new("L", patch.size)
    draw = ImageDraw.Draw(streaks)
    bottom = box.top + 0.92 * box.height
    for at, wide, share in ((0.12, 0.12, 1.0), (0.86, 0.05, 0.6)):
        left = box.left + at * box.width
        where = (left, box.top + 0.04 * box.height, left + wide * box.width, bottom)
        draw.rounded_rectangle(where, wide * box.width / 2, fill=round(255 * gloss * share))
    patch.paste(Image.new("RGB", patch.size, "#ffffff"), (0, 0), ImageChops.darker(streaks, shape))


def _blow(patch: Image.Image, box: Box, stroke: float, lip: float, theme: Theme) -> None:
    """The wall of the glass around the inside, open above, with a lip."""
    outer = Box(box.left - stroke, box.top, box.width + 2 * stroke, box.height + stroke)
    if theme.closed:
        outer = outer._replace(top=box.top - stroke, height=outer.height + stroke)
    wall = ImageChops.subtract(_shape(patch.size, outer, theme.rounding), _shape(patch.size, box, theme.rounding))
    if lip:
        draw = ImageDraw.Draw(wall)
        ends = box.left - stroke - lip, box.left + box.width + stroke + lip
        draw.rounded_rectangle((ends[0], box.top - stroke, ends[1], box.top + stroke), stroke, fill=255)
    patch.paste(Image.new("RGB", patch.size, theme.glass), (0, 0), wall)


def _flat(paint: str) -> Ground:
    return lambda width, height, rng: Image.new("RGB", (width, height), paint)


def _gradient(above: str, below: str, slant: float = 0.0) -> Ground:
    def ground(width: int, height: int, rng: np.random.Generator) -> Image.Image:
        y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
        share = np.clip(y * (1 - slant) + x * slant, 0, 1)[..., np.newaxis]
        return Image.fromarray(np.uint8(np.array(rgb(above)) * (1 - share) + np.array(rgb(below)) * share))

    return ground


def _photo(base: str, swing: float) -> Ground:
    """Soft spots of other brightness and colour, as on an unsharp photograph."""

    def ground(width: int, height: int, rng: np.random.Generator) -> Image.Image:
        coarse = np.clip(np.array(rgb(base)) + rng.normal(0, swing, (9, 6, 3)), 0, 255).astype(np.uint8)
        return Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)

    return ground


def _wood(base: str, swing: float) -> Ground:
    """Upright bands of other brightness."""

    def ground(width: int, height: int, rng: np.random.Generator) -> Image.Image:
        bands = np.repeat(rng.normal(0, swing, -(-width // 9)), 9)[:width]
        grain = rng.normal(0, swing / 3, width) + bands
        rows = np.clip(np.array(rgb(base)) + grain[:, np.newaxis], 0, 255).astype(np.uint8)
        return Image.fromarray(np.broadcast_to(rows, (height, width, 3)).copy())

    return ground


def _stars(base: str, count: int) -> Ground:
    def ground(width: int, height: int, rng: np.random.Generator) -> Image.Image:
        image = Image.new("RGB", (width, height), base)
        draw = ImageDraw.Draw(image)
        for x, y, radius in rng.random((count, 3)) * (width, height, width / 120):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_lighter(rgb(base), 0.5))
        return image

    return ground


GROUNDS: dict[str, Ground] = {
    "light": _flat("#f4f1ea"),
    "white": _flat("#ffffff"),
    "dark": _flat("#1c2130"),
    "night": _flat("#101014"),
    "blue": _flat("#3d5a80"),
    "dusk": _gradient("#2b1b4d", "#0d1b2a"),
    "morning": _gradient("#cfe8ff", "#fdf6e3"),
    "sunset": _gradient("#5b2a86", "#e07a5f", 0.3),
    "photo": _photo("#7d8ba0", 22),
    "dark photo": _photo("#2a2f3a", 14),
    "light photo": _photo("#dcd8cf", 10),
    "wood": _wood("#c9a877", 7),
    "stars": _stars("#141b33", 150),
}


def _draw_card(image: Image.Image, boxes: Sequence[Box], paint: str) -> None:
    width = boxes[0].width
    left, top = min(box.left for box in boxes) - 0.3 * width, boxes[0].top - 0.4 * width
    right = max(box.left for box in boxes) + 1.3 * width
    where = (left, top, right, boxes[-1].top + boxes[-1].height + 0.4 * width)
    ImageDraw.Draw(image).rounded_rectangle(where, 0.3 * width, fill=paint)


def _draw_shadow(image: Image.Image, boxes: Sequence[Box], theme: Theme) -> None:
    """A soft shadow to the right of every tube, and below it."""
    shadow = Image.new("L", image.size)
    draw = ImageDraw.Draw(shadow)
    for box in boxes:
        away = (0.5 * theme.stroke + 0.08) * box.width
        ends = (box.left + away, box.top + away, box.left + box.width + away, box.top + box.height + away)
        draw.rounded_rectangle(ends, theme.rounding * box.width, fill=round(255 * theme.shadow))
    image.paste(Image.new("RGB", image.size), (0, 0), shadow.filter(ImageFilter.GaussianBlur(0.05 * boxes[0].width)))


def _draw_bars(image: Image.Image, rng: np.random.Generator) -> None:
    """A title and buttons above, and a bar of icons below."""
    draw = ImageDraw.Draw(image)
    width, height = image.size
    ink = "#ffffff" if np.asarray(image.resize((1, 1))).mean() < 128 else "#303030"
    draw.rectangle((0, 0, width, 0.045 * height), fill="#345995")
    draw.text(
        (width / 2, 0.09 * height), f"LEVEL {rng.integers(1, 999)}", fill=ink, anchor="mm", font_size=height // 28
    )
    for place, paint in enumerate(("#ef476f", "#06d6a0", "#ffd166", "#118ab2")):
        x, y, radius = width * (0.2 + 0.2 * place), 0.93 * height, 0.045 * width
        draw.rounded_rectangle((x - radius, y - radius, x + radius, y + radius), radius / 3, fill=paint, outline=ink)
        draw.text((x, y), "<?+#"[place], fill="#ffffff", anchor="mm", font_size=radius)
    for x in (0.08, 0.92):
        x, y, radius = x * width, 0.09 * height, 0.04 * width
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill="#ef476f")
