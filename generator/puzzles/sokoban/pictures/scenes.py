"""A solution as scenes: first the whole board, then only the cells that a move has changed."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.level import Level, Mask
from generator.puzzles.sokoban.pictures.ground import Ground
from generator.puzzles.sokoban.pictures.svg import board, render, svg
from generator.puzzles.sokoban.solutions.replay import replay
from generator.values import PICTURE_CELL as CELL
from generator.values import Scene

_Places = NDArray[np.int64]


def animate(level: Level, moves: str, most: int, ruler: bool = False) -> Iterator[Scene]:
    """The board and at most `most` changes of it, the last of which shows the solved level.

    Raises IllegalMoveError.
    """
    replay(level, moves)
    return _scenes(level, moves, most, ruler)


def shown(moves: str, most: int) -> _Places:
    """The places of the moves after which there is a scene.

    Every move if they are not too many, else every push, else the last of every run of pushes, else as many of
    these, evenly spread; the last move always.
    """
    codes = np.frombuffer(moves.encode("ascii"), np.uint8)
    pushes = codes < ord("a")
    run_ends = pushes & (codes != np.append(codes[1:], 0))
    for wanted in (np.ones_like(pushes), pushes, run_ends):
        wanted[-1] = True
        places = np.flatnonzero(wanted)
        if len(places) <= most:
            return places
    return places[np.linspace(0, len(places) - 1, most + 1)[1:].round().astype(np.int64)]


def _scenes(level: Level, moves: str, most: int, ruler: bool) -> Iterator[Scene]:
    yield Scene(render(level, ruler), 0, 0)
    margin = CELL if ruler else 0
    ground, (_, boxes, _, (row, column)) = Ground.of(level), level.cells()
    begin, player = 0, row * level.width + column
    for stop in shown(moves, most).tolist():
        touched = _play(boxes.reshape(-1), player, moves[begin : stop + 1], level.width)
        begin, player = stop + 1, touched[-1]
        yield _change(ground, boxes, np.divmod(touched, level.width), margin)


def _play(boxes: NDArray[np.bool_], player: int, moves: str, width: int) -> Sequence[int]:
    """Move player and boxes over cells numbered row by row; the cells that look different then, the player's last."""
    steps = {"l": -1, "u": -width, "r": 1, "d": width}
    touched = [player]
    for move in moves:
        step = steps[move.lower()]
        player += step
        if move.isupper():
            boxes[player], boxes[player + step] = False, True
            touched += (player, player + step)
    touched.append(player)
    return touched


def _change(ground: Ground, boxes: Mask, touched: tuple[_Places, _Places], margin: int) -> Scene:
    """The cells of these rows and columns, the last of which is the player's, as they are now."""
    rows, columns = touched
    top, left, bottom, right = rows.min(), columns.min(), rows.max() + 1, columns.max() + 1
    window = np.s_[top:bottom, left:right]
    cells = np.zeros((bottom - top, right - left), np.bool_)
    cells[rows - top, columns - left] = True
    cut = Ground(*(mask[window] & cells for mask in ground))
    drawing = board(cut, boxes[window], (int(rows[-1] - top), int(columns[-1] - left)))
    height, width = cells.shape
    return Scene(svg(drawing, width * CELL, height * CELL), int(left) * CELL + margin, int(top) * CELL + margin)
