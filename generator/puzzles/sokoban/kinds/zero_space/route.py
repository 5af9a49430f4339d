"""From slides to the player's moves: shortest walks between the pushes, written as LURD."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space import route_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import Geometry, geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Cell, ends
from generator.puzzles.sokoban.kinds.zero_space.boards.symmetry import turned_back_moves, turned_moves
from generator.puzzles.sokoban.kinds.zero_space.limits import SLIDING
from generator.puzzles.sokoban.kinds.zero_space.pitch3.route import moves_of_passes
from generator.puzzles.sokoban.kinds.zero_space.route_kernels import Position
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent
from generator.puzzles.sokoban.slides import tree_kernels
from generator.puzzles.sokoban.slides.tree_kernels import TreeFloor

BEAM = 128
"""How many pairs of state and player are kept at each depth while a solution with few moves is looked for."""


def moves_of(zero: ZeroSpace, slides: NDArray[np.int32]) -> str:
    """The solution that makes these slides (passes in types w and g), walking by shortest paths in between."""
    if zero.type not in SLIDING:
        return moves_of_passes(zero, slides)
    ways = [(steps, position, _count(zero, slides, position)) for steps, position in _beginnings(zero)]
    steps, position, length = min(ways, key=lambda way: len(way[0]) + way[2])
    moves = np.empty(length, np.uint8)
    _write(zero, slides, position, moves)
    return turned_moves(steps + moves.tobytes().decode("ascii"), zero.orientation)


def shortest_walk(zero: ZeroSpace, descent: Descent) -> NDArray[np.int32]:
    """The slides with the fewest moves, as far as a beam finds them, among all shortest ways."""
    floor = floor_of(zero.type, zero.size)
    found = [(len(steps), *few_moves(descent, floor, position, BEAM)) for steps, position in _beginnings(zero)]
    return min(found, key=lambda way: way[0] + way[1])[2]


def few_moves(descent: Descent, floor: TreeFloor, position: Position, width: int) -> tuple[int, NDArray[np.int32]]:
    """The moves and the slides of the way that a beam of this width finds for a player at a position.

    Raises ValueError where the floor has no such position, for the player would walk for ever to get away from it.
    """
    junction, cell = position
    cells = np.flatnonzero(floor.hall[:, 2] == junction)
    if not 0 <= junction < len(floor.corner) or cell not in (cells if len(cells) else [-1]):
        raise ValueError(f"{position} is no position of a floor of {len(floor.corner)} junctions")
    slides = np.empty(len(descent.level) - 2, np.int32)
    return int(route_kernels.few_moves(descent, floor, position, width, slides)), slides


def _count(zero: ZeroSpace, slides: NDArray[np.int32], position: Position) -> int:
    return _write(zero, slides, position, np.empty(0, np.uint8))


def _write(zero: ZeroSpace, slides: NDArray[np.int32], position: Position, moves: NDArray[np.uint8]) -> int:
    floor = floor_of(zero.type, zero.size)
    boxed = boxed_of(zero.start, zero.frame.slots)
    parent, order = (np.empty(len(floor.corner), np.int32) for _ in range(2))
    tree_kernels.hang(boxed, floor, parent, order)
    mark = np.full_like(parent, -1)
    return int(route_kernels.write_moves(slides, position, boxed, floor, parent, mark, moves))


def _beginnings(zero: ZeroSpace) -> list[tuple[str, Position]]:
    """Where the player may step first: his own junction, or those at both sides of the slot he stands in."""
    shape = geometry(zero.type, zero.size)
    if (shape.cells == zero.player).all(axis=1).any():
        steps = "lr" if zero.player[0] % 2 else "ud"
        return [(step, _position(shape, cell)) for step, cell in zip(steps, ends(zero.player), strict=True)]
    return [("", _position(shape, zero.player))]


def _position(shape: Geometry, cell: Cell) -> Position:
    """The junction at a cell that is no slot, and the cell of its hall."""
    corner = np.flatnonzero((shape.corner == cell).all(axis=1))
    position = np.flatnonzero((shape.hall[:, :2] == cell).all(axis=1))
    if not len(position):
        return int(corner[0]), -1
    return int(shape.hall[position[0], 2]), int(position[0])


def slides_of(zero: ZeroSpace, moves: str) -> NDArray[np.int32]:
    """The slides of a solution, or none where its pushes do not come in pairs that are slides."""
    shape = geometry(zero.type, zero.size)
    letters = np.frombuffer(turned_back_moves(moves, zero.orientation).encode("ascii"), np.uint8)
    headings = _HEADINGS[letters]
    pushes = np.flatnonzero(letters < ord("a"))
    first, second = pushes[0::2], pushes[1::2]
    if len(first) != len(second) or (second != first + 1).any() or (letters[first] != letters[second]).any():
        return np.empty(0, np.int32)
    slot_at = np.full((shape.height, shape.width), -1, np.int32)
    slot_at[shape.cells[:, 0], shape.cells[:, 1]] = np.arange(shape.slots)
    player = np.array(zero.player) + np.cumsum(headings, axis=0, dtype=np.int32)
    old = slot_at[tuple(player[first].T)]
    new = slot_at[tuple((player[first] + 2 * headings[first]).T)]
    if (old < 0).any() or (new < 0).any():
        return np.empty(0, np.int32)
    slides: NDArray[np.int32] = np.minimum(old, new)
    return slides


_HEADINGS = np.zeros((128, 2), np.int32)
for _letter, _heading in {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}.items():
    _HEADINGS[[ord(_letter), ord(_letter.upper())]] = _heading
