"""Plain Sokoban by breadth-first search over pushes: bit sets in Python's own integers, nothing clever."""

from collections.abc import Callable, Container, Iterator

from generator.puzzles.sokoban.level import Level

State = tuple[int, int]
"""The boxes as a bit set of cells, and the lowest cell of the player's region."""

Steps = Callable[[int, int], Iterator[tuple[int, int]]]


class Sokoban:
    """The rules on one board; cell (row, column) is bit row * width + column."""

    def __init__(self, level: Level) -> None:
        cells = level.cells()
        self.width = level.width
        self.walls = bits(cells.walls.ravel())
        self.boxes = bits(cells.boxes.ravel())
        self.goals = bits(cells.goals.ravel())
        self.player = 1 << (level.player[0] * level.width + level.player[1])
        self.full = (1 << (level.width * level.height)) - 1

    def region(self, boxes: int, player: int) -> int:
        """All cells that the player reaches without a push."""
        free = self.full & ~self.walls & ~boxes
        region, grown = 0, player
        while grown != region:
            region = grown
            grown |= (region << 1 | region >> 1 | region << self.width | region >> self.width) & free
        return region

    def pushes(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Every push: the boxes after it, and the player's cell."""
        free = self.full & ~self.walls & ~boxes
        for step in (1, -1, self.width, -self.width):
            movable = boxes & shift(region, step) & shift(free, -step)
            while movable:
                box = movable & -movable
                movable ^= box
                yield boxes ^ box ^ shift(box, step), box

    def pulls(self, boxes: int, region: int) -> Iterator[tuple[int, int]]:
        """Every push undone: the boxes before it, and a cell where the player was."""
        free = self.full & ~self.walls & ~boxes
        for step in (1, -1, self.width, -self.width):
            movable = boxes & shift(region & shift(free, step), step)
            while movable:
                box = movable & -movable
                movable ^= box
                yield boxes ^ box ^ shift(box, -step), shift(box, -2 * step)

    def before(self) -> dict[State, int]:
        """Every state from which this one can be reached, with the least pushes on the way."""
        return self._search(self.pulls, None)

    def distances(self, within: Container[State] | None = None) -> dict[State, int]:
        """The least pushes to every state, through states of `within` only if it is given."""
        return self._search(self.pushes, within)

    def _search(self, steps: Steps, within: Container[State] | None) -> dict[State, int]:
        first = self.region(self.boxes, self.player)
        found = {(self.boxes, first & -first): 0}
        level = [(self.boxes, first)]
        depth = 0
        while level:
            depth += 1
            onward = []
            for boxes, region in level:
                for moved, player in steps(boxes, region):
                    reached = self.region(moved, player)
                    state = moved, reached & -reached
                    if state not in found and (within is None or state in within):
                        found[state] = depth
                        onward.append((moved, reached))
            level = onward
        return found


def bits(flags: object) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)  # type: ignore[call-overload]


def shift(cells: int, step: int) -> int:
    return cells << step if step > 0 else cells >> -step
