"""Letters as SVG paths, so that a picture looks the same on every machine, with fonts or without."""

from collections.abc import Mapping

from generator.values import PICTURE_CELL

HEIGHT = 6
"""The height of a letter in its own units; it is 4 wide."""
ADVANCE = 5.5
"""From one letter to the next."""

_OUTLINES: Mapping[str, str] = {
    "A": "M0 6V2L2 0L4 2V6M0 4H4",
    "B": "M0 0V6H3L4 5V4L3 3H0M3 3L4 2V1L3 0H0",
    "C": "M4 1L3 0H1L0 1V5L1 6H3L4 5",
    "D": "M0 0V6H2L4 4V2L2 0Z",
    "E": "M4 0H0V6H4M0 3H3",
    "F": "M4 0H0V6M0 3H3",
    "G": "M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2",
    "H": "M0 0V6M4 0V6M0 3H4",
    "I": "M1 0H3M2 0V6M1 6H3",
    "J": "M4 0V5L3 6H1L0 5",
    "K": "M0 0V6M4 0L0 4M1 3L4 6",
    "L": "M0 0V6H4",
    "M": "M0 6V0L2 3L4 0V6",
    "N": "M0 6V0L4 6V0",
    "O": "M1 0H3L4 1V5L3 6H1L0 5V1Z",
    "P": "M0 6V0H3L4 1V2L3 3H0",
    "Q": "M1 0H3L4 1V5L3 6H1L0 5V1ZM2 4L4 6",
    "R": "M0 6V0H3L4 1V2L3 3H0M2 3L4 6",
    "S": "M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5",
    "T": "M0 0H4M2 0V6",
    "U": "M0 0V5L1 6H3L4 5V0",
    "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 3L3 6L4 0",
    "X": "M0 0L4 6M4 0L0 6",
    "Y": "M0 0L2 3L4 0M2 3V6",
    "Z": "M0 0H4L0 6H4",
    "0": "M1 0H3L4 1V5L3 6H1L0 5V1Z",
    "1": "M1 1L2 0V6M1 6H3",
    "2": "M0 1L1 0H3L4 1V2L0 6H4",
    "3": "M0 0H4L2 2.5H3L4 3.5V5L3 6H1L0 5",
    "4": "M3 6V0L0 4H4",
    "5": "M4 0H0V2.5H3L4 3.5V5L3 6H1L0 5",
    "6": "M3 0L0 3V5L1 6H3L4 5V4L3 3H0",
    "7": "M0 0H4L1 6",
    "8": "M1 3L0 2V1L1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3",
    "9": "M1 6L4 3V1L3 0H1L0 1V2L1 3H4",
    "!": "M2 0V4M2 5.5V6",
    '"': "M1 0V2M3 0V2",
    "#": "M1 0V6M3 0V6M0 2H4M0 4H4",
    "$": "M4 1H1L0 2L1 3H3L4 4L3 5H0M2 0V6",
    "%": "M4 0L0 6M0 0H1V1H0ZM3 5H4V6H3Z",
    "&": "M4 6L0 1L1 0H2L3 1L0 4V5L1 6H2L4 4",
    "'": "M2 0V2",
    "(": "M3 0L2 1V5L3 6",
    ")": "M1 0L2 1V5L1 6",
    "*": "M2 1V5M0 2L4 4M4 2L0 4",
    "+": "M2 1V5M0 3H4",
    ",": "M2 5V6L1 7",
    "-": "M0 3H4",
    ".": "M2 5.5V6",
    "/": "M4 0L0 6",
    ":": "M2 1.5V2M2 4.5V5",
    ";": "M2 1.5V2M2 4.5V5L1 6",
    "<": "M4 1L0 3L4 5",
    "=": "M0 2H4M0 4H4",
    ">": "M0 1L4 3L0 5",
    "?": "M0 1L1 0H3L4 1V2L2 3V4M2 5.5V6",
    "@": "M3 4H1V2H3V4H4V1L3 0H1L0 1V5L1 6H4",
    "[": "M3 0H1V6H3",
    "\\": "M0 0L4 6",
    "]": "M1 0H3V6H1",
    "^": "M0 2L2 0L4 2",
    "_": "M0 6H4",
    "`": "M1 0L3 2",
    "{": "M3 0H2V2L1 3L2 4V6H3",
    "|": "M2 0V6",
    "}": "M1 0H2V2L3 3L2 4V6H1",
    "~": "M0 3L1 2L3 4L4 3",
}
_OTHER = "M0 0H4V6H0Z"
"""Stands for letters of other scripts."""


def label(text: str, x: float, y: float, height: float, colour: str) -> str:
    """A group of SVG paths that writes capitals, digits and ASCII signs with their middle at (x, y)."""
    scale = height / HEIGHT
    left = x - scale * (ADVANCE * (len(text) - 1) + 4) / 2
    paths = "".join(
        f'<path transform="translate({ADVANCE * place:g})" d="{_OUTLINES[letter]}"/>'
        for place, letter in enumerate(text)
    )
    place = f"translate({left:g} {y - height / 2:g}) scale({scale:g})"
    pen = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="{place}" fill="none" stroke="{colour}" {pen}>{paths}</g>'


def text_picture(text: str) -> str:
    """Lines of text as a standalone SVG picture, each letter in a cell; small letters are drawn as low capitals."""
    lines = text.split("\n")
    letters = "".join(
        _in_cell(letter, column, row)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if not letter.isspace()
    )
    width, height = PICTURE_CELL * max(1, *map(len, lines)), PICTURE_CELL * len(lines)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{letters}</svg>'


def _in_cell(letter: str, column: int, row: int) -> str:
    outline = _OUTLINES.get(letter.upper(), _OTHER)
    scale = PICTURE_CELL / (20 if letter.islower() else 14)
    left = PICTURE_CELL * (column + 0.5) - 2 * scale
    place = f"translate({left:g} {PICTURE_CELL * (row + 0.75) - HEIGHT * scale:g}) scale({scale:g})"
    return f'<path transform="{place}" d="{outline}" fill="none" stroke="#444444"/>'
