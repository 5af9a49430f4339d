"""Splits the text of a level file into boards and notes; what belongs together is not decided here."""

import re
from enum import StrEnum
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.notation.board import BOARD_LETTERS
from generator.puzzles.sokoban.notation.codes import MOST_LETTERS, decoded_row, has_counts, read_code
from generator.puzzles.sokoban.notation.games import read_saved_game, read_solution
from generator.puzzles.sokoban.notation.lines import MOST_LINES, Lines, too_many_lines

LARGEST_NOTES = 64 * 2**20
"""Most characters of a file beside those of solutions."""

MOST_DECODED = 64 * 2**20
"""Most letters that counts and codes of one file may be multiplied out to."""

COMMENT_START = re.compile(r"\s*comment\s*:", re.IGNORECASE)
COMMENT_END = re.compile(r"\s*comment[-_]end\s*(:\s*)?$", re.IGNORECASE)

_ROW_LETTERS = BOARD_LETTERS + "pPmMbBo"
_ROW = re.compile(f"[{re.escape(BOARD_LETTERS)}]+")
_KEY = re.compile(r"\s*([A-Za-z][\w-]{0,39})\s*:")


class Kind(StrEnum):
    """What a line of a level file is."""

    BOARD = "board"
    CODED_BOARD = "coded board"
    """The rows of a board whose lines and columns are not those of the file."""
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


_Found = tuple[list[Item], int]
"""What begins at a line, and the index of the line after it."""


def scan(text: str) -> list[Item]:
    """Everything the text says, in its order.

    The text of a board is its rows, of a solution its moves as letters alone. Saved games that are no solutions
    are left out, and so are lines after `::`, which YASC's programs do not show. Raises LevelFormatError.
    """
    lines = Lines(text)
    items: list[Item] = []
    at = noted_lines = noted = decoded = 0
    while at < len(lines):
        found, after = _found(lines, at)
        length, last = lines.length(at, after), found[-1]
        decoded += max(len(last.text) - length, 0)
        solved = last.kind is Kind.SOLUTION
        noted_lines += 1 if solved else after - at
        noted += 0 if solved else length
        _refuse_excess(noted_lines, noted, decoded, at + 1)
        items += found
        at = after
    return items


def _refuse_excess(noted_lines: int, noted: int, decoded: int, number: int) -> None:
    if noted_lines > MOST_LINES + 1:
        raise too_many_lines()
    if noted > LARGEST_NOTES + 1:
        raise LevelFormatError(
            "apart from its solutions, this text is longer than {most:,} characters; split it into several files",
            most=LARGEST_NOTES,
        )
    if decoded > MOST_DECODED:
        raise LevelFormatError(
            "the counts up to here make more than {most:,} letters; split the text into several files",
            number,
            most=MOST_DECODED,
        )


def _found(lines: Lines, at: int) -> _Found:
    if _is_blank(lines[at]):
        return _blank(lines, at)
    return _board(lines, at) or _names(lines, at) or _code(lines, at) or _game(lines, at) or _note(lines, at)


def _is_blank(line: str) -> bool:
    return not line or line.isspace() or line.startswith("::") or COMMENT_END.match(line) is not None


def _blank(lines: Lines, at: int) -> _Found:
    after = at + 1
    while after < len(lines) and _is_blank(lines[after]):
        after += 1
    return [Item(Kind.BLANK, "", at + 1)], after


def _rows(line: str, number: int) -> list[str] | None:
    line = line.rstrip()
    return [line] if _ROW.fullmatch(line) else decoded_row(line, number)


def _board(lines: Lines, at: int) -> _Found | None:
    after, drawn, coded, letters = at, [], False, 0
    while after < len(lines) and (rows := _rows(lines[after], after + 1)):
        drawn += rows
        if has_counts(lines[after]):
            coded = True
            letters += sum(map(len, rows))
        _refuse_large_code(letters, at + 1)
        after += 1
    if not drawn:
        return None
    text = "\n".join(drawn)
    if "#" not in text:
        return [Item(Kind.TEXT, text, at + 1)], after
    return [Item(Kind.CODED_BOARD if coded else Kind.BOARD, text, at + 1)], after


def _refuse_large_code(letters: int, number: int) -> None:
    if letters > MOST_LETTERS:
        raise LevelFormatError(
            "with its counts multiplied out this board has more than {most:,} letters; make it smaller",
            number,
            most=MOST_LETTERS,
        )


def _names(lines: Lines, at: int) -> _Found | None:
    after = at
    while after < len(lines) and lines[after].lstrip().startswith(";"):
        after += 1
    if after == at:
        return None
    names = (line.strip().lstrip(";").strip() for line in lines.between(at, after))
    return [Item(Kind.NAME, "\n".join(name for name in names if name), at + 1)], after


def _code(lines: Lines, at: int) -> _Found | None:
    code = read_code(lines, at)
    return ([Item(Kind.CODED_BOARD, "\n".join(code.rows), at + 1)], code.after) if code else None


def _refuse_misspelt_row(line: str, number: int) -> None:
    if line.lstrip()[0] not in "#*-_" or "#" not in line:
        return
    column = next(column for column, letter in enumerate(line, 1) if letter not in _ROW_LETTERS)
    raise LevelFormatError(
        "{letter!r} is not allowed in a row of a level; use '#' for a wall, '$' for a box, '.' for a goal, '*' "
        "for a box on a goal, '@' for the player, '+' for the player on a goal, '-', '_' or a space for floor",
        number,
        column,
        letter=line[column - 1],
    )


def _game(lines: Lines, at: int) -> _Found | None:
    saved = read_saved_game(lines, at)
    if saved:
        return [Item(Kind.BLANK, "", at + 1)], saved.after
    solution = read_solution(lines, at)
    if not solution:
        return None
    notes = [Item(Kind.KEY, note, at + 1) for note in solution.notes]
    return [*notes, Item(Kind.SOLUTION, solution.moves, at + 1)], solution.after


def _note(lines: Lines, at: int) -> _Found:
    line = lines[at]
    _refuse_misspelt_row(line, at + 1)
    key = _KEY.match(line)
    if not key:
        return [Item(Kind.TEXT, line.strip(), at + 1)], at + 1
    name, value = key[1].lower(), line[key.end() :].strip()
    if name == "comment":
        return _comment(lines, at, value)
    if name in ("title", "author"):
        return [Item(Kind(name), value, at + 1)], at + 1
    return [Item(Kind.KEY, line.strip(), at + 1)], at + 1


def _comment(lines: Lines, at: int, value: str) -> _Found:
    """One line, or a block if nothing follows the colon and an end comes before the next comment begins."""
    if not value:
        for end in range(at + 1, len(lines)):
            if COMMENT_END.match(lines[end]):
                text = "\n".join(line.rstrip() for line in lines.between(at + 1, end))
                return [Item(Kind.COMMENT, text.strip("\n"), at + 1)], end + 1
            if COMMENT_START.match(lines[end]):
                break
    return [Item(Kind.COMMENT, value, at + 1)], at + 1
