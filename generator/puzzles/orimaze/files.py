"""Files of levels: the rows of a grid, and what else is known about it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from generator.errors import LevelFormatError
from generator.level_collections import Found, all_of
from generator.puzzles.orimaze.level import format_level, parse_level
from generator.puzzles.orimaze.sokoban.board import WALL
from generator.puzzles.orimaze.sokoban.conversion import recognised
from generator.values import Entry

_LINE_END = re.compile(r"\r\n?|\n")
_TITLE = re.compile(r";\s*(.*)")
_FIELD = re.compile(r"(title|author|comment|solution):\s*(.*)", re.ASCII | re.IGNORECASE)


def parse_file(text: str) -> list[Entry]:
    """All levels of a file; each ends with a blank line. Raises LevelFormatError, with the line of the file."""
    return all_of(parse_each(text))


def parse_each(text: str) -> list[Found]:
    """Every level of a file, or what is wrong with it. Raises LevelFormatError where there is none."""
    found: list[Found] = []
    lines = [line.strip() for line in _LINE_END.split(text.removeprefix("\ufeff"))]
    at = 0
    while at < len(lines):
        end = next((place for place in range(at, len(lines)) if not lines[place]), len(lines))
        if end > at:
            try:
                found.append(_entry(lines[at:end], at + 1))
            except LevelFormatError as error:
                found.append(error)
        at = end + 1
    if not found:
        raise LevelFormatError("there is no level in this file; write rows of H, V and one dot")
    return found


def format_text(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level's title and rows, and what else is known about it, with a blank line between levels.

    White space in titles and the other notes becomes single spaces.
    """
    for index, entry in enumerate(entries):
        title, *notes = map(_one_line, (entry.title, entry.author, entry.comment, entry.solution))
        said = [f"{name}: {note}" for name, note in zip(("Author", "Comment", "Solution"), notes, strict=True) if note]
        head = [f"; {title}"] if title else []
        yield "\n".join(["", *head, entry.text, *said, ""][not index :])


def _entry(lines: Sequence[str], first: int) -> Entry:
    """The level of some lines, the first of which has this number in its file."""
    notes: dict[str, str] = {}
    rows: list[str] = []
    begin = first
    for number, line in enumerate(lines, first):
        title, field = _TITLE.fullmatch(line), _FIELD.fullmatch(line)
        if title or field:
            notes.update({"title": title[1]} if title else {field[1].lower(): field[2]} if field else {})
        elif not rows or number == begin + len(rows):
            begin = begin if rows else number
            rows.append(line)
        else:
            raise LevelFormatError("a row behind the notes of a level; leave a line blank before the next one", number)
    try:
        if rows and rows[0].startswith(WALL):
            return Entry(format_level(recognised("\n".join(rows))), **{**notes, "solution": ""})
        return Entry(format_level(parse_level("\n".join(rows))), **notes)
    except LevelFormatError as error:
        raise LevelFormatError("the level from line {first} on: {error}", first=begin, error=error) from error


def _one_line(text: str) -> str:
    return " ".join(text.split())
