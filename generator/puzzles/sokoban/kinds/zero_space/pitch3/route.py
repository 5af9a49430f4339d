"""From passes to the player's moves, and back."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.boards.frames import board_walls
from generator.puzzles.sokoban.kinds.zero_space.boards.symmetry import turned_back_moves, turned_moves
from generator.puzzles.sokoban.kinds.zero_space.pitch3 import route_kernels
from generator.puzzles.sokoban.kinds.zero_space.pitch3.geometry import DIRECTIONS
from generator.puzzles.sokoban.kinds.zero_space.pitch3.hull_kernels import Ints
from generator.puzzles.sokoban.kinds.zero_space.pitch3.walk import ground_of
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, boxed_of


def moves_of_passes(zero: ZeroSpace, passes: Ints) -> str:
    """The solution that makes these passes, walking by shortest ways in between."""
    moves = np.empty(_write(zero, passes, np.empty(0, np.uint8)), np.uint8)
    _write(zero, passes, moves)
    return turned_moves(moves.tobytes().decode("ascii"), zero.orientation)


def passes_of(zero: ZeroSpace, moves: str) -> Ints:
    """The passes of a solution, or none where its pushes are not such passes."""
    numbers, at_slot = _numbers(zero.type, zero.size)
    (row, column), passes, begun = zero.player, [], None
    for letter in turned_back_moves(moves, zero.orientation):
        way = "ulrd".index(letter.lower())
        row, column = row + DIRECTIONS[way][0], column + DIRECTIONS[way][1]
        if letter.islower():
            continue
        box = begun or (at_slot.get((row, column), -1), way)
        number = numbers.get((*box, way if begun else -1))
        begun = None if number is not None or begun else box
        if number is None and begun is None:
            return np.empty(0, np.int32)
        if number is not None:
            passes.append(number)
    return np.array([] if begun else passes, np.int32)


@cache
def _numbers(type_: str, size: int) -> tuple[dict[tuple[int, int, int], int], dict[tuple[int, int], int]]:
    """The passes by their source and the directions of their pushes, and the slots by their cells."""
    ground = ground_of(type_, size)
    keys = np.column_stack([ground.source, ground.pushes]).tolist()
    return {(a, b, c): i for i, (a, b, c) in enumerate(keys)}, {
        (r, c): i for i, (r, c) in enumerate(ground.cells.tolist())
    }


def _write(zero: ZeroSpace, passes: Ints, moves: NDArray[np.uint8]) -> int:
    ground = ground_of(zero.type, zero.size)
    board = board_walls(zero.type, zero.size).astype(np.uint8)
    rows, columns = ground.cells[boxed_of(zero.start, len(ground.cells)) > 0].T
    board[rows, columns] = 1
    width = board.shape[1]
    player = zero.player[0] * width + zero.player[1]
    return int(route_kernels.write_moves(passes, player, board.ravel(), width, ground, moves))
