"""What files say of levels of type g: that they are this project's interpretation, and which."""

from dataclasses import replace

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.zero_space.trees import zero_space_of
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.values import Entry

_OPEN_CORNERS = ("NE", "SE", "NW", "SW")
"""The corner without a wall in each orientation."""


def with_variant(entry: Entry) -> Entry:
    """An entry of a file whose comment names the variant where its level is of type g."""
    variant = _variant(entry.text)
    if not variant or variant in entry.comment:
        return entry
    return replace(entry, comment=f"{entry.comment}\n{variant}".strip())


def _variant(text: str) -> str:
    try:
        zero = zero_space_of(parse_level(text))
    except UnsupportedLevelError:
        return ""
    if zero.type[0] != "g":
        return ""
    hull = "square" if zero.type == "g-square" else f"L-{_OPEN_CORNERS[zero.orientation]}"
    return f"g variant={hull} (interpretation)"
