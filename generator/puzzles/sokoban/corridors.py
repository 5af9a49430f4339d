"""Corridors of equal cells, with solutions that grow exponentially with their length.

Pushes are grouped in steps, and a step is written as its pushes in a cell, the first of which is at the mouth.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.search.floor import room_of
from generator.puzzles.sokoban.search.walks import moves_of
from generator.settings import within

MOST_CELLS = 40
"""Cells of a corridor, which is a board of 85 rows."""

PROVEN_CELLS = 5
"""Up to so many cells the solver has proven that no solution has fewer pushes than ours."""

SOLVED_CELLS = 7
"""Up to so many cells the solution is written out: 8,324 pushes."""

_END = ("##########", "#####-.-##")
_CELL = ("#####-*$##", "#####-.-##")
_MOUTH = ("#-----*$##", "#-###**-@#", "#-##-----#", "#----#--##", "##########")
"""Where both ends of the last cell are joined by a free way."""


class Push(NamedTuple):
    """A push of the box in a row, counted from that of the cell, and in a column."""

    row: int
    column: int
    letter: str


_OPEN = (Push(1, 5, "D"),)
_ENTER = (Push(0, 7, "D"), Push(1, 7, "D"), Push(1, 6, "L"), Push(0, 6, "U"))
_LEAVE = (Push(1, 5, "D"), Push(2, 5, "D"), Push(2, 6, "R"), Push(1, 6, "U"))
_LEAVE_FIRST = (Push(2, 5, "R"), Push(2, 6, "R"), Push(1, 6, "U"))
_CLOSE = (Push(2, 7, "U"), Push(1, 7, "L"))
_TURN = (Push(2, 7, "L"), Push(2, 6, "U"))

Step = tuple[int, tuple[Push, ...]]
"""The number of a cell, and pushes in it."""


def corridor(cells: int) -> str:
    """The level of a corridor with so many cells. Raises SettingError."""
    within("cells", cells, 1, MOST_CELLS)
    return "\n".join((*_END, *(_CELL * (cells - 1)), *_MOUTH))


def pushes_of(cells: int) -> int:
    """The pushes of our solution, 2 F(2n + 5) - 4n - 10 for n cells, with the numbers of Fibonacci."""
    one, following = 1, 1
    for _ in range(2 * cells + 4):
        one, following = following, one + following
    return 2 * one - 4 * cells - 10


def solution(cells: int) -> str:
    """Our solution of a corridor, in LURD."""
    room = room_of(parse_level(corridor(cells)))
    assert room is not None
    number = {(row, column): cell for cell, (row, column) in enumerate(room.cells.tolist())}
    pushes = []
    for cell, step in (*_work(cells), (1, _CLOSE)):
        row = 2 * (cells - cell + 1)
        pushes += [(number[row + push.row, push.column], "ULRD".index(push.letter)) for push in step]
    return moves_of(room, pushes)


def _work(cells: int) -> Iterator[Step]:
    """What is done for so many cells, but for the last step: all that is done for fewer comes before and after."""
    if not cells:
        return
    if cells > 1:
        yield from _work(cells - 1)
        yield 1, _TURN
    yield 1, _OPEN
    yield cells, _ENTER
    yield from _inside(cells)
    yield from _way_out(cells)
    if cells > 1:
        yield 1, _TURN
        yield from _work(cells - 1)


def _inside(cell: int) -> Iterator[Step]:
    """What is done between entering a cell and leaving it."""
    if cell > 1:
        yield cell - 1, _ENTER
        yield from _inside(cell - 1)
        yield from _way_out(cell - 1)
        if cell > 2:
            yield 1, _TURN
            yield from _work(cell - 2)
        yield 1, _OPEN
    yield 1, _CLOSE


def _way_out(cell: int) -> Iterator[Step]:
    """Every cell is left, down to the first."""
    yield from ((number, _LEAVE) for number in range(cell, 1, -1))
    yield 1, _LEAVE_FIRST
