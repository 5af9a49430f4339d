"""The two identities of a level that www.sourcecode.se/sokoban/level_identity defines."""

from hashlib import md5
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.level import Cells, Level, Mask
from generator.puzzles.sokoban.states.reach import reachable

_Scalar = TypeVar("_Scalar", bound=np.generic)


def exact_id(level: Level) -> str:
    """The Exact-Id, 16 hexadecimal digits: which board, in which orientation, a solution is for."""
    cells = inside(level)
    man = np.zeros_like(cells.walls)
    man[cells.player] = True
    return _digest(_text(_letters(cells, man)))


def unique_id(level: Level) -> str:
    """The Unique-Id, 16 hexadecimal digits: one for all levels that are the same to a player.

    It does not depend on rotation and reflection, on what surrounds the level, or on where the player stands
    within the cells that he reaches without a push.
    """
    cells = inside(level)
    letters = _letters(cells, reachable(~(cells.walls | cells.boxes), cells.player))
    return min(_digest(_text(image)) for image in symmetries(letters))


def board_id(level: Level) -> str:
    """16 hexadecimal digits of what no push changes: walls and goals, and so the number of boxes.

    As with the Unique-Id it does not matter how the level is turned, or what surrounds it. Levels that were made apart
    have other walls, or in the lattices of zero-space other goals.
    """
    cells = inside(level)
    nothing = np.zeros_like(cells.walls)
    letters = _letters(cells._replace(boxes=nothing), nothing)
    return min(_digest(_text(image)) for image in symmetries(letters))


def symmetries(array: NDArray[_Scalar]) -> list[NDArray[_Scalar]]:
    """The eight images of a board under rotation and reflection, as views; the first is the board itself."""
    halves = (array, array[::-1], array[:, ::-1], array[::-1, ::-1])
    return [*halves, *(half.T for half in halves)]


def inside(level: Level) -> Cells:
    """The part of a level that the player could reach if there were no boxes, within one wall."""
    walls, boxes, goals, player = level.cells()
    floor = reachable(~walls, player)
    rows, columns = np.flatnonzero(floor.any(axis=1)), np.flatnonzero(floor.any(axis=0))
    top, left = int(rows[0]) - 1, int(columns[0]) - 1
    frame = (slice(top, rows[-1] + 2), slice(left, columns[-1] + 2))
    floor = floor[frame]
    return Cells(~floor, boxes[frame] & floor, goals[frame] & floor, (player[0] - top, player[1] - left))


def _letters(cells: Cells, man: Mask) -> NDArray[np.uint8]:
    """The board in ASCII codes, with the man on every cell of a mask."""
    kinds = np.where(man, 5, 4 * cells.walls + cells.boxes) + 2 * cells.goals
    letters: NDArray[np.uint8] = np.frombuffer(b" $.*#@ +", np.uint8)[kinds]
    return letters


def _text(letters: NDArray[np.uint8]) -> bytes:
    lines = np.full((letters.shape[0], letters.shape[1] + 1), ord("\n"), np.uint8)
    lines[:, :-1] = letters
    return lines.tobytes()


def _digest(text: bytes) -> str:
    return md5(text, usedforsecurity=False).hexdigest()[:16].upper()
