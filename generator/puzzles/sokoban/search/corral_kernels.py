"""PI-corrals: parts of the floor that the player cannot walk to, whose boxes can be pushed first without loss."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import ONE, Words, add, has, population, trailing_zeros
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.search.floor_kernels import Boxes, Floor
from generator.puzzles.sokoban.states.board_kernels import Board, beside, beyond, flood, neighbour


class Corrals(NamedTuple):
    """Work space for corrals, all modified; k boxes, w words of a board.

    Places of boxes whose pushes in a direction are of one kind, uint64 (4, w). ahead, behind: another box is in the
    way, on the cell that is pushed to or where the player would stand. shut: he cannot walk to where he would stand.
    inward: he can, and not to the cell that is pushed to. outward: uint64 (w,) he can walk to both, in some direction.

    inside, around: uint64 (w,) the places of a corral without boxes, and those of its boxes. part: uint64 (w,) a part
    of the floor that cannot be walked to, and left: uint64 (w,) those that were not looked at. best: uint64 (w,) the
    boxes of the best corral, and chosen: uint8 (k,) the same by their numbers.
    """

    ahead: Words
    behind: Words
    shut: Words
    inward: Words
    outward: Words
    inside: Words
    around: Words
    part: Words
    left: Words
    best: Words
    chosen: NDArray[np.uint8]


@kernel
def _sort_pushes(free: Words, reached: Words, board: Board, corrals: Corrals) -> None:
    """Tell the kinds of pushes apart.

    free: uint64 (w,) the places without boxes, and reached: uint64 (w,) those that can be walked to.
    """
    corrals.outward[:] = 0
    for d in range(4):
        for index in range(len(free)):
            pushed = board.pushed[d, index] & ~free[index]
            ahead = pushed & ~beyond(free, index, d, board.stride)
            behind = pushed & ~beyond(free, index, 3 - d, board.stride)
            pushed &= ~(ahead | behind)
            can = pushed & beyond(reached, index, 3 - d, board.stride)
            outward = can & beyond(reached, index, d, board.stride)
            corrals.ahead[d, index], corrals.behind[d, index] = ahead, behind
            corrals.shut[d, index], corrals.inward[d, index] = pushed & ~can, can & ~outward
            corrals.outward[index] |= outward


@kernel
def _join_boxes(index: int, hit: np.uint64, d: int, board: Board, corrals: Corrals) -> None:
    """Let the boxes one step from some places of a word, in a direction, join the corral."""
    while hit:
        add(corrals.around, neighbour(64 * index + int(trailing_zeros(hit)), d, board.stride))
        hit &= hit - ONE


@kernel
def _join_parts(index: int, hit: np.uint64, d: int, free: Words, board: Board, corrals: Corrals) -> None:
    """Let the parts of the floor one step from some places of a word, in a direction, join the corral.

    free: uint64 (w,).
    """
    while hit:
        flood(neighbour(64 * index + int(trailing_zeros(hit)), d, board.stride), free, corrals.part, board.stride)
        for other in range(len(free)):
            corrals.inside[other] |= corrals.part[other]
        hit &= ~beyond(corrals.inside, index, d, board.stride)


@kernel
def _join_beside(free: Words, board: Board, corrals: Corrals) -> bool:
    """Let every box beside the corral join it; whether one was not in it. free: uint64 (w,)."""
    grows = False
    for index in range(len(free)):
        boxes = board.floor[index] & ~free[index] & ~corrals.around[index]
        boxes &= beside(corrals.inside, index, board.stride)
        corrals.around[index] |= boxes
        grows |= boxes != 0
    return grows


@kernel
def _grow_once(free: Words, board: Board, corrals: Corrals) -> bool:
    """Let boxes and parts of the floor join a corral that could spoil it; whether there were any. free: uint64 (w,)."""
    inside, around, stride = corrals.inside, corrals.around, board.stride
    grows = False
    for d in range(4):
        for index in range(len(free)):
            ahead, behind = around[index] & corrals.ahead[d, index], around[index] & corrals.behind[d, index]
            if ahead | behind:
                others = ~(beyond(around, index, d, stride) | beyond(around, index, 3 - d, stride))
                ahead, behind = ahead & others, behind & ~ahead & others
                _join_boxes(index, ahead, d, board, corrals)
                _join_boxes(index, behind, 3 - d, board, corrals)
                grows |= (ahead | behind) != 0
            shut, inward = around[index] & corrals.shut[d, index], around[index] & corrals.inward[d, index]
            if shut | inward:
                shut &= ~beyond(inside, index, 3 - d, stride)
                inward &= ~beyond(inside, index, d, stride)
                _join_parts(index, shut, 3 - d, free, board, corrals)
                _join_parts(index, inward, d, free, board, corrals)
                grows |= (shut | inward) != 0
    return grows


@kernel
def _grow(free: Words, board: Board, corrals: Corrals) -> int:
    """Grow a PI-corral from the part of the floor in corrals.inside; return its number of pushes, -1 if there is none.

    Before any of its boxes moves, each push of one leads into the corral, and the player can make it already; so doing
    it first loses no push. Boxes and parts that could spoil this join the corral. After Brian Damgaard's and Matthias
    Meger's PI-corral pruning (sokobano.de). free: uint64 (w,) the places without boxes.
    """
    around = corrals.around
    around[:] = 0
    grows = True
    while grows:
        grows = _join_beside(free, board, corrals)
        for index in range(len(free)):
            if around[index] & corrals.outward[index]:
                return -1
        grows |= _grow_once(free, board, corrals)
    pushes = 0
    for d in range(4):
        for index in range(len(free)):
            pushes += population(around[index] & corrals.inward[d, index])
    return pushes


@kernel
def _is_unfinished(board: Board, corrals: Corrals) -> bool:
    """Whether a box of the corral has still to move."""
    for index in range(len(board.goals)):
        if corrals.around[index] & ~board.goals[index] or corrals.inside[index] & board.goals[index]:
            return True
    return False


@kernel(merged=True)
def choose(reached: Words, floor: Floor, boxes: Boxes, corrals: Corrals) -> None:
    """Mark the boxes that need be pushed next in corrals.chosen: those of the PI-corral with the fewest pushes, or all.

    reached: uint64 (w,) the places that the player can walk to.
    """
    board, left, chosen = floor.board, corrals.left, corrals.chosen
    chosen[:] = 1
    fewest = all_ = 4 * len(chosen) + 1
    _sort_pushes(boxes.free, reached, board, corrals)
    for index in range(len(left)):
        left[index] = boxes.free[index] & ~reached[index]
    for index in range(len(left)):
        while left[index]:
            flood(64 * index + int(trailing_zeros(left[index])), boxes.free, corrals.inside, board.stride)
            for other in range(index, len(left)):
                left[other] &= ~corrals.inside[other]
            pushes = _grow(boxes.free, board, corrals)
            if 0 <= pushes < fewest and _is_unfinished(board, corrals):
                fewest = pushes
                copy_into(corrals.best, corrals.around)
    if fewest < all_:
        for number in range(len(chosen)):
            chosen[number] = has(corrals.best, board.place[boxes.cell[number]])
