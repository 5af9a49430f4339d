"""Files of levels: boards, the input of the programs of nameofcsdn's article, and JSON."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard, TypeVar

from generator.errors import IllegalMoveError, LevelFormatError
from generator.json_values import json_values
from generator.level_collections import Found, Piece, all_of, whole
from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import (
    HIDDEN,
    TUBES,
    UNITS,
    Heading,
    Level,
    Places,
    checked,
    format_level,
    heading_in,
    level_below,
    level_marked,
    marked_tubes,
    parse_level,
    rules_of,
)
from generator.puzzles.watersort.limits import LARGEST_CAPACITY, LEAST_CAPACITY
from generator.puzzles.watersort.pours import Move, format_moves, played
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour
from generator.values import Entry

NO_UNIT = -1
"""How the article's input writes a place without a unit."""

USUAL_EMPTY = 2
"""Empty tubes of the article's levels, which the input of its first program leaves out."""

_LINE_END = re.compile(r"\r\n?|\n")
_FIELD = re.compile(r"(title|author|comment|solution):\s*(.*)", re.ASCII | re.IGNORECASE)
_RULES = re.compile(f"[{TUBES} ]+")
_RULE_WORD = re.compile("|".join((*POURS, *ENDS, HIDDEN)).upper())
_NUMBERS = re.compile(r"\s*(-?\d{1,3}\??|\?(?=\s))(\s+(-?\d{1,3}\??|\?(?!\S)))*\s*", re.ASCII)
"""A line of numbers; a question mark behind a colour hides it, and one alone is a hidden unit of unknown colour."""
_POURS = re.compile(r"[A-Z][>-]?[A-Z]([\s,]+[A-Z][>-]?[A-Z])*[\s,]*|deep\s*=[\sa-z\d=]+", re.ASCII)
"""A line with nothing but pours, as they may go on below `Solution:`."""

_Rule = TypeVar("_Rule", Pour, End)


def parse_file(text: str) -> list[Entry]:
    """All levels of a file in any of the formats. Raises LevelFormatError."""
    return all_of(parse_each(text))


def parse_each(text: str) -> list[Found]:
    """Every level of a file in any of the formats, or what is wrong with it.

    Raises LevelFormatError where there is none, or where the JSON cannot be read.
    """
    text = text.removeprefix("\ufeff")
    is_json = text.lstrip()[:1] in ("{", "[")
    found = [*(_parse_json(text) if is_json else whole(_parse_text(_LINE_END.split(text))))]
    if not found:
        raise LevelFormatError("there is no level in this file; write a row of letters for every height of the tubes")
    return found


def format_boards(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as a board after its title, and what else is known about it."""
    for index, entry in enumerate(entries):
        title, *notes = map(_one_line, (entry.title, entry.author, entry.comment, entry.solution))
        said = [f"{name}: {note}" for name, note in zip(("Author", "Comment", "Solution"), notes, strict=True) if note]
        head = [f"; {title}"] if title else []
        yield "\n".join([*([""] if index else []), *head, format_level(parse_level(entry.text)), *said, ""])


def format_numbers(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as the article's program of chapter 10 reads it: tubes from the top, the number of tubes before them.

    Rules that are not its own stand in a line before.
    """
    for index, entry in enumerate(entries):
        level = parse_level(entry.text)
        head = [""] if index else []
        head += [f"; {title}" for title in [_one_line(entry.title)] if title]
        head += filter(None, [rules_of(level).upper()])
        tubes = (_numbers(tube, level.capacity) for tube in marked_tubes(level))
        yield "\n".join([*head, str(len(level.tubes)), *tubes, ""])


def format_json(entries: Iterable[Entry]) -> Iterator[str]:
    """Each level as an object in a line of its own: tubes from the bottom, colours and tubes counted from 0.

    A solution that is not valid is written as its text.
    """
    for entry in entries:
        level = parse_level(entry.text)
        item: dict[str, Any] = {
            "capacity": level.capacity,
            "tubes": [[UNKNOWN if unit == UNKNOWN else LETTERS.index(unit) for unit in tube] for tube in level.tubes],
            "pours": level.pour.name.lower(),
            "ends": level.end.name.lower(),
        }
        if level.hidden and level.is_known:
            item["hidden"] = sorted(map(list, level.hidden))
        item |= {name: said for name in ("title", "author", "comment") if (said := getattr(entry, name))}
        if entry.solution and (pairs := _pairs(level, entry.solution)):
            item["solution"] = pairs
        yield f"{json.dumps(item, ensure_ascii=False)}\n"


def _pairs(level: Level, solution: str) -> list[list[int]] | str:
    try:
        return [list(move) for move in played(level, solution)[0]]
    except IllegalMoveError:
        return solution


def _one_line(note: str) -> str:
    return " ".join(note.split())


def _numbers(tube: str, capacity: int) -> str:
    units = [*map(_number, tube), *[str(NO_UNIT)] * (capacity - len(tube))]
    return " ".join(reversed(units))


def _number(unit: str) -> str:
    """A unit as a number, with a question mark where it is hidden."""
    colour = "" if unit == UNKNOWN else str(LETTERS.index(unit.lower()))
    return colour if unit.islower() else f"{colour}?"


def _parse_text(lines: Sequence[str]) -> Iterator[Piece]:
    """What stands in a text; whatever comes after rules that are wrong belongs to them."""
    at, ended, has_wrong_rules = 0, 0, False
    while at < len(lines):
        title, heading, begin, wrong_rules = _head(lines, at)
        if begin == len(lines):
            break
        follows = has_wrong_rules or 0 < begin == ended
        has_wrong_rules = wrong_rules is not None
        if wrong_rules:
            at = begin + 1
            yield Piece(wrong_rules, follows)
            continue
        ended = _end_of_rows(lines, begin, heading)
        notes, at = _notes(lines, ended)
        try:
            level = _level_of_rows(lines[begin:ended], begin, heading)
        except LevelFormatError as error:
            yield Piece(error, follows)
        else:
            yield Piece(Entry(format_level(level), **{"title": title, **notes}), follows)


def _end_of_rows(lines: Sequence[str], begin: int, heading: Heading) -> int:
    """Where the rows that begin in a line end; a line that is none ends at once."""
    end = begin
    is_numbers = bool(_NUMBERS.fullmatch(lines[begin]))
    while end < len(lines) and (_NUMBERS.fullmatch(lines[end]) if is_numbers else _is_row(lines[end], heading)):
        end += 1
    return max(end, begin + 1)


def _level_of_rows(rows: Sequence[str], begin: int, heading: Heading) -> Level:
    if _NUMBERS.fullmatch(rows[0]):
        return _from_numbers(rows, begin, heading)
    if not _is_row(rows[0], heading):
        raise LevelFormatError(
            "{row!r} is not a row of a level; write small letters from {first} to {last}, and {free!r} for none",
            begin + 1,
            row=rows[0].strip()[:20],
            **UNITS,
        )
    return level_below(heading, rows, begin + 1)


def _is_row(line: str, heading: Heading) -> bool:
    """Whether a line is meant as a row, be its letters right or wrong: it is one word, and stands for nothing else.

    Capitals may be hidden units where there are any.
    """
    word = line.strip()
    if len(word.split()) != 1 or word.startswith(";") or _FIELD.fullmatch(word):
        return False
    return heading.is_hidden or not _RULE_WORD.fullmatch(word)


def _head(lines: Sequence[str], at: int) -> tuple[str, Heading, int, LevelFormatError | None]:
    """The title and the rules before a level, and where it begins; or where rules are wrong, and why."""
    title, heading = "", Heading()
    while at < len(lines):
        line = lines[at].strip()
        if line.startswith(";"):
            title = line[1:].strip()
        elif _RULES.fullmatch(line):
            try:
                heading = heading_in(line.split(), at + 1)
            except LevelFormatError as error:
                return title, heading, at, error
        elif line:
            break
        at += 1
    return title, heading, at, None


def _notes(lines: Sequence[str], at: int) -> tuple[dict[str, str], int]:
    """What the lines after a level say of it, and where they end; what is said once more joins the comment."""
    notes: dict[str, str] = {}
    comments: list[str] = []
    while at < len(lines) and (field := _FIELD.match(lines[at])):
        name, said, begin = field[1].lower(), [field[2]], at
        at += 1
        while name == "solution" and at < len(lines) and _POURS.fullmatch(lines[at].strip()):
            said.append(lines[at])
            at += 1
        if name == "comment":
            comments.append(field[2])
        elif name in notes:
            comments += lines[begin:at]
        elif any(said):
            notes[name] = " ".join(said).strip()
    return {**notes, "comment": "\n".join(filter(None, map(str.strip, comments)))}, at


def _from_numbers(lines: Sequence[str], begin: int, heading: Heading) -> Level:
    """The level of numbers: how many tubes, and perhaps how much they hold, and then each of them from the top.

    If the capacity is given, the first number counts only the filled tubes, as in the article's first program.
    """
    first_line, *rows = [line.split() for line in lines]
    if len(first_line) == 1 and rows and len(rows[0]) == 1:
        first_line += rows.pop(0)
    head = [int(number) if number.isdecimal() else NO_UNIT for number in first_line]
    spare = USUAL_EMPTY if len(head) == 2 else 0
    if len(head) > 2 or len(rows) != head[0]:
        raise LevelFormatError(
            "the first line should say how many tubes follow, here {count}, and perhaps how much they hold",
            begin + 1,
            count=len(rows),
        )
    capacity = head[1] if len(head) == 2 else next(map(len, rows), 0)
    first = begin + 1 + len(lines) - len(rows)
    tubes = [_tube(row, capacity, line) for line, row in enumerate(rows, first)]
    return level_marked(heading, [*tubes, *[""] * spare], capacity, begin + 1)


def _tube(numbers: Sequence[str], capacity: int, line: int) -> str:
    """A tube from its places, the highest first."""
    if len(numbers) != capacity:
        raise LevelFormatError(
            "the number of places in this tube is {count}, not {capacity}", line, count=len(numbers), capacity=capacity
        )
    units = list(numbers)
    while units and units[0] == str(NO_UNIT):
        units.pop(0)
    if str(NO_UNIT) in units:
        raise LevelFormatError("a unit has an empty place below it", line)
    return "".join(_unit(unit, line) for unit in reversed(units))


def _unit(number: str, line: int) -> str:
    """The letter of a number, a capital where a question mark hides it."""
    if number == UNKNOWN:
        return UNKNOWN
    letter = _letter(int(number.rstrip(UNKNOWN)), line)
    return letter.upper() if number.endswith(UNKNOWN) else letter


def _letter(unit: Any, line: int | None) -> str:
    if not _is_number(unit) or not 0 <= unit < len(LETTERS):
        raise LevelFormatError(
            "{unit} is not a colour; colours are numbers from 0 to {most}",
            line,
            unit=_shown(unit),
            most=len(LETTERS) - 1,
        )
    return LETTERS[unit]


def _parse_json(text: str) -> Iterator[Found]:
    for number, item in enumerate(json_values(text), 1):
        try:
            yield _entry_of_item(item)
        except LevelFormatError as error:
            yield LevelFormatError("level {number}, {error}", number=number, error=error)


def _entry_of_item(item: Any) -> Entry:
    level = _level_of_item(item)
    solution = _solution(item.get("solution"), len(level.tubes))
    notes = {name: item[name] for name in ("title", "author", "comment") if isinstance(item.get(name), str)}
    return Entry(format_level(level), solution=solution, **notes)


def _level_of_item(item: Any) -> Level:
    tubes = item.get("tubes") if isinstance(item, dict) else None
    if not isinstance(tubes, list) or not all(isinstance(tube, list) for tube in tubes):
        raise LevelFormatError("an object with lists of numbers as 'tubes' should be here")
    rows = ["".join(UNKNOWN if unit == UNKNOWN else _letter(unit, None) for unit in tube) for tube in tubes]
    capacity = item.get("capacity", max(map(len, rows), default=0))
    if not _is_number(capacity):
        raise LevelFormatError(
            "its 'capacity' is {said}, not a number from {least} to {most}",
            said=_shown(capacity),
            least=LEAST_CAPACITY,
            most=LARGEST_CAPACITY,
        )
    hidden = _hidden(item.get("hidden", []), rows)
    return checked(rows, capacity, _rule(item, "pours", POURS), _rule(item, "ends", ENDS), hidden=hidden)


def _hidden(said: Any, tubes: Sequence[str]) -> Places:
    """The places of hidden units; those of unknown colours are hidden anyway."""
    units = {(place, height): unit for place, tube in enumerate(tubes) for height, unit in enumerate(tube)}
    unknown = [list(at) for at, unit in units.items() if unit == UNKNOWN]
    if not isinstance(said, list) or not all(_is_place(at, units) for at in said):
        raise LevelFormatError("its 'hidden' is not a list of units [tube, height], each counted from 0")
    if unknown and any(at not in unknown for at in said):
        raise LevelFormatError("of hidden units either all colours are known or none")
    return frozenset((tube, height) for tube, height in [*said, *unknown])


def _is_place(at: Any, units: Mapping[tuple[int, int], str]) -> bool:
    return isinstance(at, list) and len(at) == 2 and all(map(_is_number, at)) and tuple(at) in units


def _rule(item: Mapping[str, Any], name: str, known: Mapping[str, _Rule]) -> _Rule:
    """What an object says of a rule; the first one that is known is the usual one."""
    said = item.get(name, next(iter(known)))
    if not isinstance(said, str) or said not in known:
        raise LevelFormatError(
            "its {name!r} is {said}; choose from: {known}",
            name=name,
            said=_shown(said),
            known=", ".join(map(repr, known)),
        )
    return known[said]


def _is_number(said: Any) -> TypeGuard[int]:
    """Whether a value of JSON is a whole number; to Python true and false are numbers too."""
    return isinstance(said, int) and not isinstance(said, bool)


def _shown(said: Any) -> str:
    """The beginning of a value of JSON, in one line and without what is nested in it, which may be deep."""
    if isinstance(said, list | dict):
        return "[...]" if isinstance(said, list) else "{...}"
    return repr(said[:20]) if isinstance(said, str) else json.dumps(said)[:20]


def _solution(said: Any, tubes: int) -> str:
    if said is None or isinstance(said, str):
        return said or ""
    if not isinstance(said, list) or not all(_is_move(pair, tubes) for pair in said):
        raise LevelFormatError(
            "its solution is neither a text nor a list of pours [from, to], each from 0 to {most}", most=tubes - 1
        )
    return format_moves([Move(source, target) for source, target in said])


def _is_move(pair: Any, tubes: int) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(_is_number(at) and 0 <= at < tubes for at in pair)


WRITERS: Mapping[str, Callable[[Iterable[Entry]], Iterator[str]]] = {
    "boards": format_boards,
    "numbers": format_numbers,
    "json": format_json,
}
"""Who writes each format."""
