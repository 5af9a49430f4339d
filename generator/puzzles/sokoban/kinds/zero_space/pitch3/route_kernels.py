"""The player's moves for passes."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.kinds.zero_space.pitch3.hull_kernels import Bytes, HullGround, Ints
from generator.puzzles.sokoban.kinds.zero_space.route_kernels import PUSH, WALK


@kernel(allocates=True)
def write_moves(passes: Ints, player: int, board: Bytes, width: int, ground: HullGround, moves: Bytes) -> int:
    """Write the player's moves for a sequence of possible passes, walking by shortest ways in between.

    player: his cell, row * width + column. board: uint8 (cells,), 1 where a wall or box is, changed. moves: uint8,
    filled with letters as far as it reaches. Returns how many letters there are.
    """
    buffer = np.zeros((3, board.size), np.int64)
    at, time = 0, 0
    for number in passes:
        source = ground.source[number]
        box = ground.cells[source, 0] * width + ground.cells[source, 1]
        for way in ground.pushes[number]:
            if way < 0:
                continue
            step = _step(way, width)
            time += 1
            at = _walk(player, box - step, width, board, buffer, moves, at, time)
            board[box], board[box + step] = 0, 1
            player = box
            box += step
            if at < moves.size:
                moves[at] = PUSH[way]
            at += 1
    return at


@kernel(allocates=True)
def _step(way: int, width: int) -> int:
    """The distance to the next cell in a direction."""
    return -width if way == UP else width if way == DOWN else -1 if way == LEFT else 1


@kernel(allocates=True)
def _walk(
    player: int, target: int, width: int, board: Bytes, buffer: NDArray[np.int64], moves: Bytes, at: int, time: int
) -> int:
    """Walk by a shortest way, searched from its end; writes letters where they fit and returns the new length.

    buffer: int64 (3, cells): the way towards the target, the time of the last visit (every call has a later one), and
    the queue.
    """
    # Apart from the walks of kinds.free: neighbours are not listed, and the search ends where the player is.
    onward, seen, queue = buffer[0], buffer[1], buffer[2]
    queue[0] = target
    seen[target] = time
    first, last = 0, 1
    while seen[player] != time:
        cell = queue[first]
        first += 1
        for way in (UP, DOWN, LEFT, RIGHT):
            before = cell - _step(way, width)
            if board[before] == 0 and seen[before] != time:
                seen[before] = time
                onward[before] = way
                queue[last] = before
                last += 1
    while player != target:
        if at < moves.size:
            moves[at] = WALK[onward[player]]
        at += 1
        player += _step(onward[player], width)
    return at
