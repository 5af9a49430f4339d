"""Files of levels: boards, the input of the programs of nameofcsdn's article, and JSON."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.errors import LevelFormatError
from generator.family import Entry
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import (
    FREE,
    TUBES,
    Level,
    checked,
    format_level,
    level_of,
    parse_level,
    rules_in,
    rules_of,
)
from generator.puzzles.watersort.pours import Move, format_moves, played
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour

NO_UNIT = -1
"""How the article's input writes a place without a unit."""

USUAL_EMPTY = 2
"""Empty tubes of the article's levels, which its first program was not told of."""

_LINE_END = re.compile(r"\r\n?|\n")
_FIELD = re.compile(r"(title|author|comment|solution):\s*(.*)", re.ASCII | re.IGNORECASE)
_ROW = re.compile(f"[{LETTERS}{re.escape(FREE)}]+")
_NUMBERS = re.compile(r"\s*-?\d{1,3}(\s+-?\d{1,3})*\s*", re.ASCII)
_ITEM = re.compile(r"\S")


def parse_file(text: str) -> list[Entry]:
    """All levels of a file in any of the formats. Raises LevelFormatError."""
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip()[:1] in ("{", "[")
    entries = [*(_parse_json(text) if is_json else _parse_text(_LINE_END.split(text)))]
    if not entries:
        raise LevelFormatError("there is no level in this file; write a row of letters for every height of the tubes")
    return entries


def format_boards(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as a board after its title, and what else is known about it."""
    for place, entry in enumerate(entries):
        title, *notes = map(_one_line, (entry.title, entry.author, entry.comment, entry.solution))
        said = [f"{name}: {note}" for name, note in zip(("Author", "Comment", "Solution"), notes, strict=True) if note]
        head = [f"; {title}"] if title else []
        yield "\n".join([*([""] if place else []), *head, format_level(parse_level(entry.level)), *said, ""])


def format_numbers(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as the article's program of chapter 10 reads it: tubes from the top, the number of tubes before them.

    Rules that are not its own stand in a line before.
    """
    for place, entry in enumerate(entries):
        level = parse_level(entry.level)
        head = [""] if place else []
        head += [f"; {title}" for title in [_one_line(entry.title)] if title]
        head += filter(None, [rules_of(level).upper()])
        yield "\n".join([*head, str(len(level.tubes)), *(_numbers(tube, level.capacity) for tube in level.tubes), ""])


def format_json(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as an object in a line of its own: tubes from the bottom, colours and tubes counted from 0.

    Raises IllegalMoveError for a solution that is none.
    """
    for entry in entries:
        level = parse_level(entry.level)
        item: dict[str, Any] = {
            "capacity": level.capacity,
            "tubes": [[LETTERS.index(unit) for unit in tube] for tube in level.tubes],
            "pours": level.pour.name.lower(),
            "ends": level.end.name.lower(),
        }
        item |= {name: said for name in ("title", "author", "comment") if (said := getattr(entry, name))}
        if entry.solution:
            item["solution"] = [list(move) for move in played(level, entry.solution)[0]]
        yield f"{json.dumps(item, ensure_ascii=False)}\n"


def _one_line(note: str) -> str:
    return " ".join(note.split())


def _numbers(tube: str, capacity: int) -> str:
    units = [LETTERS.index(unit) for unit in tube] + [NO_UNIT] * (capacity - len(tube))
    return " ".join(map(str, reversed(units)))


def _parse_text(lines: Sequence[str]) -> Iterator[Entry]:
    at = 0
    while at < len(lines):
        title, rules, begin = _head(lines, at)
        end = begin
        is_numbers = end < len(lines) and bool(_NUMBERS.fullmatch(lines[end]))
        pattern = _NUMBERS if is_numbers else _ROW
        while end < len(lines) and pattern.fullmatch(lines[end].strip()):
            end += 1
        if end == begin:
            if begin < len(lines) and lines[begin].strip():
                raise LevelFormatError(f"{lines[begin].strip()[:20]!r} is no row of a level", begin + 1)
            at = begin + 1
            continue
        level = (_from_numbers if is_numbers else _board)(lines[begin:end], begin, *rules)
        notes, at = _notes(lines, end)
        yield Entry(format_level(level), **{"title": title, **notes})


def _head(lines: Sequence[str], at: int) -> tuple[str, tuple[Pour, End], int]:
    """The title and the rules before a level, and where it begins."""
    title, rules = "", (Pour.WATER, End.TOGETHER)
    while at < len(lines):
        line = lines[at].strip()
        if line.startswith(";"):
            title = line[1:].strip()
        elif line and set(line) <= set(f"{TUBES} "):
            rules = rules_in(line.split(), at + 1)
        elif line:
            break
        at += 1
    return title, rules, at


def _notes(lines: Sequence[str], at: int) -> tuple[dict[str, str], int]:
    """What the lines after a level say of it, and where they end."""
    notes: dict[str, str] = {}
    while at < len(lines) and (field := _FIELD.match(lines[at])):
        notes[field[1].lower()] = field[2].strip()
        at += 1
    return notes, at


def _board(rows: Sequence[str], begin: int, pour: Pour, end: End) -> Level:
    return replace(level_of([row.strip() for row in rows], begin + 1), pour=pour, end=end)


def _from_numbers(lines: Sequence[str], begin: int, pour: Pour, end: End) -> Level:
    """The level of numbers: how many tubes, and perhaps how much they hold, and then each of them from the top.

    Where the capacity is told, the first number counts the filled tubes alone, as the article's first program has it.
    """
    head, *rows = [[*map(int, line.split())] for line in lines]
    if len(head) == 1 and rows and len(rows[0]) == 1:
        head += rows.pop(0)
    spare = USUAL_EMPTY if len(head) == 2 else 0
    if len(head) > 2 or len(rows) != head[0]:
        problem = f"{len(rows)} tubes follow, and the first line should say how many, and perhaps how much they hold"
        raise LevelFormatError(problem, begin + 1)
    capacity = head[1] if len(head) == 2 else next(map(len, rows), 0)
    first = begin + 1 + len(lines) - len(rows)
    tubes = [_tube(row, capacity, line) for line, row in enumerate(rows, first)]
    return checked([*tubes, *[""] * spare], capacity, pour, end, begin + 1)


def _tube(numbers: Sequence[int], capacity: int, line: int) -> str:
    """A tube from its places, the highest first."""
    if len(numbers) != capacity:
        raise LevelFormatError(f"this tube has {len(numbers)} places, not {capacity}", line)
    units = list(numbers)
    while units and units[0] == NO_UNIT:
        units.pop(0)
    return "".join(_letter(unit, line) for unit in reversed(units))


def _letter(unit: Any, line: int | None) -> str:
    if not isinstance(unit, int) or not 0 <= unit < len(LETTERS):
        raise LevelFormatError(f"{str(unit)[:20]} is no colour; colours are numbers from 0 to {len(LETTERS) - 1}", line)
    return LETTERS[unit]


def _parse_json(text: str) -> Iterator[Entry]:
    for number, item in enumerate(_items(text), 1):
        try:
            level = _level_of_item(item)
        except LevelFormatError as error:
            raise LevelFormatError(f"level {number}, {error}") from error
        notes = {name: item[name] for name in ("title", "author", "comment") if isinstance(item.get(name), str)}
        yield Entry(format_level(level), solution=_solution(item.get("solution"), number, len(level.tubes)), **notes)


def _level_of_item(item: Any) -> Level:
    tubes = item.get("tubes") if isinstance(item, dict) else None
    if not isinstance(tubes, list) or not all(isinstance(tube, list) for tube in tubes):
        raise LevelFormatError("an object with lists of numbers as 'tubes' should be here")
    rows = ["".join(_letter(unit, None) for unit in tube) for tube in tubes]
    capacity = item.get("capacity", max(map(len, rows), default=0))
    pour, end = str(item.get("pours", "water")), str(item.get("ends", "together"))
    if not isinstance(capacity, int) or pour not in POURS or end not in ENDS:
        raise LevelFormatError("its 'capacity', 'pours' or 'ends' are none that are known")
    return checked(rows, capacity, POURS[pour], ENDS[end])


def _items(text: str) -> Iterator[Any]:
    """The values of a JSON text, one after the other; an array stands for its values."""
    decoder, at = json.JSONDecoder(), 0
    while start := _ITEM.search(text, at):
        try:
            item, at = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError) as error:
            raise LevelFormatError(f"the JSON cannot be read: {error}") from error
        yield from item if isinstance(item, list) else [item]


def _solution(said: Any, number: int, tubes: int) -> str:
    if said is None:
        return ""
    if not isinstance(said, list) or not all(_is_move(pair, tubes) for pair in said):
        problem = f"its solution is not a list of pours [from, to], each from 0 to {tubes - 1}"
        raise LevelFormatError(f"level {number}: {problem}")
    return format_moves([Move(source, target) for source, target in said])


def _is_move(pair: Any, tubes: int) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(isinstance(at, int) and 0 <= at < tubes for at in pair)


WRITERS: Mapping[str, Callable[[Iterable[Entry]], Iterator[str]]] = {
    "boards": format_boards,
    "numbers": format_numbers,
    "json": format_json,
}
"""Who writes each format."""
