"""Reads the drawing of an outline: the walls of a board in XSB letters, with or without what stands on its floor."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from generator.errors import LevelFormatError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.zero_space.outline import (
    Cell,
    Outline,
    Rows,
    Size,
    ends,
    floor_of,
    is_door,
    joined,
    next_to,
    plan_of,
    rows_of,
)
from generator.puzzles.sokoban.limits import LARGEST, SMALLEST

MOST_HALL_CELLS = 1000
"""Cells of halls at most; the ways between all of them are kept."""

LETTERS = "#@+$*.-_ "

Problem = tuple[Message, Cell]


@lru_cache(maxsize=64)
def read_outline(text: str, types: tuple[str, ...]) -> Size:
    """The board of a drawing, on which levels of these types can be made; a number where it is a full square.

    Raises LevelFormatError, with a place in the drawing.
    """
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    _refuse(_problems_of_letters(lines))
    floor = _enclosed(lines)
    if not floor:
        raise LevelFormatError("this outline has no floor that walls enclose; close its walls '#' all around it")
    top, left = (min(cell[axis] for cell in floor) - 1 for axis in (0, 1))
    rows = rows_of({(row - top, column - left) for row, column in floor})
    _refuse(problems(rows, types), top, left)
    return sized(rows)


def sized(rows: Rows) -> Size:
    """The number of walls along a side where these are the walls of a full square, else their outline."""
    outline = Outline(rows)
    places = product(range(1, 2 * outline.size + 2), repeat=2)
    return outline.size if floor_of(rows) == {place for place in places if place[0] % 2 or place[1] % 2} else outline


def problems(rows: Rows, types: Iterable[str]) -> Iterator[Problem]:
    """Why levels of these types cannot be made within walls."""
    if not SMALLEST <= Outline(rows).size <= LARGEST:
        yield (
            Message(
                "this outline has {size} inner walls along its longer side; draw one with {least} to {most}",
                size=Outline(rows).size,
                least=SMALLEST,
                most=LARGEST,
            ),
            (0, 0),
        )
    yield from _problems_of_places(rows)
    for type_ in types:
        yield from _problems_of_type(rows, type_)


def _refuse(found: Iterable[Problem], top: int = 0, left: int = 0) -> None:
    for message, (row, column) in found:
        raise LevelFormatError(message, top + row + 1, left + column + 1)


def _problems_of_letters(lines: Sequence[str]) -> Iterator[Problem]:
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter not in LETTERS:
                message = Message("{letter!r} is not used in outlines; draw walls '#' and floor '-'", letter=letter)
                yield message, (row, column)


def _enclosed(lines: Sequence[str]) -> set[Cell]:
    """The floor that is not connected with what is around the drawing."""
    walls = {(row, column) for row, line in enumerate(lines) for column, letter in enumerate(line) if letter == "#"}
    width = max(map(len, lines), default=0)
    free = set(product(range(-1, len(lines) + 1), range(-1, width + 1))) - walls
    return free - joined(free, (-1, -1))


def _problems_of_places(rows: Rows) -> Iterator[Problem]:
    floor = floor_of(rows)
    for cell in sorted(floor):
        if not cell[0] % 2 and not cell[1] % 2:
            yield Message("a wall is missing here, where four doors meet; draw '#'"), cell
        if is_door(cell) and not floor.issuperset(ends(cell)):
            yield Message("this door does not lead from one room to another; rooms are on every second line"), cell
    apart = floor - joined(floor, min(floor))
    if apart:
        yield Message("this floor is not connected with the rest of the outline; open a door to it"), min(apart)


def _problems_of_type(rows: Rows, type_: str) -> Iterator[Problem]:
    plan, floor = plan_of(rows, type_ == "b"), floor_of(rows)
    for slot in plan.slots:
        for row, column in next_to(slot):
            if (row, column) in plan.halls and (2 * row - slot[0], 2 * column - slot[1]) in floor:
                yield Message("in type b a box could leave this door along the outer wall; wall it up with '#'"), slot
    if len(plan.halls) > MOST_HALL_CELLS:
        yield Message("type b allows {most} places along the outer wall; take type e", most=MOST_HALL_CELLS), (0, 0)
    slots = set(plan.slots)
    if not any(plan.nodes.values()) or not any(
        (2 * row - slot[0], 2 * column - slot[1]) in slots for slot in slots for row, column in ends(slot)
    ):
        yield Message("no box can slide anywhere in this outline in type {type}; draw more rooms", type=type_), (0, 0)
