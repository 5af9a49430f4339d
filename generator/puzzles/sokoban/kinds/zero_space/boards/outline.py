"""Boards of any outline, with doors walled up wherever one likes: what a drawing of their walls says.

Rooms lie at every second place of every second line, doors between them, and walls wherever four doors would meet. In
type e every room is a junction. In type b the places along the outer wall hold no box. With the rooms beside them they
are halls. No other door may lead along a hall, or a box could be pushed into it.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

Cell = tuple[int, int]
Rows = tuple[str, ...]

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@dataclass(frozen=True, slots=True)
class Outline:
    """The walls of a board that is no full square: rows of `#` and `-`, within one wall and without any outer floor."""

    rows: Rows

    @property
    def size(self) -> int:
        """Inner walls along the longer side."""
        return (max(len(self.rows), len(self.rows[0])) - 3) // 2

    @property
    def text(self) -> str:
        """The rows as a text."""
        return "\n".join(self.rows)


Size = int | Outline
"""How large a board is: walls along the side of a full square, or the outline of any other board."""


def square(size: Size) -> int:
    """The walls along a side, of a type that is made on full squares only."""
    assert isinstance(size, int), "only types b and e have other outlines"
    return size


def longer_side(size: Size) -> int:
    """Walls along the longer side."""
    return size.size if isinstance(size, Outline) else size


class BoardPlan(NamedTuple):
    """What the cells of a board are.

    - slots: the doors in which boxes rest, those in rows first, line by line
    - junctions: for every other cell the number of its junction
    - halls: the cells whose junction is more than one cell. Each has the next cells of the hall, clockwise along the
      outer wall first
    - nodes: for every wall at a slot the number of its tree node
    """

    slots: list[Cell]
    junctions: dict[Cell, int]
    halls: dict[Cell, list[Cell]]
    nodes: dict[Cell, int]


@lru_cache(maxsize=64)
def plan_of(rows: Rows, has_halls: bool) -> BoardPlan:
    """The plan of a board within one wall; type b has halls."""
    floor = floor_of(rows)
    walls = {(row, column) for row in range(len(rows)) for column in range(len(rows[0]))} - floor
    outer = joined(walls, (0, 0))
    doors = sorted(filter(is_door, floor), key=lambda cell: (0, *cell) if cell[0] % 2 else (1, cell[1], cell[0]))
    opened = {door for door in doors if has_halls and not outer.isdisjoint(sides(door))}
    slots = [door for door in doors if door not in opened]
    hall = {cell for door in opened for cell in (door, *next_to(door))} & floor
    return BoardPlan(
        slots,
        _numbered(floor.difference(slots)),
        {cell: _onward(cell, hall, outer) for cell in sorted(hall)},
        _nodes(list(map(sides, slots)), walls - outer, outer),
    )


def floor_of(rows: Rows) -> set[Cell]:
    """The cells without a wall."""
    return {(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != "#"}


def rows_of(floor: Set[Cell]) -> Rows:
    """The walls around a floor whose first row and column are 1."""
    height, width = (max(cell[axis] for cell in floor) + 2 for axis in (0, 1))
    return tuple("".join("-" if (row, at) in floor else "#" for at in range(width)) for row in range(height))


def is_door(cell: Cell) -> bool:
    """Whether a cell lies between two rooms."""
    return cell[0] % 2 != cell[1] % 2


def next_to(cell: Cell) -> list[Cell]:
    """The cells above, below, left and right of a cell."""
    return [(cell[0] + row, cell[1] + column) for row, column in STEPS]


def sides(door: Cell) -> tuple[Cell, Cell]:
    """The walls between which a door lies, up or left one first."""
    row, column = door
    return ((row - 1, column), (row + 1, column)) if row % 2 else ((row, column - 1), (row, column + 1))


def ends(door: Cell) -> tuple[Cell, Cell]:
    """The cells that a door joins, up or left one first."""
    row, column = door
    return ((row, column - 1), (row, column + 1)) if row % 2 else ((row - 1, column), (row + 1, column))


def beyond(door: Cell, end: Cell) -> Cell:
    """The cell opposite to a door at one of its ends."""
    return 2 * end[0] - door[0], 2 * end[1] - door[1]


def joined(cells: Set[Cell], *firsts: Cell) -> set[Cell]:
    """The cells that are connected with one of these."""
    found, frontier = {*firsts}, [*firsts]
    while frontier:
        for cell in next_to(frontier.pop()):
            if cell in cells and cell not in found:
                found.add(cell)
                frontier.append(cell)
    return found


def _numbered(cells: Set[Cell]) -> dict[Cell, int]:
    """A number for every connected part, in the order of their first cells."""
    numbers: dict[Cell, int] = {}
    count = 0
    for cell in sorted(cells):
        if cell not in numbers:
            numbers |= dict.fromkeys(joined(cells, cell), count)
            count += 1
    return numbers


def _onward(cell: Cell, hall: Set[Cell], outer: Set[Cell]) -> list[Cell]:
    """The next cells of a hall, those first at which one has the outer wall at the left hand."""
    row, column = cell
    onward = [(row + down, column + right) for down, right in STEPS if (row - right, column + down) in outer]
    return list(filter(hall.__contains__, dict.fromkeys(onward + next_to(cell))))


def _nodes(pairs: Sequence[tuple[Cell, Cell]], inner: Set[Cell], outer: Set[Cell]) -> dict[Cell, int]:
    """The nodes of the walls at slots, inner ones first.

    Where halls keep walls apart that no boxes can join, one node of each part stands for the same node: then trees
    have one edge less than nodes there, too.
    """
    part = _numbered(inner)
    part |= dict.fromkeys(outer, len(part))
    root = list(range(len(inner) + 1))

    def group(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for one, other in pairs:
        root[group(part[one])] = group(part[other])
    touched = sorted({part[cell] for pair in pairs for cell in pair})
    last = {group(number): number for number in touched}
    kept = [number for number in touched if number not in last.values()]
    number = {part: count for count, part in enumerate(kept)} | dict.fromkeys(last.values(), len(kept))
    return {cell: number[part[cell]] for pair in pairs for cell in pair}
