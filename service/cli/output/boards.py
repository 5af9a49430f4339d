"""Boards on a terminal: big ones to look at, small ones to see many at once, plain ones for files and pipes."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from generator import CellStyle, get_declaration

GAP = 2
"""Columns between two boards."""
WIDEST_GALLERY = 160
"""Columns over which boards are spread at most."""
PIPED_GALLERY = 80
"""The same where nobody knows how wide a terminal will be."""
BIG_ACROSS = 3
"""How many big boards must fit side by side; else all of them are small."""


class Picture(NamedTuple):
    """A level to be drawn, and the lines to be written under it."""

    family: str
    text: str
    caption: Sequence[str]


UPPER_HALF = "\N{UPPER HALF BLOCK}"


def board_of(console: Console, picture: Picture) -> Text:
    """One board with its caption, as large as the terminal allows."""
    return _captioned(console, picture, big=2 * len(picture.text.split("\n")[0]) <= console.width)


def gallery(console: Console, pictures: Sequence[Picture]) -> RenderableType:
    """Boards side by side, with their captions."""
    width = min(console.width, WIDEST_GALLERY) if console.is_terminal else PIPED_GALLERY
    widest = max(len(picture.text.split("\n")[0]) for picture in pictures)
    big = BIG_ACROSS * (2 * widest + GAP) <= width + GAP
    boards = [_captioned(console, picture, big) for picture in pictures]
    across = max(1, (width + GAP) // (max(console.measure(board).maximum for board in boards) + GAP))
    table = Table.grid(padding=(0, GAP, 1, 0))
    for start in range(0, len(boards), across):
        table.add_row(*boards[start : start + across])
    return table


def small_boards(console: Console, pictures: Sequence[Picture], width: int, height: int) -> list[RenderableType]:
    """As many small boards as fit a place, each with the gap to the next one; none where they are too high."""
    fitting: list[RenderableType] = []
    for board in (_captioned(console, picture, big=False) for picture in pictures):
        width -= console.measure(board).maximum + GAP
        if width < 0 or board.plain.count("\n") + 1 > height:
            break
        fitting.append(Padding(board, (0, GAP, 0, 0)))
    return fitting


def _captioned(console: Console, picture: Picture, big: bool) -> Text:
    lines = [*_drawn(console, picture, big), *map(Text, picture.caption)]
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def _drawn(console: Console, picture: Picture, big: bool) -> list[Text]:
    rows, cells = picture.text.split("\n"), get_declaration(picture.family).cells
    # With NO_COLOR a console still knows a system of colours; it only leaves them out, and walls with them.
    if not cells or console.color_system is None or console.no_color:
        return [Text(row) for row in rows]
    if big:
        return _big(rows, cells)
    has_dots = all(letter in cells and cells[letter].dot for row in rows for letter in row)
    return _small(rows, cells) if has_dots and not console.options.ascii_only else [Text(row) for row in rows]


def _big(rows: Sequence[str], cells: Mapping[str, CellStyle]) -> list[Text]:
    """Two letters a cell, which makes it a square."""
    looks = {letter: _look(letter, cells) for row in rows for letter in row}
    return [Text.assemble(*(looks[letter] for letter in row)) for row in rows]


def _look(letter: str, cells: Mapping[str, CellStyle]) -> tuple[str, Style]:
    """A cell; a letter of which the family says nothing is drawn as it is."""
    cell = cells.get(letter, CellStyle(f"{letter} ", "", "", ""))
    return cell.letters, Style.parse(cell.ink) + Style(bgcolor=cell.ground or None, bold=True)


def _small(rows: Sequence[str], cells: Mapping[str, CellStyle]) -> list[Text]:
    """Half a letter a cell, upper and lower, which makes it a square too."""
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue="")
    return [
        Text.assemble(*((UPPER_HALF, _halves(above, below, cells)) for above, below in zip_longest(upper, lower)))
        for upper, lower in pairs
    ]


def _halves(above: str, below: str | None, cells: Mapping[str, CellStyle]) -> Style:
    return Style(color=cells[above].dot, bgcolor=cells[below].dot if below else None)
