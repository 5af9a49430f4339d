"""Files of puzzles: rows as text, and the JSON of the original generator."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.errors import LevelFormatError
from generator.family import Entry
from generator.puzzles.linjat.deduction import deduced
from generator.puzzles.linjat.level import BLANKS, DOT, VALUES, Level, format_level, level_of, parse_level
from generator.puzzles.linjat.lines import Line, format_lines, solution_of
from generator.puzzles.linjat.rules import NAMES, Rule

_SIZE = re.compile(r";\s*(\d{1,2})\s*x\s*(\d{1,2})\b\s*(.*)")
_FIELD = re.compile(r"(title|author|comment|solution):\s*(.*)", re.IGNORECASE)
_ROW = re.compile(f"[{re.escape(BLANKS + DOT + VALUES)}]+")


def parse_file(text: str) -> list[Entry]:
    """All puzzles of a file; raises LevelFormatError."""
    entries = _parse_json(text) if text.lstrip()[:1] in ("{", "[") else [*_parse_text(text.split("\n"))]
    if not entries:
        raise LevelFormatError("there is no puzzle in this file; write rows of blanks, dots and numbers")
    return entries


def format_text(entries: Iterable[Entry]) -> Iterator[str]:
    """Each puzzle's size and title, its rows, and what else is known about it."""
    for place, entry in enumerate(entries):
        level = parse_level(entry.level)
        head = f"; {level.height} x {level.width} {entry.title}".rstrip()
        fields = {"Author": entry.author, "Comment": entry.comment, "Solution": entry.solution}
        said = [f"{name}: {' '.join(value.split())}" for name, value in fields.items() if value]
        yield "\n".join(["", head, *level.rows, *said, ""][not place :])


def format_json(entries: Iterable[Entry]) -> Iterator[str]:
    """Each puzzle as an object in a line of its own, as the original program writes it, and its solution."""
    for entry in entries:
        level = parse_level(entry.level)
        found: dict[str, Any] = {"puzzle": list(level.rows), "classification": _classification(level)}
        if entry.solution:
            lines = solution_of(level, entry.solution)
            found["solution"] = [[*line.first, *line.last] for line in lines]
        yield json.dumps(found) + "\n"


def _classification(level: Level) -> dict[str, dict[str, int]]:
    layers = deduced(level).layers
    found = {"all": [layer.width for layer in layers]}
    for rule in Rule:
        found[NAMES[rule]] = [layer.width for layer in layers if layer.rule is rule]
    return {name: {"depth": len(widths), "max_width": max(widths, default=0)} for name, widths in found.items()}


def _parse_text(lines: Sequence[str]) -> Iterator[Entry]:
    at = 0
    while at < len(lines):
        line, title, height, width = lines[at], "", 0, 0
        if size := _SIZE.match(line):
            height, width, title = int(size[1]), int(size[2]), size[3]
            at += 1
        first = at
        while at < len(lines) and (at < first + height if height else _ROW.fullmatch(lines[at])):
            at += 1
        if at == first:
            at += 1
            continue
        rows = [row.rstrip("\r").ljust(width) for row in lines[first:at]]
        fields = {"title": title}
        while at < len(lines) and (field := _FIELD.match(lines[at])):
            fields[field[1].lower()] = field[2].strip()
            at += 1
        yield _entry(level_of(rows, first + 1), fields, first + 1)


def _entry(level: Level, fields: dict[str, str], line: int) -> Entry:
    return Entry(format_level(level), **fields)


def _parse_json(text: str) -> list[Entry]:
    try:
        found = (
            json.loads(text)
            if text.lstrip().startswith("[")
            else [*map(json.loads, filter(str.strip, text.split("\n")))]
        )
    except ValueError as error:
        raise LevelFormatError(f"the JSON cannot be read: {error}") from error
    return [_json_entry(number, item) for number, item in enumerate(found, 1)]


def _json_entry(number: int, item: Any) -> Entry:
    rows = item.get("puzzle", item.get("rows")) if isinstance(item, dict) else None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise LevelFormatError(f"puzzle {number}: an object with the rows as 'puzzle' should be here")
    level = level_of(rows, 1)
    return Entry(format_level(level), solution=_solution(level, item.get("solution"), number))


def _solution(level: Level, said: Any, number: int) -> str:
    if said is None:
        return ""
    try:
        return format_lines([Line((a, b), (c, d)) for a, b, c, d in said])
    except (TypeError, ValueError, IndexError) as error:
        raise LevelFormatError(
            f"puzzle {number}: its solution is not a list of lines [row, column, row, column]"
        ) from error
