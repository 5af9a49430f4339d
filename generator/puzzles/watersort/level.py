"""A water sort level: tubes of a capacity, the units in them, and the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from generator.errors import LevelFormatError
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.limits import (
    COLOURS_BEYOND,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
    MOST_TUBES,
    USUAL_CAPACITY,
)
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour

FREE = "."
TUBES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the tubes, from left to right."""

UNITS = {"first": LETTERS[0], "last": LETTERS[-1], "free": FREE}
"""What a refusal of a row says of the letters that are units."""

Tubes = tuple[str, ...]
"""The units of every tube from bottom to top, a letter each."""


@dataclass(frozen=True)
class Level:
    """Tubes with their units; of every colour there is as much as a tube holds."""

    tubes: Tubes
    capacity: int
    pour: Pour = Pour.WATER
    end: End = End.TOGETHER

    @cached_property
    def colours(self) -> Sequence[str]:
        """The letters of the colours in their order."""
        return sorted(set("".join(self.tubes)))

    @property
    def empty(self) -> int:
        """How many tubes are not needed to hold all units."""
        return len(self.tubes) - len(self.colours)


def check_size(tubes: int, capacity: int, line: int | None = None) -> None:
    """Raises LevelFormatError where there are too few or too many tubes, or where they hold too little or too much."""
    if not 2 <= tubes <= MOST_TUBES:
        raise LevelFormatError(
            "there should be 2 to {most} tubes, not {count}", line, most=MOST_TUBES, count=str(tubes)[:20]
        )
    if not LEAST_CAPACITY <= capacity <= LARGEST_CAPACITY:
        raise LevelFormatError(
            "a tube should hold {least} to {most} units, not {count}",
            line,
            least=LEAST_CAPACITY,
            most=LARGEST_CAPACITY,
            count=str(capacity)[:20],
        )


def check_colours(colours: int, capacity: int, line: int | None = None) -> None:
    """Raises LevelFormatError where large tubes have too many colours for the solver."""
    if capacity > USUAL_CAPACITY and colours > COLOURS_BEYOND:
        raise LevelFormatError(
            "tubes of more than {usual} units may have {most} colours at most, not {count}",
            line,
            usual=USUAL_CAPACITY,
            most=COLOURS_BEYOND,
            count=colours,
        )


def checked(tubes: Sequence[str], capacity: int, pour: Pour, end: End, line: int | None = None) -> Level:
    """The level of some tubes. Raises LevelFormatError, naming that line of a text."""
    check_size(len(tubes), capacity, line)
    for name, tube in zip(TUBES, tubes, strict=False):
        if len(tube) > capacity:
            raise LevelFormatError(
                "tube {tube} has {count} units, but holds {capacity}",
                line,
                tube=name,
                count=len(tube),
                capacity=capacity,
            )
    counts = Counter("".join(tubes))
    if not counts:
        raise LevelFormatError("all tubes are empty", line)
    check_colours(len(counts), capacity, line)
    for colour, count in sorted(counts.items()):
        if count != capacity:
            raise LevelFormatError(
                "colour {colour} should have {capacity} units, as many as a tube holds, not {count}",
                line,
                colour=colour,
                capacity=capacity,
                count=count,
            )
    return Level(tuple(tubes), capacity, pour, end)


def parse_level(text: str) -> Level:
    """The level of a board: a row of letters for every height of the tubes, from the top. Raises LevelFormatError."""
    return level_of(text.split("\n"), 1)


def level_of(rows: Sequence[str], first: int) -> Level:
    """The level of rows of which the first one stands in that line of a text; blanks around rows mean nothing.

    Before the board there may be a row with the rules in capitals. Raises LevelFormatError.
    """
    words = rows[0].split()
    has_rules = bool(words) and set("".join(words)) <= set(TUBES)
    pour, end = rules_in(words, first) if has_rules else (Pour.WATER, End.TOGETHER)
    board, begin = rows[has_rules:], first + has_rules
    _check_rows(board, begin)
    _check_rest(board, begin)
    tubes = ["".join(column)[::-1].rstrip(FREE) for column in zip(*map(str.strip, board), strict=True)]
    return checked(tubes, len(board), pour, end, begin)


def _check_rows(board: Sequence[str], begin: int) -> None:
    """Raises LevelFormatError where a row has a wrong letter, or not as many as the first one."""
    for line, text in enumerate(board, begin):
        row, above = text.strip(), board[0].strip()
        for index, letter in enumerate(row):
            if letter not in LETTERS + FREE:
                raise LevelFormatError(
                    "{letter!r} is not a unit; write small letters from {first} to {last}, and {free!r} for none",
                    line,
                    _column(text, index),
                    letter=letter,
                    **UNITS,
                )
        if len(row) != len(above):
            raise LevelFormatError(
                "the number of tubes is {count} here, but {before} above; rules are written in capitals"
                if above in POURS or above in ENDS
                else "the number of tubes is {count} here, but {before} above",
                line,
                count=len(row),
                before=len(above),
            )


def _check_rest(board: Sequence[str], begin: int) -> None:
    """Raises LevelFormatError where a unit has a free place below it."""
    for line, (upper, lower) in enumerate(pairwise(board), begin):
        for index, (unit, below) in enumerate(zip(upper.strip(), lower.strip(), strict=True)):
            if unit != FREE == below:
                raise LevelFormatError("a unit has an empty place below it", line, _column(upper, index))


def _column(text: str, place: int) -> int:
    """The column of a row's letter in a line, which may begin with blanks."""
    return len(text) - len(text.lstrip()) + place + 1


def rules_in(words: Sequence[str], line: int) -> tuple[Pour, End]:
    """The rules of some words; those that are not named are the usual ones. Raises LevelFormatError."""
    pour, end = Pour.WATER, End.TOGETHER
    for word in words:
        name = word.lower()
        if name not in POURS and name not in ENDS:
            known = ", ".join((*POURS, *ENDS)).upper()
            raise LevelFormatError(
                "{word!r} is not a rule; write some of {known}, or leave the row out; units are small letters",
                line,
                word=word[:20],
                known=known,
            )
        pour, end = POURS.get(name, pour), ENDS.get(name, end)
    return pour, end


def format_level(level: Level) -> str:
    """The text of a level; parse_level is its inverse."""
    columns = [tube.ljust(level.capacity, FREE) for tube in level.tubes]
    rows = ["".join(row) for row in zip(*columns, strict=True)][::-1]
    return "\n".join([*filter(None, [rules_of(level).upper()]), *rows])


def rules_of(level: Level) -> str:
    """The rules that are not the usual ones, as words."""
    unusual = [rule.name.lower() for rule in (level.pour, level.end) if rule]
    return " ".join(unusual)
