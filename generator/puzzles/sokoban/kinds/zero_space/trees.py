"""Zero-space levels as pairs of spanning trees, and the boards that show them.

A tree is an int: bit p is set where a box rests in slot p of its frame.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.errors import UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.zero_space.boards.drawing import problems
from generator.puzzles.sokoban.kinds.zero_space.boards.frames import board_walls, frame_of, lines_of
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Frame, geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, Size, rows_of
from generator.puzzles.sokoban.kinds.zero_space.boards.symmetry import ORIENTATIONS, turned, turned_back
from generator.puzzles.sokoban.kinds.zero_space.limits import KINDS, OUTLINED, SLIDING, sizes_of
from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.similarity.identity import symmetries
from generator.puzzles.sokoban.slides import tree_kernels
from generator.puzzles.sokoban.states.reach import reachable


@dataclass(frozen=True, slots=True)
class ZeroSpace:
    """A level of a zero-space type: the trees of its boxes and of its goals, and the player's cell.

    All are those of the board as the type defines it; `orientation` says how it is turned.
    """

    type: str
    size: Size
    start: int
    goal: int
    player: tuple[int, int] = (1, 1)
    orientation: int = 0

    @property
    def frame(self) -> Frame:
        return frame_of(self.type, self.size)


def boxed_of(tree: int, slots: int) -> NDArray[np.uint8]:
    """A tree as the tree kernels read it: uint8 (slots,), 1 where a box rests."""
    packed = np.frombuffer(tree.to_bytes((slots + 7) // 8, "little"), np.uint8)
    return np.unpackbits(packed, count=slots, bitorder="little")


def tree_of(boxed: NDArray[np.uint8] | Mask) -> int:
    """The tree of an array as the tree kernels write it, or of a mask of slots."""
    return int.from_bytes(np.packbits(boxed, bitorder="little").tobytes(), "little")


def is_tree(type_: str, size: Size, tree: int) -> bool:
    """Whether boxes in these slots are a spanning tree."""
    frame = frame_of(type_, size)
    if tree.bit_count() != frame.boxes or tree >> frame.slots:
        return False
    boxed = boxed_of(tree, frame.slots)
    boxes = np.flatnonzero(boxed).astype(np.int32)
    return bool(tree_kernels.span(frame.walls, boxes, np.empty(frame.nodes, np.int32), boxed) == frame.boxes)


def line_counts(type_: str, size: Size, tree: int) -> tuple[int, ...]:
    """How many boxes rest on each line of a type whose boxes keep to their line: no slide changes it."""
    line = lines_of(type_, size)
    boxed = boxed_of(tree, len(line)) > 0
    return tuple(np.bincount(line[boxed], minlength=int(line.max()) + 1).tolist())


def line_bound(zero: ZeroSpace) -> int:
    """A lower bound on the pushes: the k-th box of each line goes to its k-th goal, two pushes a slot."""
    slots = zero.frame.slots
    start, goal = (np.flatnonzero(boxed_of(tree, slots)) for tree in (zero.start, zero.goal))
    return 2 * int(np.abs(start - goal).sum())


def board_of(zero: ZeroSpace) -> Level:
    """The level's board."""
    boxes, goals = (_mask(zero.frame, tree) for tree in (zero.start, zero.goal))
    level = Level.from_cells(board_walls(zero.type, zero.size), boxes, goals, zero.player)
    return turned(level, zero.orientation)


def zero_space_of(level: Level) -> ZeroSpace:
    """The trees of a zero-space level, however it is turned or mirrored.

    Raises UnsupportedLevelError, which says what is different, for every other board.
    """
    found = _found_in(level)
    if isinstance(found, Message):
        raise UnsupportedLevelError(found)
    return found


@lru_cache(maxsize=64)
def _found_in(level: Level) -> ZeroSpace | Message:
    """The trees, or the reason why there are none: a board that is refused is not looked at again either."""
    try:
        return _read(level)
    except UnsupportedLevelError as error:
        return error.message


def _read(level: Level) -> ZeroSpace:
    cells = level.cells()
    type_, size, orientation = _frame_and_orientation(level, cells.walls)
    if orientation:
        cells = turned_back(level, orientation).cells()
    if type_ in OUTLINED:
        type_ = _type_by_boxes(size, level.boxes)
    start = _tree(type_, size, cells.boxes, Message("boxes"))
    goal = _tree(type_, size, cells.goals, Message("goals"))
    if type_ not in SLIDING and not reachable(~(cells.walls | cells.boxes), cells.player)[1, 1]:
        raise _unsupported("the player is shut in")
    return ZeroSpace(type_, size, start, goal, cells.player, orientation)


def _frame_and_orientation(level: Level, walls: Mask) -> tuple[str, Size, int]:
    """The type, size and orientation that have the walls of a board; b stands for e too.

    An outline is as the board lies.
    """
    standing = _standing(walls.tobytes(), *walls.shape)
    if standing is not None:
        return standing
    outline = _outline_of(level)
    if outline is None:
        raise _unsupported("the walls are not those of type b, e, g, s or w")
    return "b", outline, 0


@lru_cache(maxsize=64)
def _standing(walls: bytes, height: int, width: int) -> tuple[str, int, int] | None:
    """The type, size and orientation that have these walls, one byte each; None where none has."""
    for type_, size in _candidates(height, width):
        images = symmetries(board_walls(type_, size))
        for orientation in ORIENTATIONS:
            if images[orientation].shape == (height, width) and images[orientation].tobytes() == walls:
                return type_, size, orientation
    return None


def _outline_of(level: Level) -> Outline | None:
    """The outline of a board on which there may be levels of type b or e."""
    if not (level.height % 2 and level.width % 2):
        return None
    floor = reachable(~level.cells().walls, level.player)
    if floor[::2, ::2].any() or not floor[[1, -2]].any(axis=1).all() or not floor[:, [1, -2]].any(axis=0).all():
        return None
    rows = rows_of({(row, column) for row, column in np.argwhere(floor).tolist()})
    return Outline(rows) if next(problems(rows, ["e"]), None) is None else None


def _candidates(height: int, width: int) -> Iterator[tuple[str, int]]:
    short, long = sorted((height, width))
    for type_ in (kind for kind in KINDS if kind != "e"):
        size = (short - 3) // (2 if type_ in SLIDING else 3)
        frame = frame_of(type_, size) if size in sizes_of(type_) else None
        if frame is not None and (frame.height, frame.width) == (short, long):
            yield type_, size


def _type_by_boxes(size: Size, boxes: int) -> str:
    types = [type_ for type_ in OUTLINED if isinstance(size, int) or next(problems(size.rows, [type_]), None) is None]
    counts = {type_: geometry(type_, size).boxes for type_ in types}
    for type_, count in counts.items():
        if boxes == count:
            return type_
    if "b" not in counts:
        raise _unsupported("it has {boxes} boxes, not {e} (type e)", boxes=boxes, e=counts["e"])
    raise _unsupported("it has {boxes} boxes, not {b} (type b) or {e} (type e)", boxes=boxes, **counts)


def _mask(frame: Frame, tree: int) -> Mask:
    mask = np.zeros((frame.height, frame.width), np.bool_)
    rows, columns = frame.cells[boxed_of(tree, frame.slots) > 0].T
    mask[rows, columns] = True
    return mask


def _tree(type_: str, size: Size, mask: Mask, what: Message) -> int:
    rows, columns = frame_of(type_, size).cells.T
    tree = tree_of(mask[rows, columns].astype(np.uint8))
    if tree.bit_count() != mask.sum():
        raise _unsupported("not all {what} are in slots of type {type}", what=what, type=type_)
    if not is_tree(type_, size, tree):
        raise _unsupported("its {what} and walls do not form a spanning tree", what=what)
    return tree


def _unsupported(template: str, **values: Any) -> UnsupportedLevelError:
    why = Message(template, **values)
    return UnsupportedLevelError("only zero-space levels can be solved, but {why}", why=why)
