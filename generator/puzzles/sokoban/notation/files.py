"""Files of levels in every format: read by what the text itself says, written as the format's programs read it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.level_collections import all_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation import codes, slc, xsb
from generator.puzzles.sokoban.notation.board import read_board, read_open_board
from generator.puzzles.sokoban.notation.counts import shorten
from generator.puzzles.sokoban.notation.lines import one_line, trimmed
from generator.puzzles.sokoban.notation.lurd import MOVE_LETTERS, parse_moves, wrap_moves
from generator.puzzles.sokoban.notation.scan import COMMENT_END, COMMENT_START, Kind, scan
from generator.values import Entry

_BLOCK = 1_000_000
"""Moves that are cut into lines at once: lines take several times the memory of their letters."""

_COUNTED_LINE = re.compile(rf"[0-9{MOVE_LETTERS}]{{0,99}}[{MOVE_LETTERS}]")


class _Style(NamedTuple):
    """How a text format writes what is not the same in all of them."""

    board: Callable[[Level], str]
    with_title_line: bool = False
    with_counts: bool = False


_STYLES: Mapping[str, _Style] = {
    "xsb": _Style(xsb.format_level),
    "rle": _Style(codes.format_counted, with_counts=True),
    "sok": _Style(xsb.format_level, with_title_line=True),
    "mf8": _Style(codes.format_mf8),
    "sokojava": _Style(codes.format_sokojava),
    "url": _Style(codes.format_address),
}


def parse_file(text: str) -> list[Entry]:
    """All levels of a file in any format.

    Raises LevelFormatError.
    """
    return all_of(parse_each(text))


def parse_each(text: str, close_edges: bool = False) -> list[Entry | LevelFormatError]:
    """Every level of a file in any format, or the error that says what is wrong with it.

    With `close_edges` the edge of a board counts as a wall. Raises LevelFormatError where no level can be made out in
    the file.
    """
    read = read_open_board if close_edges else read_board
    return slc.parse_each(text, read) if slc.is_slc(text) else xsb.parse_each(text, read)


def format_file(entries: Iterable[Entry], format_: str = "xsb") -> Iterator[str]:
    """A file of all these levels in a format of FORMATS, which parse_file reads back, in pieces.

    White space in a title or author becomes single spaces. Raises LevelFormatError or IllegalMoveError for an
    entry whose level or solution is none.
    """
    if format_ == "slc":
        yield from slc.format_file(entries)
        return
    for index, entry in enumerate(entries):
        yield "\n" if index else ""
        yield from _format_entry(entry, _STYLES[format_])


def _format_entry(entry: Entry, style: _Style) -> Iterator[str]:
    title, author = one_line(entry.title), one_line(entry.author)
    lines = [f"{title}\n"] if style.with_title_line and _is_title_line(title) else []
    lines.append(style.board(xsb.parse_level(entry.text)))
    lines += [""] if style.with_title_line else []
    lines += [f"Title: {title}"] if title else []
    lines += [f"Author: {author}"] if author else []
    lines += _comment(entry.comment)
    yield "\n".join(lines) + "\n"
    moves = parse_moves(entry.solution)
    if moves:
        yield _solution_title(moves, style)
        yield from _wrapped(moves, style)


def _is_title_line(title: str) -> bool:
    """Whether a reader takes this line, where it stands alone, for a title and for nothing else."""
    try:
        (item,) = scan(title)
    except LevelFormatError:
        return False
    return (
        not slc.is_slc(title)
        and item.kind is Kind.TEXT
        and item.text == title
        and any(letter.isalnum() for letter in title)
    )


def _comment(comment: str) -> list[str]:
    lines = trimmed(comment).split("\n")
    if len(lines) == 1:
        return [f"Comment: {lines[0]}"] if lines[0] else []
    return ["Comment:", *(_quoted(line) for line in lines), "Comment-End:"]


def _quoted(line: str) -> str:
    """A line that would begin or end a comment must not do so inside of one."""
    return f"> {line}" if COMMENT_START.match(line) or COMMENT_END.match(line) else line


def _solution_title(moves: str, style: _Style) -> str:
    if not style.with_title_line:
        return "Solution:\n"
    pushes = sum(map(moves.count, "LURD"))
    return f"\nSolution ({len(moves)}/{pushes})\n"


def _wrapped(moves: str, style: _Style) -> Iterator[str]:
    for start in range(0, len(moves), _BLOCK):
        block = moves[start : start + _BLOCK]
        yield _COUNTED_LINE.sub("\\g<0>\n", shorten(block)) if style.with_counts else wrap_moves(block) + "\n"
