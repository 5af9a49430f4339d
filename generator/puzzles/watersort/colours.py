"""Names and looks of the colours; the first twelve are those of nameofcsdn's article, in its order."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Colour(NamedTuple):
    """A colour by its name, and how it is painted."""

    name: str
    paint: str


COLOURS: Sequence[Colour] = (
    Colour("yellow", "#f5d13b"),
    Colour("green", "#2f8f3a"),
    Colour("emerald", "#5fd39a"),
    Colour("cyan", "#4cc9e6"),
    Colour("blue", "#2c55d6"),
    Colour("purple", "#7b3fb5"),
    Colour("brown", "#7c4a21"),
    Colour("orange", "#f08a24"),
    Colour("red", "#cf2433"),
    Colour("slate", "#6d8296"),
    Colour("tan", "#c9a36b"),
    Colour("pink", "#f49ac1"),
    Colour("olive", "#8b8f1f"),
    Colour("navy", "#1b2a5e"),
    Colour("lime", "#b2e632"),
    Colour("magenta", "#d92fb0"),
    Colour("teal", "#15757a"),
    Colour("salmon", "#f4806a"),
    Colour("lavender", "#bda7f0"),
    Colour("maroon", "#6e1530"),
    Colour("mint", "#bdf0d3"),
    Colour("grey", "#b4b4b4"),
    Colour("black", "#2b2b2b"),
    Colour("cream", "#fbeccb"),
)

LETTERS = "abcdefghijklmnopqrstuvwx"
"""The letter of each colour in a level's text."""

NAMES: Mapping[str, str] = {letter: colour.name for letter, colour in zip(LETTERS, COLOURS, strict=True)}
PAINTS: Mapping[str, str] = {letter: colour.paint for letter, colour in zip(LETTERS, COLOURS, strict=True)}
