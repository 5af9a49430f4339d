"""Door mazes from their definition: doors, junctions and halls on a square grid, and slides between resting states."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

Cell = tuple[int, int]
State = frozenset[Cell]
"""The doors that hold a box."""

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class DoorMaze:
    """A floor of which some cells are doors; the other cells form junctions, of one cell or more (halls)."""

    def __init__(self, floor: set[Cell], doors: set[Cell]) -> None:
        self.floor, self.doors = frozenset(floor), frozenset(doors)
        self.junction_of: dict[Cell, Cell] = {}
        for cell in sorted(self.floor - self.doors):
            if cell not in self.junction_of:
                hall = _connected(self.floor - self.doors, cell)
                self.junction_of |= dict.fromkeys(hall, cell)
        self._require_definition()

    def _require_definition(self) -> None:
        for door in self.doors:
            beside = [step for step in STEPS if self._at(door, step) in self.floor]
            assert beside in ([(-1, 0), (1, 0)], [(0, -1), (0, 1)]), "a door has two floor neighbours, opposite sides"
            for step in beside:
                cell = self._at(door, step)
                assert cell not in self.doors, "a door leads to junctions"
                assert self.is_single(cell) or self._at(cell, step) not in self.floor, "boxes may not enter a hall"

    @staticmethod
    def _at(cell: Cell, step: Cell) -> Cell:
        return cell[0] + step[0], cell[1] + step[1]

    def is_single(self, cell: Cell) -> bool:
        """Whether a junction is this cell alone."""
        return not any(self._at(cell, step) in self.junction_of for step in STEPS)

    def ends(self, door: Cell) -> list[Cell]:
        """The junctions at both ends of a door."""
        return [self.junction_of[cell] for step in STEPS if (cell := self._at(door, step)) in self.junction_of]

    def is_resting(self, boxes: State) -> bool:
        """Whether junctions and doors without a box form a tree."""
        junctions = {*self.junction_of.values()}
        open_doors = self.doors - boxes
        if len(open_doors) != len(junctions) - 1:
            return False
        return len(_connected(self.floor - boxes, min(junctions))) == len(self.floor) - len(boxes)

    def slides(self, boxes: State) -> Iterator[State]:
        """The resting states after one slide: over a junction of one cell into the opposite open door."""
        for door in boxes:
            for step in STEPS:
                junction = self._at(door, step)
                opposite = self._at(junction, step)
                if junction in self.junction_of and opposite in self.doors - boxes:
                    moved = boxes - {door} | {opposite}
                    if self.is_resting(moved):
                        yield moved

    def distances(self, boxes: State) -> dict[State, int]:
        """The least slides to every resting state that slides lead to."""
        found = {boxes: 0}
        queue = deque([boxes])
        while queue:
            state = queue.popleft()
            for moved in self.slides(state):
                if moved not in found:
                    found[moved] = found[state] + 1
                    queue.append(moved)
        return found

    def some_state(self, rng: Random) -> State:
        """A resting state: the doors that a random spanning tree leaves out."""
        joined = {junction: {junction} for junction in self.junction_of.values()}
        boxes = set()
        for door in rng.sample(sorted(self.doors), len(self.doors)):
            one, other = (joined[junction] for junction in self.ends(door))
            if one is other:
                boxes.add(door)
            else:
                one |= other
                joined |= dict.fromkeys(other, one)
        return frozenset(boxes)

    def rows(self, boxes: State) -> tuple[str, ...]:
        """The board in XSB letters with every box on a goal; in a resting state the player may stand anywhere."""
        player = min(self.junction_of)
        height, width = (max(cell[axis] for cell in self.floor) + 2 for axis in (0, 1))
        letters = dict.fromkeys(self.floor, "-") | dict.fromkeys(boxes, "*") | {player: "@"}
        return tuple("".join(letters.get((row, column), "#") for column in range(width)) for row in range(height))


def some_maze(rng: Random, rows: int, columns: int) -> DoorMaze:
    """Junctions in a grid with random doors between neighbours, some walled up, and some opened for good into halls."""
    spaces = {(row, column) for row in range(1, 2 * rows) for column in range(1, 2 * columns) if row % 2 or column % 2}
    junctions = {cell for cell in spaces if cell[0] % 2 and cell[1] % 2}
    walled_up, made_halls = rng.choice([0, 0.05, 0.1]), rng.choice([0, 0.05, 0.1])
    doors = {cell for cell in sorted(spaces - junctions) if rng.random() >= walled_up}
    opened = {door for door in sorted(doors) if rng.random() < made_halls}
    doors -= opened
    halls = {cell for door in opened for cell in _beside(door)} & junctions
    for door in sorted(doors):
        # A box could be pulled onto a hall if there were floor on the other side of its cell.
        if any(cell in halls and _behind(door, cell) in doors | opened for cell in _beside(door)):
            doors.discard(door)
    floor = _connected(junctions | opened | doors, min(junctions))
    return DoorMaze(floor, doors & floor)


def _beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + row, cell[1] + column) for row, column in STEPS]


def _behind(door: Cell, cell: Cell) -> Cell:
    return 2 * cell[0] - door[0], 2 * cell[1] - door[1]


def _connected(cells: set[Cell] | frozenset[Cell], start: Cell) -> set[Cell]:
    found, queue = {start}, deque([start])
    while queue:
        cell = queue.popleft()
        for step in STEPS:
            other = cell[0] + step[0], cell[1] + step[1]
            if other in cells and other not in found:
                found.add(other)
                queue.append(other)
    return found
