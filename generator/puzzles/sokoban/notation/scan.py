"""Splits the text of a level file into boards and notes; what belongs together is not decided here."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.board import BOARD_LETTERS
from generator.puzzles.sokoban.notation.lurd import MOVE_LETTERS

LARGEST_TEXT = 64 * 2**20
"""Most characters of a file."""

MOST_LINES = 1_000_000
"""Most lines of a file: short lines cost memory, whatever they say."""

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
COMMENT_START = re.compile(r"\s*comment\s*:", re.IGNORECASE)
COMMENT_END = re.compile(r"\s*comment[-_]end\s*(:\s*)?$", re.IGNORECASE)

_ROWS = re.compile(f"[{re.escape(BOARD_LETTERS)}]+")
_MOVES = re.compile(rf"[{MOVE_LETTERS}\s]*")
_KEY = re.compile(r"\s*([A-Za-z][\w-]{0,39})\s*:")


class Kind(StrEnum):
    """What a line of a level file is."""

    BOARD = "board"
    BLANK = "blank"
    TITLE = "title"
    AUTHOR = "author"
    COMMENT = "comment"
    SOLUTION = "solution"
    NAME = "name"
    """Lines that begin with a semicolon, as in the files of XSokoban."""
    KEY = "key"
    """`Key: value` with a key that no level needs."""
    TEXT = "text"


class Item(NamedTuple):
    """One thing that a file says; `line` is the number of its first line."""

    kind: Kind
    text: str
    line: int


def scan(text: str) -> list[Item]:
    """Everything the text says, in its order; the text of a board is its lines as they are.

    Raises LevelFormatError.
    """
    lines = _lines(text)
    items = []
    at = 0
    while at < len(lines):
        item, at = _item(lines, at)
        items.append(item)
    return items


def _lines(text: str) -> list[str]:
    if len(text) > LARGEST_TEXT:
        raise LevelFormatError(f"this text is longer than {LARGEST_TEXT:,} characters; split it into several files")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MOST_LINES:
        raise LevelFormatError(f"this text has more than {MOST_LINES:,} lines; split it into several files")
    control = CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        column = control.start() - text.rfind("\n", 0, control.start())
        problem = f"this is no text but binary content ({control[0]!r}); give a level file in plain text"
        raise LevelFormatError(problem, line, column)
    return text.split("\n")


def _item(lines: Sequence[str], at: int) -> tuple[Item, int]:
    """The item that begins at a line, and the index of the line after it."""
    line = lines[at]
    if not line or line.isspace() or COMMENT_END.match(line):
        return Item(Kind.BLANK, "", at + 1), at + 1
    if _is_row(line):
        return _board(lines, at)
    if line.lstrip().startswith(";"):
        return _names(lines, at)
    _refuse_misspelt_row(line, at + 1)
    if line.lstrip()[:8].lower() == "solution":
        moves, after = _solution(lines, at)
        if moves:
            return Item(Kind.SOLUTION, moves, at + 1), after
    key = _KEY.match(line)
    if key:
        return _keyed(lines, at, key[1].lower(), line[key.end() :].strip())
    return Item(Kind.TEXT, line.strip(), at + 1), at + 1


def _is_row(line: str) -> bool:
    return _ROWS.fullmatch(line.rstrip()) is not None


def _board(lines: Sequence[str], at: int) -> tuple[Item, int]:
    after = at
    while after < len(lines) and _is_row(lines[after]):
        after += 1
    text = "\n".join(line.rstrip() for line in lines[at:after])
    return Item(Kind.BOARD if "#" in text else Kind.TEXT, text, at + 1), after


def _names(lines: Sequence[str], at: int) -> tuple[Item, int]:
    after = at
    while after < len(lines) and lines[after].lstrip().startswith(";"):
        after += 1
    names = (line.strip().lstrip(";").strip() for line in lines[at:after])
    return Item(Kind.NAME, "\n".join(name for name in names if name), at + 1), after


def _refuse_misspelt_row(line: str, number: int) -> None:
    if line.lstrip()[0] not in "#*-_" or "#" not in line:
        return
    column = next(column for column, letter in enumerate(line, 1) if letter not in BOARD_LETTERS)
    problem = (
        f"{line[column - 1]!r} has no place in a row of a level; use '#' for a wall, '$' for a box, "
        "'.' for a goal, '*' for a box on a goal, '@' for the player, '+' for the player on a goal, "
        "'-', '_' or a space for floor"
    )
    raise LevelFormatError(problem, number, column)


def _solution(lines: Sequence[str], at: int) -> tuple[str, int]:
    """The moves in and after a line such as `Solution (12/3): rrDD`, and the index of the line behind them.

    There are none where the line is but a text.
    """
    line = lines[at]
    mark = max(line.rfind(":"), line.rfind(")"))
    parts = [line[mark + 1 :]] if mark >= 0 else [""]
    if not _MOVES.fullmatch(parts[0]):
        return "", at
    after = at + 1
    if not parts[0].strip():
        while after < len(lines) and not lines[after].strip():
            after += 1
    while after < len(lines) and lines[after].strip() and _MOVES.fullmatch(lines[after]):
        parts.append(lines[after])
        after += 1
    return "".join("".join(parts).split()), after


def _keyed(lines: Sequence[str], at: int, key: str, value: str) -> tuple[Item, int]:
    if key in ("title", "author"):
        return Item(Kind(key), value, at + 1), at + 1
    if key == "comment":
        return _comment(lines, at, value)
    return Item(Kind.KEY, lines[at].strip(), at + 1), at + 1


def _comment(lines: Sequence[str], at: int, value: str) -> tuple[Item, int]:
    """One line, or a block if nothing follows the colon and an end comes before the next comment begins."""
    if not value:
        for end in range(at + 1, len(lines)):
            if COMMENT_END.match(lines[end]):
                text = "\n".join(line.rstrip() for line in lines[at + 1 : end])
                return Item(Kind.COMMENT, text.strip("\n"), at + 1), end + 1
            if COMMENT_START.match(lines[end]):
                break
    return Item(Kind.COMMENT, value, at + 1), at + 1
