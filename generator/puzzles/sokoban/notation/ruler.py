"""The ruler of the forums: a cell is its column in letters (A to Z, AA ...) and its row in digits, from the top."""

import re
from string import ascii_uppercase

Cell = tuple[int, int]
"""Row and column, from 0."""

_CELL = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,3})")
_BASE = len(ascii_uppercase)


def cell_name(cell: Cell) -> str:
    """The name of a cell: (2, 0) is A3."""
    row, column = cell
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """The letters of a column: 0 is A, 26 is AA."""
    letters = ""
    while column >= 0:
        letters = ascii_uppercase[column % _BASE] + letters
        column = column // _BASE - 1
    return letters


def parse_cell(text: str) -> Cell | None:
    """The cell of a name, in capitals or not, or None where it is no name of a cell."""
    name = _CELL.fullmatch(text.strip())
    if name is None:
        return None
    column = 0
    for letter in name[1].upper():
        column = column * _BASE + ascii_uppercase.index(letter) + 1
    return int(name[2]) - 1, column - 1
