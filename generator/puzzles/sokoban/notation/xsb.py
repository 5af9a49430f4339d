"""XSB, the text format of Sokoban levels, and text files of many levels with their notes.

The dialects, .sok among them, differ in where they write what a level is called. Read are keys (`Title:`, `Author:`,
`Comment:`, `Solution:`) behind or before the boards, names after a semicolon behind or before the boards, and
a line of free text before a board. A board may be in any of the codes that `codes` knows.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.board import Reader, read_board, read_decoded_board
from generator.puzzles.sokoban.notation.lines import one_line, trimmed
from generator.puzzles.sokoban.notation.scan import Item, Kind, scan
from generator.values import Entry


class _Notes(NamedTuple):
    """What a file says of one level before its board, in a line of text just before it, and behind it."""

    before: Sequence[Item]
    heading: str
    behind: Sequence[Item]


def parse_level(text: str) -> Level:
    """The only level of a text.

    Raises LevelFormatError.
    """
    boards, _ = _boards_and_gaps(scan(text))
    if len(boards) > 1:
        raise LevelFormatError("a second level begins here; give a text with just one", boards[1].line)
    return _level(boards[0], read_board)


def format_level(level: Level) -> str:
    """The rows of the board, without a line end after the last."""
    return "\n".join(level.rows)


def written_level(text: str) -> Level:
    """The level of a text that `format_level` wrote, which is not checked again."""
    return Level(tuple(text.split("\n")))


def parse_each(text: str, read: Reader = read_board) -> list[Entry | LevelFormatError]:
    """All levels of a file, each with its notes, or why its board is none.

    What is no title, author or solution joins the comment. Raises LevelFormatError where there is no board.
    """
    boards, gaps = _boards_and_gaps(scan(text))
    return [_entry(board, notes, read) for board, notes in zip(boards, _share_out(gaps), strict=True)]


def _boards_and_gaps(items: Iterable[Item]) -> tuple[list[Item], list[list[Item]]]:
    """The boards and, one more than these, the notes before, between and behind them."""
    boards: list[Item] = []
    gaps: list[list[Item]] = [[]]
    for item in items:
        if item.kind in (Kind.BOARD, Kind.CODED_BOARD):
            boards.append(item)
            gaps.append([])
        else:
            gaps[-1].append(item)
    if not boards:
        raise LevelFormatError(
            "there is no level in this text; draw one with '#' walls, '@' player, '$' boxes and '.' goals"
        )
    return boards, gaps


def _level(board: Item, read: Reader) -> Level:
    rows = board.text.split("\n")
    return read(rows, board.line) if board.kind is Kind.BOARD else read_decoded_board(rows, board.line, read)


def _share_out(gaps: Sequence[Sequence[Item]]) -> list[_Notes]:
    """Give each level its notes: a gap's first part goes to the level before it, the rest to the next."""
    names_lead = _lead(Kind.NAME, gaps)
    keys_lead = _lead(Kind.TITLE, gaps)
    before, heading = _cut_heading(gaps[0])
    notes = []
    for gap in gaps[1:-1]:
        rest, next_heading = _cut_heading(gap)
        cut = _first_of_next(rest, names_lead, keys_lead)
        notes.append(_Notes(before, heading, rest[:cut]))
        before, heading = rest[cut:], next_heading
    notes.append(_Notes(before, heading, gaps[-1]))
    return notes


def _lead(kind: Kind, gaps: Sequence[Sequence[Item]]) -> bool:
    """Whether notes of this kind stand before their boards: one before the first and none behind the last."""
    return any(item.kind is kind for item in gaps[0]) and all(item.kind is not kind for item in gaps[-1])


def _cut_heading(gap: Sequence[Item]) -> tuple[Sequence[Item], str]:
    """Take off the last line before a board if it is free text after a blank line or the only text there."""
    said = [index for index, item in enumerate(gap) if item.kind is not Kind.BLANK]
    if not said:
        return gap, ""
    last = said[-1]
    is_heading = gap[last].kind is Kind.TEXT and any(letter.isalnum() for letter in gap[last].text)
    if is_heading and (len(said) == 1 or gap[last - 1].kind is Kind.BLANK):
        return gap[:last], gap[last].text
    return gap, ""


def _first_of_next(gap: Sequence[Item], names_lead: bool, keys_lead: bool) -> int:
    """The index in a gap from which on its notes belong to the next board."""
    cuts = [len(gap)]
    if names_lead:
        cuts += [index for index, item in enumerate(gap) if item.kind is Kind.NAME][:1]
    if keys_lead:
        cuts.append(max((index + 1 for index, item in enumerate(gap) if item.kind is Kind.SOLUTION), default=0))
    return min(cuts)


def _entry(board: Item, notes: _Notes, read: Reader) -> Entry | LevelFormatError:
    try:
        level = _level(board, read)
    except LevelFormatError as error:
        return error
    said = [*notes.before, Item(Kind.TEXT, notes.heading, board.line), *notes.behind]
    title = _first(Kind.TITLE, said) or notes.heading or _name(notes)
    author = _first(Kind.AUTHOR, said)
    solution = _first(Kind.SOLUTION, said)
    left = [line for item in said for line in _unused(item, title, author, solution)]
    comment = trimmed("\n".join(left))
    return Entry(format_level(level), one_line(title), one_line(author), comment, solution)


def _first(kind: Kind, items: Iterable[Item]) -> str:
    return next((item.text for item in items if item.kind is kind and item.text), "")


def _name(notes: _Notes) -> str:
    """The name after a semicolon that is nearest to the board."""
    name = _first(Kind.NAME, reversed(notes.before)) or _first(Kind.NAME, notes.behind)
    return name.partition("\n")[0]


def _unused(item: Item, title: str, author: str, solution: str) -> list[str]:
    """The lines of a note that neither title, author nor solution have taken."""
    match item.kind:
        case Kind.TITLE | Kind.AUTHOR | Kind.SOLUTION:
            known = item.text in (title, author, solution, "")
            return [] if known else [f"{item.kind.capitalize()}: {item.text}"]
        case Kind.NAME | Kind.TEXT:
            return [line for line in item.text.split("\n") if line not in (title, "")]
        case Kind.COMMENT | Kind.KEY:
            return [item.text]
        case _:
            return []
