"""Where one box can be pushed while all others stand still, and on which way.

Only pushes are searched. Whether the player can walk from one side of the box to another is looked up in the blocks of
the floor, which are found once. Programs of the forum use the cut vertices of the floor in this way (Yang Chao's
search, BoxMan).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from generator.puzzles.sokoban.one_box.blocks import edge_blocks
from generator.puzzles.sokoban.one_box.position import LETTERS, Position
from generator.puzzles.sokoban.one_box.walk import walk

Side = int
"""The box on a cell and the player beside it, as 4 * cell + direction; a push from there keeps the direction."""


@dataclass(frozen=True, slots=True)
class BoxPath:
    """A way of a box: its cells from where it is to where it shall be, and the player's moves in LURD."""

    cells: tuple[int, ...]
    moves: str
    work: int = 0
    """How many cells were looked at to find it, or a few more."""

    @property
    def player(self) -> int:
        """Where the player stands at the end, behind the box."""
        return self.cells[-2]


class _Arrival(NamedTuple):
    """The fewest moves to a side, the side before the last push, and the moves since then."""

    length: int
    before: Side | None
    moves: str


class BoxReach:
    """Everywhere that one box of a position can be pushed to, or with a `target` only as far as that is."""

    def __init__(self, position: Position, box: int, target: int | None = None) -> None:
        self._box = box
        self._target = target
        self._steps = position.steps
        self._free = position.without(box)
        self._block = edge_blocks(self._free, self._steps, position.player)
        self._ways_in = self._walks_in(position.player)
        self._pushes = self._search()

    @cached_property
    def cells(self) -> frozenset[int]:
        """The cells that the box can be pushed to, without the one where it is."""
        return frozenset(side >> 2 for side in self._pushes) - {self._box}

    def path(self, target: int) -> BoxPath | None:
        """The way to a cell with the fewest pushes, among these one with the fewest moves; None where there is none.

        The cell where the box is needs no way, and has none.
        """
        if target not in self.cells:
            return None
        sides = [side for side in _sides(target) if side in self._pushes]
        least = min(self._pushes[side] for side in sides)
        layers = self._ways_to({side for side in sides if self._pushes[side] == least}, least)
        work = sum(self._free) + len(self._pushes) + sum(map(len, layers))
        return replace(self._fewest_moves(layers), work=work)

    def is_joined(self, target: int, player: int, other: int) -> bool:
        """Whether the player can walk from one cell beside the box to another one, while the box is on its target."""
        direction, turned = self._steps.index(player - target), self._steps.index(other - target)
        return self._is_same(4 * target + direction, 4 * target + turned)

    def _walks_in(self, player: int) -> dict[Side, str]:
        """The walks to the sides of the box where it is, as far as there are any."""
        walks = {side: self._walk(player, side) for side in _sides(self._box)}
        return {side: moves for side, moves in walks.items() if moves is not None}

    def _search(self) -> dict[Side, int]:
        """The least pushes to every side, breadth first from those that the player can walk to."""
        pushes = dict.fromkeys(self._ways_in, 0)
        queue, reached = list(pushes), len(self._free)
        for side in queue:
            if pushes[side] >= reached:
                break
            for onward in self._pushed_from(side):
                if onward not in pushes:
                    pushes[onward] = pushes[side] + 1
                    if onward >> 2 == self._target:
                        reached = min(reached, pushes[onward])
                    queue.append(onward)
        return pushes

    def _pushed_from(self, side: Side) -> Iterator[Side]:
        for other in _sides(side >> 2):
            if self._is_same(side, other):
                onward = (other >> 2) - self._steps[other & 3]
                if self._free[onward]:
                    yield 4 * onward + (other & 3)

    def _is_same(self, side: Side, other: Side) -> bool:
        """Whether the player can walk from a side where he stands to another one, which may be a wall."""
        return self._block[side] == self._block[other]

    def _ways_to(self, ends: set[Side], pushes: int) -> list[set[Side]]:
        """All sides on shortest ways to these, by the number of pushes."""
        layers = [ends]
        for count in range(pushes - 1, -1, -1):
            layers.append({before for side in layers[-1] for before in self._before(side, count)})
        return layers[::-1]

    def _before(self, side: Side, count: int) -> Iterator[Side]:
        pushing = self._pushing(side)
        for other in _sides(pushing >> 2):
            if self._pushes.get(other) == count and self._is_same(other, pushing):
                yield other

    def _pushing(self, side: Side) -> Side:
        """The side from which the last push was made."""
        direction = side & 3
        return 4 * ((side >> 2) + self._steps[direction]) + direction

    def _fewest_moves(self, layers: Iterable[set[Side]]) -> BoxPath:
        first, *rest = layers
        layer = {side: _Arrival(len(self._ways_in[side]), None, self._ways_in[side]) for side in first}
        arrivals = dict(layer)
        for sides in rest:
            layer = {side: self._arrival(side, layer) for side in sorted(sides)}
            arrivals |= layer
        side: Side | None = min(layer, key=lambda end: layer[end].length)
        cells, moves = [], []
        while side is not None:
            cells.append(side >> 2)
            moves.append(arrivals[side].moves)
            side = arrivals[side].before
        return BoxPath(tuple(reversed(cells)), "".join(reversed(moves)))

    def _arrival(self, side: Side, layer: dict[Side, _Arrival]) -> _Arrival:
        """The way to a side with the fewest moves, through the sides of the layer before it."""
        pushing, push = self._pushing(side), LETTERS[side & 3 ^ 2].upper()
        ways = []
        for before in _sides(pushing >> 2):
            if before in layer and self._is_same(before, pushing):
                walked = self._walk(self._beside(before), pushing)
                assert walked is not None, "sides in one block are joined"
                moves = walked + push
                ways.append(_Arrival(layer[before].length + len(moves), before, moves))
        return min(ways)

    def _walk(self, start: int, side: Side) -> str | None:
        return walk(self._free, self._steps, start, self._beside(side), side >> 2)

    def _beside(self, side: Side) -> int:
        return (side >> 2) + self._steps[side & 3]


def _sides(cell: int) -> range:
    return range(4 * cell, 4 * cell + 4)
