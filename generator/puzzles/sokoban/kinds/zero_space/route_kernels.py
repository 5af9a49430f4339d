"""The player's way through the floor of a tree: the moves for slides, and solutions with few of them."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.kernel_constants import DOWN, LEFT, RIGHT, UP
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, TreeFloor, do_slide, far_side, hang

Letters = NDArray[np.uint8]
Position = tuple[int, int]
"""A junction, and the cell of its hall, or -1 where it is a single cell."""
WALK = np.frombuffer(b"ulrd", np.uint8)
PUSH = np.frombuffer(b"ULRD", np.uint8)


@kernel
def _emit(moves: Letters, at: int, letter: int, count: int) -> int:
    """Write a letter so often into moves, uint8 (length,), where it fits; return the new length."""
    for i in range(at, min(at + count, moves.size)):
        moves[i] = letter
    return at + count


@kernel
def _heading(row: int, column: int) -> int:
    """The direction of a step by rows or columns."""
    if row != 0:
        return DOWN if row > 0 else UP
    return RIGHT if column > 0 else LEFT


@kernel(allocates=True)
def chart(onward: Ints, toward: Ints) -> None:
    """Write the next cell on a shortest way between any two cells of halls, the first of those next to it.

    onward: int32 (cells, 4), -1 where there are no more. toward: int32 (cells, cells), -1 everywhere.
    """
    # Apart from the walks of kinds.free: no box is in the way, and only cells of halls are joined.
    queue = np.empty(onward.shape[0], np.int32)
    distance = np.empty_like(queue)
    for target in range(onward.shape[0]):
        distance[:] = -1
        distance[target] = 0
        queue[0] = target
        first, last = 0, 1
        while first < last:
            cell = queue[first]
            first += 1
            for way in range(4):
                other = onward[cell, way]
                if other >= 0 and distance[other] < 0:
                    distance[other] = distance[cell] + 1
                    queue[last] = other
                    last += 1
        for at in range(1, last):
            cell = queue[at]
            way = 0
            while distance[onward[cell, way]] != distance[cell] - 1:
                way += 1
            toward[cell, target] = onward[cell, way]


@kernel
def _walk_hall(floor: TreeFloor, cell: int, target: int, moves: Letters, at: int) -> int:
    """Walk within a hall; both cells are -1 where the junction is a single cell.

    moves: uint8 (length,), written where they fit.
    """
    while cell != target:
        ahead = floor.toward[cell, target]
        if at < moves.size:
            heading = _heading(floor.hall[ahead, 0] - floor.hall[cell, 0], floor.hall[ahead, 1] - floor.hall[cell, 1])
            moves[at] = WALK[heading]
        at += 1
        cell = ahead
    return at


@kernel
def _door_heading(floor: TreeFloor, junction: int, slot: int) -> int:
    """The direction in which one leaves a junction through a slot."""
    inward = 1 if floor.junctions[slot, 0] == junction else -1
    across = floor.cells[slot, 0] % 2
    return _heading(inward * (1 - across), inward * across)


@kernel
def _beside(floor: TreeFloor, junction: int, slot: int) -> int:
    """The cell of a hall from which one enters a slot, or -1 where the junction is a single cell."""
    return int(floor.beside[slot, 0 if floor.junctions[slot, 0] == junction else 1])


@kernel
def _pass(floor: TreeFloor, here: Position, slot: int, moves: Letters, at: int) -> int:
    """Walk through an open slot to the junction on its other side; moves: uint8 (length,), written where they fit."""
    if here[1] >= 0:
        at = _walk_hall(floor, here[1], _beside(floor, here[0], slot), moves, at)
    if at < moves.size:
        _emit(moves, at, WALK[_door_heading(floor, here[0], slot)], 2)
    return at + 2


@kernel
def _walk(floor: TreeFloor, parent: Ints, mark: Ints, here: Position, there: Position, moves: Letters, at: int) -> int:
    """Walk by the shortest way; writes letters into moves where they fit and returns the new length.

    here, there: (junction, cell of its hall or -1). mark: int32 (junctions,) scratch, all -1 before and after: the
    junction from which the way down to `there` comes.
    """
    below = -1
    junction = there[0]
    while True:
        mark[junction] = below if below >= 0 else junction
        if junction == 0:
            break
        below = junction
        junction = far_side(floor, parent[junction], junction)
    junction, cell = here
    while junction != there[0]:
        slot = parent[junction] if mark[junction] < 0 else parent[mark[junction]]
        at = _pass(floor, (junction, cell), slot, moves, at)
        junction = far_side(floor, slot, junction)
        cell = _beside(floor, junction, slot)
    at = _walk_hall(floor, cell, there[1], moves, at)
    while True:
        mark[junction] = -1
        if junction == 0:
            return at
        junction = far_side(floor, parent[junction], junction)


@kernel
def _stand(floor: TreeFloor, slide: int, boxed: Boxed) -> Position:
    """The junction where the player stands to push the box of a slide, and the cell of its hall or -1.

    boxed: uint8 (slots,).
    """
    opening = slide if boxed[slide] else slide + 1
    junction = far_side(floor, opening, floor.face[slide])
    return junction, _beside(floor, junction, opening)


@kernel(allocates=True)
def write_moves(
    slides: Ints, position: Position, boxed: Boxed, floor: TreeFloor, parent: Ints, mark: Ints, moves: Letters
) -> int:
    """Write the player's moves for a sequence of legal slides: shortest walks, two pushes for each slide.

    position: (junction, cell of its hall or -1) where the player begins. boxed, parent: changed. mark: int32
    (junctions,) scratch, all -1. moves: uint8, filled with letters as far as it reaches. Returns how many there are.
    """
    at = 0
    for slide in slides:
        stand = _stand(floor, slide, boxed)
        at = _walk(floor, parent, mark, position, stand, moves, at)
        heading = _door_heading(floor, stand[0], slide if boxed[slide] else slide + 1)
        at = _emit(moves, at, PUSH[heading], 2)
        do_slide(slide, boxed, floor, parent)
        position = (int(floor.face[slide]), -1)
    return at


@kernel(allocates=True)
def few_moves(descent: Descent, floor: TreeFloor, position: Position, width: int, slides: Ints) -> int:
    """Choose, among all shortest ways to the root of a search, one with few moves, by a beam of that width.

    It has the fewest moves where no depth has more pairs of a state and a junction of the player than the beam is
    wide. descent: a word_kernels.Descent. position: (junction, cell of its hall or -1) of the player. slides: int32
    (depth,), written. Returns the number of moves.
    """
    boxed = np.empty(floor.face.size, np.uint8)
    parent = np.empty(floor.corner.shape[0], np.int32)
    order = np.empty_like(parent)
    mark = np.full_like(parent, -1)
    nothing = np.empty(0, np.uint8)
    widest = 0
    for step in range(slides.size):
        widest = max(widest, descent.level[step + 2] - descent.level[step + 1])
    known = np.full((widest, parent.size), np.int32(-1))
    # An entry is a node with the player at a junction: node, junction, moves so far, entry before, slide.
    kept = np.empty((1 + slides.size * width, 5), np.int32)
    found = np.empty((width * floor.face.size, 5), np.int32)
    kept[0] = np.array([0, position[0], 0, -1, -1], np.int32)
    first, last = 0, 1
    for step in range(slides.size):
        count = 0
        for at in range(first, last):
            node = kept[at, 0]
            for slot in range(boxed.size):
                boxed[slot] = (descent.state[node] >> slot) & 1
            hang(boxed, floor, parent, order)
            here = (int(kept[at, 1]), position[1] if step == 0 else -1)
            for edge in range(descent.first[node], descent.first[node + 1]):
                slide, target = descent.slide[edge], descent.target[edge]
                face = floor.face[slide]
                walked = _walk(floor, parent, mark, here, _stand(floor, slide, boxed), nothing, 0)
                entry = known[target - descent.level[step + 1], face]
                if entry >= 0 and found[entry, 2] <= kept[at, 2] + walked + 2:
                    continue
                if entry < 0:
                    entry = count
                    known[target - descent.level[step + 1], face] = entry
                    count += 1
                found[entry, 0], found[entry, 1], found[entry, 2] = target, face, kept[at, 2] + walked + 2
                found[entry, 3], found[entry, 4] = at, slide
        first, last = last, last + _keep_best(found[:count], kept[last : last + width])
        for entry in range(count):
            known[found[entry, 0] - descent.level[step + 1], found[entry, 1]] = -1
    best = first
    for at in range(first, last):
        if kept[at, 2] < kept[best, 2]:
            best = at
    moves = kept[best, 2]
    for step in range(slides.size - 1, -1, -1):
        slides[step] = kept[best, 4]
        best = kept[best, 3]
    return int(moves)


@kernel(allocates=True)
def _keep_best(found: Ints, kept: Ints) -> int:
    """Copy the entries with the fewest moves, the earlier ones among equals; returns how many.

    found: int32 (entries, 5). kept: int32 (width, 5), written.
    """
    largest = 0
    for entry in range(found.shape[0]):
        largest = max(largest, found[entry, 2])
    tally = np.zeros(largest + 1, np.int32)
    for entry in range(found.shape[0]):
        tally[found[entry, 2]] += 1
    most, room = 0, kept.shape[0]
    while most <= largest and tally[most] <= room:
        room -= tally[most]
        most += 1
    count = 0
    for entry in range(found.shape[0]):
        if found[entry, 2] > most or (found[entry, 2] == most and room == 0):
            continue
        room -= found[entry, 2] == most
        kept[count] = found[entry]
        count += 1
    return count
