"""Codes of boards: rows with counts, the codes of the MF8 forum, and the address of SokoPlayer.

Rows with counts are those of the program Sokoban YASC (file format 0.17): `3#|#.3#`. In the forum's code `[soko=4,9]`
and behind `lvl=` in an address a wall is H, the player a, on a goal x, and floor `_`; `[sokojava=64,160]` holds XSB.
Sources: the programs USokoban and JSoko (FormatConverter), the form sokoban.cn/sokoplayer/url.php.
"""

import re
from typing import NamedTuple
from urllib.parse import parse_qs

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.counts import COUNTS, CountError, expand, shorten
from generator.puzzles.sokoban.notation.lines import Lines

MOST_LETTERS = 40_000
"""Letters that the rows of one board may have, with what surrounds it."""

MOST_CODE_LINES = 250
"""Lines of a forum code."""

_PLAYER = "http://sokoban.cn/sokoplayer/SokoPlayer_HTML5.php"

_LETTERED = re.compile(r"[#@+$*.\-_ pPmMbBo]+")
_COUNTED = re.compile(r" *[#@+$*.\-_pPmMbBo0-9()|]+")
_XSB_OF_SOK = str.maketrans("pPmMbBo", "@+@+$*.")

_MF8 = re.compile(r"[H$*.axX_\- #@+]*")
_XSB_OF_MF8 = str.maketrans("HaxX_ ", "#@++--")
_MF8_OF_XSB = str.maketrans("#@+-", "Hax_")

_SOKO = re.compile(r"\s*\[soko=[\d\s,]*\]", re.IGNORECASE)
_SOKO_END = re.compile(r"\[/soko\]", re.IGNORECASE)
_SOKOJAVA = re.compile(r"\s*\[sokojava=[\d\s,]*\]\s*\[param=['\"]?level['\"]?\](.*?)\[/param\]", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*(?:https?://)?[\w.-]+/sokoplayer/[^\s?]*\?(\S*)", re.IGNORECASE)


class Code(NamedTuple):
    """The rows of a board as XSB letters, and the index of the line after the code."""

    rows: list[str]
    after: int


def decoded_row(line: str, number: int) -> list[str] | None:
    """The rows of a line with counts, bars or the letters of .sok files, None where it has none of them.

    Raises LevelFormatError where a line that can be nothing else is wrong.
    """
    line = line.rstrip()
    if "#" not in line:
        return None
    if _LETTERED.fullmatch(line):
        return [line.translate(_XSB_OF_SOK)]
    if not _COUNTED.fullmatch(line):
        return None
    try:
        return expand(line.removesuffix("|"), MOST_LETTERS).translate(_XSB_OF_SOK).split("|")
    except CountError as error:
        if line.lstrip()[0] not in "#*-_":
            return None
        raise LevelFormatError(error.message, number, error.at + 1) from error


def has_counts(line: str) -> bool:
    """Whether a line that is a row has counts, brackets or bars, so that its columns are not those of the board."""
    return "|" in line or COUNTS.search(line) is not None


def read_code(lines: Lines, at: int) -> Code | None:
    """The forum code or address that begins at a line, None where there is none. Raises LevelFormatError."""
    line = lines[at]
    if _SOKO.match(line):
        return _forum_code(lines, at)
    java = _SOKOJAVA.match(line)
    if java:
        return Code([_row(row, at + 1) for row in java[1].split("|")], at + 1)
    address = _ADDRESS.match(line)
    if address:
        return _address_code(address[1], at)
    return None


def format_counted(level: Level) -> str:
    """The rows on one line, with counts and bars, without brackets and without floor at the ends of rows."""
    return "|".join(shorten(row.rstrip("-") or "-") for row in level.rows)


def format_mf8(level: Level) -> str:
    """The code of the MF8 forum."""
    rows = "\n".join(level.rows).translate(_MF8_OF_XSB)
    return f"[soko={level.width},{level.height}]\n{rows}\n[/soko]"


def format_sokojava(level: Level) -> str:
    """The code for the forum's Java player."""
    size = f"{16 * level.width},{16 * (level.height + 1)}"
    return f"[sokojava={size}][param='level']{'|'.join(level.rows)}[/param][/sokojava]"


def format_address(level: Level) -> str:
    """The address at which the level can be played; some browsers take only the first 2,000 letters of one."""
    rows = "|".join(level.rows).translate(_MF8_OF_XSB)
    return f"{_PLAYER}?w={level.width}&h={level.height}&lvl={rows}"


def _forum_code(lines: Lines, at: int) -> Code:
    rest = _SOKO.sub("", lines[at], count=1)
    rows: list[str] = []
    for number in range(at, min(len(lines), at + MOST_CODE_LINES)):
        line = lines[number] if number > at else rest
        end = _SOKO_END.search(line)
        rows.append(_row(line[: end.start()] if end else line, number + 1))
        if end:
            return Code(rows, number + 1)
    raise LevelFormatError("this code does not end; close it with [/soko] behind its last row", at + 1)


def _address_code(query: str, at: int) -> Code | None:
    try:
        fields = parse_qs(query.replace("&amp;", "&"), max_num_fields=20)
    except ValueError as error:
        raise LevelFormatError("this address has too many fields; give w, h and lvl", at + 1) from error
    if "lvl" not in fields:
        return None
    return Code([_row(row, at + 1) for row in fields["lvl"][0].split("|")], at + 1)


def _row(text: str, number: int) -> str:
    known = _MF8.match(text)
    if known is None or known.end() < len(text.rstrip()):
        wrong = text[known.end() if known else 0]
        raise LevelFormatError(
            "{letter!r} is not allowed in the code of a board; use H for a wall, $ for a box, . for a goal, * "
            "for a box on a goal, a for the player, x for the player on a goal, _ for floor",
            number,
            letter=wrong,
        )
    return text.rstrip().translate(_XSB_OF_MF8)
