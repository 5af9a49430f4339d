"""Reads the drawing of an outline: the walls of a board in XSB letters, with or without what stands on its floor."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product, takewhile

from generator.errors import LevelFormatError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import (
    BoardPlan,
    Cell,
    Outline,
    Rows,
    Size,
    beyond,
    ends,
    floor_of,
    is_door,
    joined,
    next_to,
    plan_of,
    rows_of,
)
from generator.puzzles.sokoban.kinds.zero_space.cycles import blocks_of
from generator.puzzles.sokoban.kinds.zero_space.limits import LARGEST, SMALLEST

MOST_HALL_CELLS = 1000
"""Cells of halls at most; the ways between all of them are kept."""

MOST_PLACES = 10
"""So many further places of one fault are named."""

PLAYER, PIECES, LETTERS = "@+", "@+$*.", "#@+$*.-_ "

Problem = tuple[Message, Cell]


@lru_cache(maxsize=64)
def read_outline(text: str, types: tuple[str, ...]) -> Size:
    """The board of a drawing, on which levels of these types can be made; a number where it is a full square.

    Raises LevelFormatError, with a place in the drawing.
    """
    lines = _first_drawing(text.expandtabs().splitlines())
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
    """Why levels of these types cannot be made within walls; what needs a sound board is looked at on such a one."""
    sound = True
    for problem in chain(_problems_of_size(rows), _problems_of_places(rows)):
        sound = False
        yield problem
    for type_ in types if sound else ():
        yield from _problems_of_type(rows, type_)


def _refuse(found: Iterable[Problem], top: int = 0, left: int = 0) -> None:
    problems = [(message, (top + row + 1, left + column + 1)) for message, (row, column) in found]
    if not problems:
        return
    first, place = problems[0]
    others = [f"{line}:{column}" for message, (line, column) in problems[1:] if message == first]
    if not others:
        raise LevelFormatError(first, *place)
    places = ", ".join(others[:MOST_PLACES] + ["..."] * (len(others) > MOST_PLACES))
    raise LevelFormatError(Message("{problem}; also at line:column {places}", problem=first, places=places), *place)


def _problems_of_size(rows: Rows) -> Iterator[Problem]:
    size = Outline(rows).size
    if not SMALLEST <= size <= LARGEST:
        template = "inner walls along the longer side of this outline: {size}; draw one with {least} to {most}"
        yield Message(template, size=size, least=SMALLEST, most=LARGEST), (0, 0)


def _first_drawing(lines: Sequence[str]) -> list[str]:
    """The lines of a file from which its first drawing can be read, without the titles and solutions around it."""
    above = list(takewhile(lambda line: "#" not in line or _is_text(line), lines))
    drawn = takewhile(lambda line: not _is_text(line), lines[len(above) :])
    return [""] * len(above) + [line.rstrip() for line in drawn] if len(above) < len(lines) else [*lines]


def _is_text(line: str) -> bool:
    """Whether most of a line are no letters of drawings."""
    letters = line.replace(" ", "")
    return 2 * sum(letter not in LETTERS for letter in letters) > len(letters)


def _problems_of_letters(lines: Sequence[str]) -> Iterator[Problem]:
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter not in LETTERS:
                message = Message("{letter!r} is not used in outlines; draw walls '#' and floor '-'", letter=letter)
                yield message, (row, column)


def _enclosed(lines: Sequence[str]) -> set[Cell]:
    """The floor that is not connected with what is around the drawing; in that of a level, holes are none."""
    letters = {(row, column): letter for row, line in enumerate(lines) for column, letter in enumerate(line)}
    width = max(map(len, lines), default=0)
    free = set(product(range(-1, len(lines) + 1), range(-1, width + 1)))
    free -= {cell for cell, letter in letters.items() if letter == "#"}
    enclosed = free - joined(free, (-1, -1))
    pieces = [cell for cell in enclosed if letters.get(cell, " ") in PIECES]
    return joined(enclosed, *pieces) if any(letters[cell] in PLAYER for cell in pieces) else enclosed


def _problems_of_places(rows: Rows) -> Iterator[Problem]:
    floor = floor_of(rows)
    for cell in sorted(floor):
        if not cell[0] % 2 and not cell[1] % 2:
            yield Message("a wall is missing here, where four doors meet; draw '#'"), cell
        if is_door(cell) and not floor.issuperset(ends(cell)):
            yield Message("this door does not lead from one room to another; rooms are on every second line"), cell
    apart = floor - joined(floor, min(floor))
    if apart:
        yield Message("this floor is not connected to the rest of the outline; open a door to it"), min(apart)


def _problems_of_type(rows: Rows, type_: str) -> Iterator[Problem]:
    plan, floor = plan_of(rows, type_ == "b"), floor_of(rows)
    for slot in sorted(plan.slots):
        if any(beyond(slot, cell) in floor for cell in next_to(slot) if cell in plan.halls):
            yield Message("in type b a box could leave this door along the outer wall; wall it up with '#'"), slot
    if len(plan.halls) > MOST_HALL_CELLS:
        yield (
            Message("type b allows at most {most} places along the outer wall; use type e", most=MOST_HALL_CELLS),
            (0, 0),
        )
    if not _slides_somewhere(plan):
        message = "no box can slide anywhere in this outline in type {type}; draw more rooms or open more doors"
        yield Message(message, type=type_), (0, 0)


def _slides_somewhere(plan: BoardPlan) -> bool:
    """Whether there is a legal slide in any state.

    Around a slide the doors are a cycle without its box, and any cycle through two opposite doors allows one.
    """
    doors = [(plan.junctions[one], plan.junctions[other]) for one, other in map(ends, plan.slots)]
    block = dict(zip(plan.slots, blocks_of(doors), strict=True))
    return any(block[slot] == block.get(beyond(slot, cell)) for slot in plan.slots for cell in ends(slot))
