"""A water sort level: tubes of a capacity, the units in them, and the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.errors import LevelFormatError
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.limits import LARGEST_CAPACITY, LEAST_CAPACITY, MOST_TUBES
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour

FREE = "."
TUBES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the tubes, from left to right."""

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
        raise LevelFormatError(f"there are {str(tubes)[:20]} tubes, not 2 to {MOST_TUBES}", line)
    if not LEAST_CAPACITY <= capacity <= LARGEST_CAPACITY:
        problem = f"a tube holds {str(capacity)[:20]} units, not {LEAST_CAPACITY} to {LARGEST_CAPACITY}"
        raise LevelFormatError(problem, line)


def checked(tubes: Sequence[str], capacity: int, pour: Pour, end: End, line: int | None = None) -> Level:
    """The level of some tubes. Raises LevelFormatError, naming that line of a text."""
    check_size(len(tubes), capacity, line)
    for name, tube in zip(TUBES, tubes, strict=False):
        if len(tube) > capacity:
            raise LevelFormatError(f"tube {name} has {len(tube)} units, but holds {capacity}", line)
    counts = Counter("".join(tubes))
    if not counts:
        raise LevelFormatError("all tubes are empty", line)
    for colour, count in sorted(counts.items()):
        if count != capacity:
            raise LevelFormatError(f"there are {count} units of colour {colour}, but a tube holds {capacity}", line)
    return Level(tuple(tubes), capacity, pour, end)


def parse_level(text: str) -> Level:
    """The level of a board: a row of letters for every height of the tubes, from the top. Raises LevelFormatError."""
    return level_of(text.split("\n"), 1)


def level_of(rows: Sequence[str], first: int) -> Level:
    """The level of rows of which the first one stands in that line of a text.

    Before the board there may be a row with the rules in capitals. Raises LevelFormatError.
    """
    words = rows[0].split()
    has_rules = bool(words) and set("".join(words)) <= set(TUBES)
    pour, end = rules_in(words, first) if has_rules else (Pour.WATER, End.TOGETHER)
    board, begin = rows[has_rules:], first + has_rules
    for line, row in enumerate(board, begin):
        for column, letter in enumerate(row, 1):
            if letter not in LETTERS + FREE:
                raise LevelFormatError(
                    f"{letter!r} is no unit; write colours from {LETTERS[0]} to {LETTERS[-1]}, and {FREE!r} for none",
                    line,
                    column,
                )
        if len(row) != len(board[0]):
            raise LevelFormatError(f"there are {len(row)} tubes here, but {len(board[0])} above", line)
    tubes = ["".join(column)[::-1].rstrip(FREE) for column in zip(*board, strict=True)]
    for name, tube in zip(TUBES, tubes, strict=False):
        if FREE in tube:
            raise LevelFormatError(f"in tube {name} a unit hangs in the air", begin)
    return checked(tubes, len(board), pour, end, begin)


def rules_in(words: Sequence[str], line: int) -> tuple[Pour, End]:
    """The rules of some words; those that are not named are the usual ones. Raises LevelFormatError."""
    pour, end = Pour.WATER, End.TOGETHER
    for word in words:
        name = word.lower()
        if name not in POURS and name not in ENDS:
            known = ", ".join((*POURS, *ENDS)).upper()
            raise LevelFormatError(f"{word[:20]!r} is no rule; write some of {known}, or leave the row out", line)
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
