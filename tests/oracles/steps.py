"""Single pushes and pulls, tried one by one in rows and columns: slow, and without a table."""

from collections.abc import Container
from typing import NamedTuple

from generator.puzzles.sokoban.level import Level

Cell = tuple[int, int]

WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, left, right and down, the order of directions in kernel_constants."""


class Step(NamedTuple):
    """A push or pull: the box's number, the cells where it and the player are afterwards, and the push.

    The push is the one that it is or takes back: the cell of the box before that, and its direction.
    """

    box: int
    target: Cell
    player: Cell
    before: Cell
    way: int


class Board:
    """A level whose boxes are known by a number: that of their cell among those of all boxes."""

    def __init__(self, level: Level) -> None:
        cells = [((r, c), x) for r, row in enumerate(level.rows) for c, x in enumerate(row)]
        self.floor = {cell for cell, x in cells if x != "#"}
        self.goals = {cell for cell, x in cells if x in ".+*"}
        self.boxes = [cell for cell, x in cells if x in "$*"]
        self.region = walked(self.floor - set(self.boxes), level.player)

    def pushes(self, chosen: Container[int]) -> list[Step]:
        """The pushes of some boxes, in order, to where a lone box could still get to a goal."""
        alive = {box for box, _ in self._undone()}
        return [
            Step(number, target, cell, cell, way)
            for number, cell in enumerate(self.boxes)
            for way in range(4)
            if number in chosen
            and moved(cell, 3 - way) in self.region
            and (target := moved(cell, way)) in alive - set(self.boxes)
        ]

    def pulls(self) -> list[Step]:
        """The pulls of all boxes, in order."""
        return [
            Step(number, target, player, target, 3 - way)
            for number, cell in enumerate(self.boxes)
            for way in range(4)
            if (target := moved(cell, way)) in self.region
            and (player := moved(target, way)) in self.floor - set(self.boxes)
        ]

    def frozen(self) -> set[Cell]:
        """The boxes that can never be pushed: all but those that can step aside, one after another, without a push."""
        alive, left = {box for box, _ in self._undone()}, set(self.boxes)
        while loose := {
            cell
            for cell in left
            for way in range(2)
            if (sides := {moved(cell, way), moved(cell, 3 - way)}) <= self.floor - left and sides & alive
        }:
            left -= loose
        return left

    def is_corral(self, chosen: set[Cell]) -> bool:
        """Whether some boxes can be pushed before all others without loss: they enclose parts of the floor for that.

        Before one of them moves, nobody comes into the parts that they alone shut off from the player. Each push of one
        that no other of them blocks begins in such a part, or it can be made now and leads into one. And one of them is
        not on a goal, or a goal is in such a part.
        """
        alive, inside = {box for box, _ in self._undone()}, self._shut_off_by(chosen)
        steps = [(moved(cell, 3 - way), moved(cell, way)) for cell in chosen for way in range(4)]
        return (bool(chosen - self.goals) or bool(self.goals & inside)) and all(
            source in inside or (source in self.region and target in inside)
            for source, target in steps
            if source in self.floor - chosen and target in alive - chosen
        )

    def _shut_off_by(self, chosen: set[Cell]) -> set[Cell]:
        """The parts of the floor where the player cannot walk and that border on no other boxes."""
        left, shut_off = self.floor - self.region - set(self.boxes), set[Cell]()
        while left:
            part = walked(left, min(left))
            border = {moved(cell, way) for cell in part for way in range(4)}
            shut_off |= part if border & set(self.boxes) <= chosen else set()
            left -= part
        return shut_off

    def _undone(self) -> set[tuple[Cell, Cell]]:
        """The cells of a lone box, and of its player, from which moves lead to a goal."""
        found = {(goal, player) for goal in self.goals for player in self.floor - {goal}}
        edge = list(found)
        while edge:
            box, player = edge.pop()
            for way in range(4):
                before = moved(player, way)
                for other in (box, player) if moved(player, 3 - way) == box else (box,):
                    state = other, before
                    if before in self.floor - {other} and state not in found:
                        found.add(state)
                        edge.append(state)
        return found


def moved(cell: Cell, way: int) -> Cell:
    """The next cell in a direction."""
    return cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]


def walked(free: set[Cell], first: Cell) -> set[Cell]:
    """All free cells that one can walk to."""
    region, edge = {first}, [first]
    while edge:
        cell = edge.pop()
        onward = {moved(cell, way) for way in range(4)} & free - region
        region |= onward
        edge.extend(onward)
    return region
