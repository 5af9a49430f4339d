"""Files of puzzles: rows as text, and the JSON of the original generator."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.errors import LevelFormatError
from generator.json_values import json_values
from generator.level_collections import Found, Piece, all_of, whole
from generator.messages import Message
from generator.puzzles.linjat.deduction.layers import deduced
from generator.puzzles.linjat.level import BLANKS, DOT, VALUES, Level, format_level, level_of, parse_level
from generator.puzzles.linjat.limits import LARGEST_SIDE
from generator.puzzles.linjat.lines import Line, format_lines, solution_of
from generator.puzzles.linjat.rules import NAMES, Rule
from generator.values import Entry

_LINE_END = re.compile(r"\r\n?|\n")
_SIZE = re.compile(r";\s*(\d{1,2})\s*x\s*(\d{1,2})\b\s*(.*)", re.ASCII)
_FIELD = re.compile(r"(title|author|comment|solution):\s*(.*)", re.ASCII | re.IGNORECASE)
_ROW = re.compile(f"[{re.escape(BLANKS + DOT + VALUES)}]+")


def parse_file(text: str) -> list[Entry]:
    """All puzzles of a file; raises LevelFormatError."""
    return all_of(parse_each(text))


def parse_each(text: str) -> list[Found]:
    """Every puzzle of a file, or what is wrong with it.

    Raises LevelFormatError where there is none, or where the JSON cannot be read.
    """
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip()[:1] in ("{", "[")
    found = [*(_parse_json(text) if is_json else whole(_parse_text(_LINE_END.split(text))))]
    if not found:
        raise LevelFormatError("there is no puzzle in this file; write rows of blanks, dots and numbers")
    return found


def format_text(entries: Iterable[Entry]) -> Iterator[str]:
    """Each puzzle's size and title, its rows, and what else is known about it.

    White space in titles and the other notes becomes single spaces.
    """
    for index, entry in enumerate(entries):
        level = parse_level(entry.text)
        title, *notes = map(_one_line, (entry.title, entry.author, entry.comment, entry.solution))
        head = f"; {level.height} x {level.width} {title}".rstrip()
        said = [f"{name}: {note}" for name, note in zip(("Author", "Comment", "Solution"), notes, strict=True) if note]
        yield "\n".join(["", head, *level.rows, *said, ""][not index :])


def format_json(entries: Iterable[Entry]) -> Iterator[str]:
    """Each puzzle as an object in a line of its own, as the original program writes it, and its solution.

    Raises IllegalMoveError for a solution that is not valid.
    """
    for entry in entries:
        level = parse_level(entry.text)
        found: dict[str, Any] = {"puzzle": list(level.rows), "classification": _classification(level)}
        if entry.solution:
            lines = solution_of(level, entry.solution)
            found["solution"] = [[*line.first, *line.last] for line in lines]
        yield json.dumps(found) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _classification(level: Level) -> dict[str, dict[str, int]]:
    layers = deduced(level).layers
    found = {"all": [layer.width for layer in layers]}
    for rule in Rule:
        found[NAMES[rule]] = [layer.width for layer in layers if layer.rule is rule]
    return {name: {"depth": len(widths), "max_width": max(widths, default=0)} for name, widths in found.items()}


def _parse_text(lines: Sequence[str]) -> Iterator[Piece]:
    """What stands in a text; rows that only words part from those before them follow these."""
    at, follows = 0, False
    while at < len(lines):
        height, width, notes = _head(lines[at])
        follows = follows and not height
        first = at = at + bool(height)
        while at < len(lines) and (at < first + height if height else _ROW.fullmatch(lines[at])):
            at += 1
        if not "".join(lines[first:at]).strip(BLANKS):
            at = max(at, first + 1)
            follows = follows and bool(lines[first].strip(BLANKS))
            continue
        rows = [row.ljust(width) for row in lines[first:at]] + [""] * (height - (at - first))
        end = at
        while at < len(lines) and ((note := _FIELD.match(lines[at])) or not lines[at]):
            notes.update({note[1].lower(): note[2].strip()} if note else {})
            at += 1
        try:
            yield Piece(Entry(format_level(level_of(rows, first + 1)), **notes), follows)
        except LevelFormatError as error:
            yield Piece(error, follows)
        follows = at == end


def _head(line: str) -> tuple[int, int, dict[str, str]]:
    """The size and title that a line gives to the rows after it, zeros where it is no such line."""
    size = _SIZE.match(line)
    return (int(size[1]), int(size[2]), {"title": size[3].strip()}) if size else (0, 0, {})


def _parse_json(text: str) -> Iterator[Found]:
    for number, (title, item) in enumerate(_titled(json_values(text)), 1):
        try:
            yield _entry_of_item(item, title, number)
        except LevelFormatError as error:
            yield error


def _entry_of_item(item: Any, title: str, number: int) -> Entry:
    rows = item.get("puzzle", item.get("rows")) if isinstance(item, dict) else None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise LevelFormatError("puzzle {number}: an object with the rows as 'puzzle' should be here", number=number)
    try:
        level = level_of(rows, 1)
    except LevelFormatError as error:
        raise LevelFormatError("puzzle {number}, {error}", number=number, error=error) from error
    return Entry(format_level(level), title=title, solution=_solution(item.get("solution"), number))


def _titled(items: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Objects of puzzles with their titles: those that the original's page shows have the mode's name and a number.

    Its file `puzzles.json` is an object with a list for each mode, whose last object holds a message instead of a
    puzzle.
    """
    for item in items:
        modes = item if isinstance(item, dict) and not {"puzzle", "rows"} & item.keys() else {}
        if not modes or not all(isinstance(listed, list) for listed in modes.values()):
            yield "", item
            continue
        for mode, listed in modes.items():
            puzzles = [one for one in listed if not (isinstance(one, dict) and one.get("message"))]
            yield from ((f"{mode} {number}", one) for number, one in enumerate(puzzles, 1))


def _solution(said: Any, number: int) -> str:
    if said is None:
        return ""
    if not isinstance(said, list) or not all(map(_is_line, said)):
        problem = Message(
            "its solution is not a list of lines [row, column, row, column], each from 0 to {most}",
            most=LARGEST_SIDE - 1,
        )
        raise LevelFormatError("puzzle {number}: {problem}", number=number, problem=problem)
    return format_lines([Line((top, left), (bottom, right)) for top, left, bottom, right in said])


def _is_line(ends: Any) -> bool:
    return (
        isinstance(ends, list) and len(ends) == 4 and all(isinstance(at, int) and 0 <= at < LARGEST_SIDE for at in ends)
    )
