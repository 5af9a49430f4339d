"""Zero-space levels as pairs of spanning trees, and the boards that show them.

A tree is an int: bit p is set where a box rests in slot p of its geometry.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.limits import LARGEST, SMALLEST
from generator.puzzles.sokoban.zero_space import tree_kernels
from generator.puzzles.sokoban.zero_space.geometry import Geometry, geometry
from generator.puzzles.sokoban.zero_space.layout import floor_of


@dataclass(frozen=True, slots=True)
class ZeroSpace:
    """A level of type b or e: the trees of its boxes and of its goals, and the player's cell."""

    type: str
    size: int
    start: int
    goal: int
    player: tuple[int, int] = (1, 1)

    @property
    def geometry(self) -> Geometry:
        return geometry(self.type, self.size)


def boxed_of(tree: int, slots: int) -> NDArray[np.uint8]:
    """A tree as the tree kernels read it: uint8 (slots,), 1 where a box rests."""
    packed = np.frombuffer(tree.to_bytes((slots + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=slots, bitorder="little")


def tree_of(boxed: NDArray[np.uint8]) -> int:
    """The tree of an array as the tree kernels write it."""
    return int.from_bytes(np.packbits(boxed, bitorder="little").tobytes(), "little")


def is_tree(type_: str, size: int, tree: int) -> bool:
    """Whether boxes in these slots are a spanning tree: the right number of them, and the floor in one piece."""
    shape = geometry(type_, size)
    junctions = len(shape.corner)
    if tree.bit_count() != shape.boxes or tree >> shape.slots:
        return False
    parent, order = np.empty(junctions, np.int32), np.empty(junctions, np.int32)
    reached = tree_kernels.hang(boxed_of(tree, shape.slots), floor_of(type_, size), parent, order)
    return bool(reached == junctions)


def line_counts(type_: str, size: int, tree: int) -> tuple[int, ...]:
    """How many boxes rest on each line: no slide changes it."""
    slots = geometry(type_, size).slots
    return tuple(int(count) for count in boxed_of(tree, slots).reshape(-1, size).sum(axis=1, dtype=np.int64))


def line_bound(zero: ZeroSpace) -> int:
    """A lower bound on the pushes: the k-th box of each line goes to its k-th goal, two pushes a slot."""
    slots = zero.geometry.slots
    start, goal = (np.flatnonzero(boxed_of(tree, slots)) for tree in (zero.start, zero.goal))
    return 2 * int(np.abs(start - goal).sum())


@lru_cache(maxsize=64)
def board_of(zero: ZeroSpace) -> Level:
    """The level's board."""
    boxes, goals = (_mask(zero.geometry, tree) for tree in (zero.start, zero.goal))
    return Level.from_cells(_walls(zero.size), boxes, goals, zero.player)


@lru_cache(maxsize=64)
def zero_space_of(level: Level) -> ZeroSpace:
    """The trees of a board of type b or e.

    Raises UnsupportedLevelError, which says what is different, for every other board.
    """
    cells = level.cells()
    size = (level.height - 3) // 2
    if level.height != level.width or level.height != 2 * size + 3 or not SMALLEST <= size <= LARGEST:
        raise _unsupported("the board is not a square of odd side 7 to 99")
    if not np.array_equal(cells.walls, _walls(size)):
        raise _unsupported("its inner walls are not single cells at every even row and column")
    type_ = {size**2 - 1: "b", size**2: "e"}.get(level.boxes)
    if type_ is None:
        raise _unsupported(f"it has {level.boxes} boxes, not {size**2 - 1} (type b) or {size**2} (type e)")
    start = _tree(type_, size, cells.boxes, "boxes")
    goal = _tree(type_, size, cells.goals, "goals")
    return ZeroSpace(type_, size, start, goal, cells.player)


def _walls(size: int) -> Mask:
    side = 2 * size + 3
    walls = np.zeros((side, side), np.bool_)
    walls[::2, ::2] = True
    walls[[0, -1]] = walls[:, [0, -1]] = True
    return walls


def _mask(shape: Geometry, tree: int) -> Mask:
    mask = np.zeros((shape.side, shape.side), np.bool_)
    rows, columns = shape.cells[boxed_of(tree, shape.slots) > 0].T
    mask[rows, columns] = True
    return mask


def _tree(type_: str, size: int, mask: Mask, what: str) -> int:
    shape = geometry(type_, size)
    rows, columns = shape.cells.T
    tree = tree_of(mask[rows, columns].astype(np.uint8))
    if tree.bit_count() != mask.sum():
        raise _unsupported(f"not all {what} are in slots of type {type_}")
    if not is_tree(type_, size, tree):
        raise _unsupported(f"its {what} and walls are not a spanning tree")
    return tree


def _unsupported(why: str) -> UnsupportedLevelError:
    return UnsupportedLevelError(f"only zero-space levels of types b and e can be solved, and here {why}")
