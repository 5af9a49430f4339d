"""Solutions among the states of a search: one with few moves, its letters, and how much choice it leaves."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int, Words, bit, has
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.room_kernels import Cells, Ints, RoomFloor, cells_of, measure_walk, spread
from generator.puzzles.sokoban.kinds.free.search_kernels import StateSearch, find, inside


class Beam(NamedTuple):
    """Ways that are followed while a solution with few moves is looked for, by pushes made and index in the beam.

    state, moves, parent (an index), push (4 * cell of the box + step): int32, player: int16, all of shape
    (depth + 1, width) and modified. used: int32 (depth + 1,).
    """

    state: Ints
    moves: Ints
    parent: Ints
    push: Ints
    player: Cells
    used: Ints


@kernel(allocates=True)
def _keep(layer: Int, state: Int, player: Int, moves: Int, parent: Int, push: Int, beam: Beam) -> None:
    """Put a way into its layer of the beam, instead of a worse one where none is free."""
    index, worst = beam.used[layer], 0
    for other in range(beam.used[layer]):
        if beam.state[layer, other] == state and beam.player[layer, other] == player:
            index = other
            break
        if beam.moves[layer, other] > beam.moves[layer, worst]:
            worst = other
    if index == beam.state.shape[1]:
        index = worst
    if index == beam.used[layer]:
        beam.used[layer] += 1
    elif beam.moves[layer, index] <= moves:
        return
    beam.state[layer, index] = state
    beam.player[layer, index] = player
    beam.moves[layer, index] = moves
    beam.parent[layer, index] = parent
    beam.push[layer, index] = push


@kernel(allocates=True)
def few_moves(first: Int, player: Int, size: Int, floor: RoomFloor, search: StateSearch, beam: Beam) -> Int:
    """Follow shortest ways from a state to the goals, keeping at each depth those with the fewest moves.

    The depth of the state is one less than the layers of the beam. Returns the index of the best way in the last one.
    """
    near, depth = floor.near, len(beam.used) - 1
    steps, queue, box = np.empty(len(near), np.int16), np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    boxes = np.empty(len(floor.free), np.uint64)
    beam.used[:] = 0
    _keep(0, first, player, 0, -1, -1, beam)
    for layer in range(depth):
        least, most = search.starts[depth - layer - 1], search.starts[depth - layer]
        for index in range(beam.used[layer]):
            boxes[:] = search.boxes[beam.state[layer, index]]
            measure_walk(beam.player[layer, index], floor.free & ~boxes, near, steps, queue)
            for which in range(cells_of(boxes, box)):
                old = np.int64(box[which])
                for d in range(4):
                    new, behind = near[old, d], near[old, 3 - d]
                    if new < 0 or behind < 0 or steps[behind] < 0 or has(boxes, new):
                        continue
                    boxes[old >> 6] ^= bit(old)
                    boxes[new >> 6] ^= bit(new)
                    state = find(boxes, old, size, search)
                    boxes[old >> 6] ^= bit(old)
                    boxes[new >> 6] ^= bit(new)
                    if least <= state < most:
                        moves = beam.moves[layer, index] + steps[behind] + 1
                        _keep(layer + 1, state, old, moves, index, 4 * old + d, beam)
    return np.int64(np.argmin(beam.moves[depth, : beam.used[depth]]))


@kernel(allocates=True)
def write_moves(pushes: Ints, player: Int, boxes: Words, floor: RoomFloor, letters: NDArray[np.uint8]) -> Int:
    """Write the steps 0 to 3 of a solution, 4 more for pushes, walking by shortest paths; return how many.

    pushes: 4 * cell of the box + step. boxes is modified.

    pushes: int32 (p,). boxes: uint64 (words,). letters: uint8, long enough for all steps.
    """
    near = floor.near
    steps, queue = np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    count = 0
    for push in pushes:
        old, d = push >> 2, push & 3
        new = near[old, d]
        measure_walk(near[old, 3 - d], floor.free & ~boxes, near, steps, queue)
        while steps[player]:
            step = 0
            while near[player, step] < 0 or steps[near[player, step]] != steps[player] - 1:
                step += 1
            letters[count] = step
            count += 1
            player = near[player, step]
        letters[count] = 4 + d
        count += 1
        player = old
        boxes[old >> 6] ^= bit(old)
        boxes[new >> 6] ^= bit(new)
    return count


@kernel(allocates=True)
def count_choices(pushes: Ints, player: Int, boxes: Words, alive: Words, floor: RoomFloor, choices: Ints) -> None:
    """Count the legal pushes to cells that are alive before each push of a solution; boxes is modified.

    pushes, choices: int32 (p,). boxes, alive: uint64 (words,).
    """
    near = floor.near
    region, stack, box = np.empty_like(boxes), np.empty(len(near), np.int16), np.empty(len(near), np.int16)
    for number in range(len(pushes)):
        spread(player, floor.free & ~boxes, near, region, stack)
        choices[number] = 0
        for which in range(cells_of(boxes, box)):
            for d in range(4):
                new, behind = near[box[which], d], near[box[which], 3 - d]
                if new >= 0 and behind >= 0 and has(region, behind) and has(alive, new) and not has(boxes, new):
                    choices[number] += 1
        player = np.int64(pushes[number] >> 2)
        new = near[player, pushes[number] & 3]
        boxes[player >> 6] ^= bit(player)
        boxes[new >> 6] ^= bit(new)


@kernel(allocates=True)
def count_shortest(pushes: Ints, first: Int, size: Int, floor: RoomFloor, search: StateSearch) -> Int:
    """Count the pushes before each push of a shortest solution that begin a shortest one too, and add them up.

    pushes: int32 (p,), as `few_moves` finds them.
    """
    near, total = floor.near, 0
    boxes, box = search.boxes[first].copy(), np.empty(len(floor.near), np.int16)
    state = first
    for number in range(len(pushes)):
        after = search.starts[len(pushes) - number]
        for which in range(cells_of(boxes, box)):
            old = np.int64(box[which])
            boxes[old >> 6] ^= bit(old)
            for d in range(4):
                new, behind = near[old, d], near[old, 3 - d]
                if new < 0 or behind < 0 or not inside(search.region, state, behind) or has(boxes, new):
                    continue
                boxes[new >> 6] ^= bit(new)
                total += 0 <= find(boxes, old, size, search) < after
                boxes[new >> 6] ^= bit(new)
            boxes[old >> 6] ^= bit(old)
        old = np.int64(pushes[number] >> 2)
        new = near[old, pushes[number] & 3]
        boxes[old >> 6] ^= bit(old)
        boxes[new >> 6] ^= bit(new)
        state = find(boxes, old, size, search)
    return total
