"""lurd2xsb: the level that a solution belongs to, as far as its moves show it.

As in soukoban's `Map::from_actions` and the import of BoxMan: every cell that player or box come to is known, and what
surrounds the known cells is wall. A box that is never pushed, and floor that nobody comes to, leave no trace.
"""

from typing import NamedTuple

import numpy as np

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.board import LARGEST_SIDE
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.solutions.replay import replay

_STRIDE = 256
"""Cells are numbers, row after row; within the limits the moves never come near the end of a row."""
_START = _STRIDE * (_STRIDE + 1) // 2
_STEPS = {"l": -1, "u": -_STRIDE, "r": 1, "d": _STRIDE}
_OUTSIDE, _WALL = ord("_"), ord("#")


class Reconstruction(NamedTuple):
    """A level, and its board with what is outside of its walls as `_`."""

    level: Level
    board: str


def reconstructed(moves: str) -> Reconstruction:
    """The smallest level that these moves solve; small letters are steps and capitals pushes.

    Where the moves end, every box is on its goal. Raises IllegalMoveError for moves that no level allows, without a
    push, or of a level that is larger than others may be.
    """
    trace = _Trace()
    for step, letter in enumerate(moves, 1):
        trace.play(letter, step)
    if not trace.boxes:
        raise IllegalMoveError(
            "there is no push; pushes are capital letters, and without a push there is no box", len(moves)
        )
    board = trace.board()
    level = parse_level(board)
    replay(level, moves)
    return Reconstruction(level, board)


class _Trace:
    """What the moves so far have shown: what was on each known cell at first, and where the boxes are now."""

    def __init__(self) -> None:
        self.player = _START
        self.had_box = {_START: False}
        self.boxes: set[int] = set()
        self._least = self._most = divmod(_START, _STRIDE)

    def play(self, letter: str, step: int) -> None:
        """Play a move. Raises IllegalMoveError."""
        way = _STEPS[letter.lower()]
        target = self.player + way
        if letter.isupper():
            self._push(target, target + way, step)
        elif target in self.boxes:
            raise IllegalMoveError("a box is here by now; a push is a capital letter", step)
        else:
            self._know(target, False, step)
        self.player = target

    def board(self) -> str:
        """The board with one cell around all that is known."""
        (top, left), (bottom, right) = self._least, self._most
        cells = np.full((bottom - top + 3, right - left + 3), _OUTSIDE, np.uint8)
        known = [(cell // _STRIDE - top + 1, cell % _STRIDE - left + 1) for cell in self.had_box]
        for row, column in known:
            cells[row - 1 : row + 2, column - 1 : column + 2] = _WALL
        for (row, column), cell in zip(known, self.had_box, strict=True):
            cells[row, column] = ord(self._letter(cell))
        return "\n".join(row.tobytes().decode("ascii") for row in cells)

    def _letter(self, cell: int) -> str:
        letters = "@+" if cell == _START else "$*" if self.had_box[cell] else "-."
        return letters[cell in self.boxes]

    def _push(self, box: int, target: int, step: int) -> None:
        if box not in self.boxes:
            if box in self.had_box:
                raise IllegalMoveError("this pushes a box where earlier moves show that there is none", step)
            self._know(box, True, step)
            self.boxes.add(box)
        if target in self.boxes:
            raise IllegalMoveError("this pushes a box onto another one", step)
        self._know(target, False, step)
        self.boxes.remove(box)
        self.boxes.add(target)

    def _know(self, cell: int, has_box: bool, step: int) -> None:
        if cell in self.had_box:
            return
        self.had_box[cell] = has_box
        (top, left), (bottom, right), (row, column) = self._least, self._most, divmod(cell, _STRIDE)
        self._least, self._most = (min(top, row), min(left, column)), (max(bottom, row), max(right, column))
        if max(self._most[0] - self._least[0], self._most[1] - self._least[1]) > LARGEST_SIDE - 3:
            side = LARGEST_SIDE
            raise IllegalMoveError(
                "here the level becomes larger than {rows} × {columns}; give shorter moves",
                step,
                rows=side,
                columns=side,
            )
