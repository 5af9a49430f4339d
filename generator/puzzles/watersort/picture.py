"""Draws a level as a standalone SVG picture, and its solution pour by pour."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.lettering import label
from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.colours import PAINTS
from generator.puzzles.watersort.level import TUBES, Level, Tubes
from generator.puzzles.watersort.pours import Move, played, positions
from generator.puzzles.watersort.unknown.hidden import shown
from generator.values import PICTURE_CELL as CELL
from generator.values import Scene

MOST_ABREAST = 9
"""Tubes in one row; where there are more, they stand in two."""

_PAPER, _GLASS, _INSIDE, _RULER = "#f7f5f0", "#8a939c", "#fdfcf9", "#6b6455"
_HIDDEN = "#59636b"
_DARK, _LIGHT = "#000000", "#ffffff"
_BRIGHT = 0.179
"""Colours of a greater luminance have dark letters on them: there both have the same contrast, 4.6 : 1."""


class Rack(NamedTuple):
    """Where tubes stand, in cells: a tube has one of width with one between, and one above and one below."""

    abreast: int
    rows: int
    height: int

    @property
    def width(self) -> int:
        return 2 * self.abreast + 1

    def corner(self, place: int) -> tuple[int, int]:
        """The left and upper edge of a tube with the cells above and below it."""
        return 2 * (place % self.abreast) + 1, self.height * (place // self.abreast)


def rack_of(level: Level) -> Rack:
    """The rack of a level's tubes."""
    rows = 1 if len(level.tubes) <= MOST_ABREAST else 2
    return Rack(-(-len(level.tubes) // rows), rows, level.capacity + 2)


def render(level: Level, ruler: bool = False) -> str:
    """Tubes of glass; with the ruler, letters name the tubes below and the colours in them."""
    rack = rack_of(level)
    width, height = rack.width * CELL, rack.rows * rack.height * CELL
    colours = len(level.colours)
    title = f"Water sort, {len(level.tubes)} tubes, {colours} colour{'s' if colours > 1 else ''}"
    paper = f'<path fill="{_PAPER}" d="M0 0h{width}v{height}H0z"/>'
    tubes = "".join(_standing(level, level.tubes, index, ruler) for index in range(len(level.tubes)))
    return _svg(f"<title>{title}</title>{paper}{tubes}", width, height)


def animate(level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
    """The level and then its pours, the last ones together where there are more than `most`.

    Raises IllegalMoveError.
    """
    return _scenes(level, played(level, moves)[0], most, ruler)


def _scenes(level: Level, moves: Sequence[Move], most: int, ruler: bool) -> Iterator[Scene]:
    yield Scene(render(level, ruler), 0, 0)
    alone = len(moves) if len(moves) <= most else most - 1
    _, *after = positions(level, moves)
    for move, tubes in zip(moves[:alone], after, strict=False):
        yield _changed(level, tubes, sorted(move), ruler)
    if moves[alone:]:
        places = sorted({place for move in moves[alone:] for place in move})
        yield _changed(level, after[-1], places, ruler)


def _changed(level: Level, tubes: Tubes, places: Sequence[int], ruler: bool) -> Scene:
    """A picture of some tubes, and of nothing between them."""
    rack = rack_of(level)
    corners = [rack.corner(place) for place in places]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners) + 1, max(y for _, y in corners) + rack.height
    drawing = "".join(_standing(level, tubes, place, ruler) for place in places)
    moved = f'<g transform="translate({-left * CELL} {-top * CELL})">{drawing}</g>'
    return Scene(_svg(moved, (right - left) * CELL, (bottom - top) * CELL), left * CELL, top * CELL)


def _svg(drawing: str, width: int, height: int) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{drawing}</svg>'


def _standing(level: Level, tubes: Tubes, place: int, ruler: bool) -> str:
    """One tube in its place, on paper."""
    column, row = rack_of(level).corner(place)
    depth = level.capacity * CELL
    ground = f'<path fill="{_PAPER}" d="M0 0h{CELL}v{depth + 2 * CELL}H0z"/>'
    inside = f'<path fill="{_INSIDE}" d="M1 {CELL - 6}V{CELL + depth - 5}q0 5 5 5h4q5 0 5 -5V{CELL - 6}z"/>'
    units = "".join(
        _unit(unit, height, level.capacity, ruler) for height, unit in enumerate(shown(level, tubes)[place])
    )
    wall = f"M1 {CELL - 6}V{CELL + depth - 5}q0 5 5 5h4q5 0 5 -5V{CELL - 6}"
    glass = f'<path fill="none" stroke="{_GLASS}" stroke-width="1.5" stroke-linecap="round" d="{wall}"/>'
    name = label(TUBES[place], CELL / 2, CELL * 1.6 + depth, 7, _RULER) if ruler else ""
    return f'<g transform="translate({column * CELL} {row * CELL})">{ground}{inside}{units}{glass}{name}</g>'


def _unit(unit: str, height: int, capacity: int, ruler: bool) -> str:
    top = (capacity - height) * CELL
    bottom = f"v{CELL - 5}q0 5 -5 5h-4q-5 0 -5 -5z" if height == 0 else f"v{CELL}h-14z"
    paint = _HIDDEN if unit == UNKNOWN else PAINTS[unit]
    shape = f'<path fill="{paint}" d="M1 {top}h14{bottom}"/>'
    is_lettered = ruler or unit == UNKNOWN
    return shape + (label(unit.upper(), CELL / 2, top + CELL / 2, 6, _ink(paint)) if is_lettered else "")


def _ink(paint: str) -> str:
    """What can be read on a colour, by its relative luminance (WCAG 2.1)."""
    red, green, blue = (_linear(int(paint[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return _DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > _BRIGHT else _LIGHT


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
