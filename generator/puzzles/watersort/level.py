"""A water sort level: tubes of a capacity, the units in them, and the rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.puzzles.watersort.arrangements import UNKNOWN, arrangements, colours_of
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.limits import (
    COLOURS_BEYOND,
    LARGEST_CAPACITY,
    LEAST_CAPACITY,
    MOST_COLOURS,
    MOST_TUBES,
    USUAL_CAPACITY,
)
from generator.puzzles.watersort.runs import buried
from generator.puzzles.watersort.variants import ENDS, POURS, End, Pour

FREE = "."
TUBES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of the tubes, from left to right."""

UNITS = {"first": LETTERS[0], "last": LETTERS[-1], "free": FREE}
"""What a refusal of a row says of the letters that are units."""

Tubes = tuple[str, ...]
"""The units of every tube from bottom to top, a letter each."""

Place = tuple[int, int]
"""A unit by the place of its tube and its height from 0."""

Places = frozenset[Place]

HIDDEN = "hidden"
"""The word before a board some of whose units are hidden at first."""


@dataclass(frozen=True)
class Level:
    """Tubes with their units; of every colour there is as much as a tube holds.

    Some may be `hidden` at first, below the runs on top. Where their colours are not known, they are UNKNOWN.
    """

    tubes: Tubes
    capacity: int
    pour: Pour = Pour.WATER
    end: End = End.TOGETHER
    hidden: Places = frozenset()

    @cached_property
    def colours(self) -> Sequence[str]:
        """The letters of the colours in their order; those that are never seen have the first other letters."""
        return colours_of(self.tubes, self.capacity)

    @cached_property
    def is_known(self) -> bool:
        """Whether the colours of all units are known, be they hidden or not."""
        return not any(UNKNOWN in tube for tube in self.tubes)

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


class Heading(NamedTuple):
    """What the row before a board says: the rules, and whether units are hidden."""

    pour: Pour = Pour.WATER
    end: End = End.TOGETHER
    is_hidden: bool = False


def checked(
    tubes: Sequence[str], capacity: int, pour: Pour, end: End, line: int | None = None, hidden: Places = frozenset()
) -> Level:
    """The level of some tubes; of those units that should be hidden, runs on top are seen.

    Raises LevelFormatError, naming that line of a text.
    """
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
    if not any(tubes):
        raise LevelFormatError("all tubes are empty", line)
    if any(UNKNOWN in tube for tube in tubes):
        _check_unknown(tubes, capacity, line)
    else:
        _check_counts(tubes, capacity, line)
    kept = frozenset((place, height) for place, height in hidden if height < buried(tubes[place]))
    return Level(tuple(tubes), capacity, pour, end, kept)


def _check_counts(tubes: Sequence[str], capacity: int, line: int | None) -> None:
    """Raises LevelFormatError where a colour has too many or too few units."""
    counts = Counter("".join(tubes))
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


def _check_unknown(tubes: Sequence[str], capacity: int, line: int | None) -> None:
    """Raises LevelFormatError where units of unknown colours lie on top, or cannot have the colours that are left."""
    for name, tube in zip(TUBES, tubes, strict=False):
        if tube.endswith(UNKNOWN):
            raise LevelFormatError("the unit on top of tube {tube} is hidden; what is on top is seen", line, tube=name)
    units = "".join(tubes)
    counts = Counter(units.replace(UNKNOWN, ""))
    colours, rest = divmod(len(units), capacity)
    check_colours(colours, capacity, line)
    if rest or colours > MOST_COLOURS:
        raise LevelFormatError(
            "there are {units} units; there should be {capacity} of each colour, and up to {most} colours",
            line,
            units=len(units),
            capacity=capacity,
            most=MOST_COLOURS,
        )
    if len(counts) > colours or max(counts.values()) > capacity:
        raise LevelFormatError(
            "there should be {colours} colours of {capacity} units; of those that are seen there are {count}, and "
            "{most} units of one",
            line,
            colours=colours,
            capacity=capacity,
            count=len(counts),
            most=max(counts.values()),
        )
    if not arrangements(tubes, capacity):
        raise LevelFormatError("no colours that are left fit the hidden units: below a run is another colour", line)


def parse_level(text: str) -> Level:
    """The level of a board: a row of letters for every height of the tubes, from the top. Raises LevelFormatError."""
    return level_of(text.split("\n"), 1)


def level_of(rows: Sequence[str], first: int) -> Level:
    """The level of rows of which the first one stands in that line of a text; blanks around rows mean nothing.

    Before the board there may be a row with the rules in capitals. Raises LevelFormatError.
    """
    words = rows[0].split()
    has_rules = bool(words) and set("".join(words)) <= set(TUBES)
    heading = heading_in(words, first) if has_rules else Heading()
    return level_below(heading, rows[has_rules:], first + has_rules)


def level_below(heading: Heading, board: Sequence[str], begin: int) -> Level:
    """The level of a board that begins in that line of a text, below a row of rules. Raises LevelFormatError."""
    _check_rows(board, begin, LETTERS + FREE + UNKNOWN + (LETTERS.upper() if heading.is_hidden else ""))
    _check_rest(board, begin)
    tubes = ["".join(column)[::-1].rstrip(FREE) for column in zip(*map(str.strip, board), strict=True)]
    return level_marked(heading, tubes, len(board), begin)


def level_marked(heading: Heading, tubes: Sequence[str], capacity: int, line: int | None = None) -> Level:
    """The level of tubes in which hidden units are capitals, or UNKNOWN where nobody knows their colours.

    Where none is marked so and units are hidden, all are but the runs on top. Raises LevelFormatError.
    """
    marked = frozenset(
        (place, height)
        for place, tube in enumerate(tubes)
        for height, unit in enumerate(tube)
        if unit == UNKNOWN or unit.isupper()
    )
    if len({tubes[place][height] == UNKNOWN for place, height in marked}) > 1:
        raise LevelFormatError("of hidden units either all colours are known or none: write capitals, or '?'", line)
    everything = frozenset((place, height) for place, tube in enumerate(tubes) for height in range(len(tube)))
    hidden = everything if heading.is_hidden and not marked else marked
    return checked([tube.lower() for tube in tubes], capacity, heading.pour, heading.end, line, hidden)


def _check_rows(board: Sequence[str], begin: int, letters: str) -> None:
    """Raises LevelFormatError where a row has a wrong letter, or not as many as the first one."""
    for line, text in enumerate(board, begin):
        row, above = text.strip(), board[0].strip()
        for index, letter in enumerate(row):
            if letter not in letters:
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
                if above in POURS or above in ENDS or above == HIDDEN
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


def heading_in(words: Sequence[str], line: int) -> Heading:
    """The rules of some words; those that are not named are the usual ones. Raises LevelFormatError."""
    pour, end, is_hidden = Heading()
    for word in words:
        name = word.lower()
        if name not in POURS and name not in ENDS and name != HIDDEN:
            known = ", ".join((*POURS, *ENDS, HIDDEN)).upper()
            raise LevelFormatError(
                "{word!r} is not a rule; write some of {known}, or leave the row out; units are small letters",
                line,
                word=word[:20],
                known=known,
            )
        pour, end, is_hidden = POURS.get(name, pour), ENDS.get(name, end), is_hidden or name == HIDDEN
    return Heading(pour, end, is_hidden)


def format_level(level: Level) -> str:
    """The text of a level; parse_level is its inverse."""
    return board_of(level, marked_tubes(level))


def board_of(level: Level, marked: Sequence[str]) -> str:
    """The text of tubes with their marks, under the rules of a level."""
    columns = [tube.ljust(level.capacity, FREE) for tube in marked]
    rows = ["".join(row) for row in zip(*columns, strict=True)][::-1]
    return "\n".join([*filter(None, [rules_of(level).upper()]), *rows])


def marked_tubes(level: Level) -> Tubes:
    """The tubes of a level with capitals for hidden units; UNKNOWN stays what it is."""
    if not level.hidden:
        return level.tubes
    return tuple(
        "".join(unit.upper() if (place, height) in level.hidden else unit for height, unit in enumerate(tube))
        for place, tube in enumerate(level.tubes)
    )


def rules_of(level: Level) -> str:
    """The rules that are not the usual ones, and whether units are hidden, as words."""
    unusual = [rule.name.lower() for rule in (level.pour, level.end) if rule]
    return " ".join([*unusual, *([HIDDEN] if level.hidden else [])])
