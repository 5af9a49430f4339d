"""Types w and g: trees of boxes, and passes that change them, also at random.

A state is `boxed`: uint8 (slots,), 1 where a box rests. The boxes are a tree of blocks: `up[b]` is the box that leads
from block b towards the root (block 0), and -1 at the root.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel
from generator.puzzles.sokoban.slides.tree_kernels import root_tree

Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]


class HullGround(NamedTuple):
    """A geometry as these kernels read it, int32 throughout; a *pass* moves a box from one slot to another.

    walls: (slots, 2) the blocks that a box joins. begin: (blocks + 1,) and around: (2 * slots,) the slots at each
    block, grouped. source, target: (passes,) slots. free: (passes, 2) further slots that must be empty, or -1.
    pushes: (passes, 2) the directions of its pushes, the second -1 where there is one only.
    cells: (slots, 2). first: (slots + 1,) where the passes of a source begin.
    """

    walls: Ints
    begin: Ints
    around: Ints
    source: Ints
    target: Ints
    free: Ints
    pushes: Ints
    cells: Ints
    first: Ints


@kernel(allocates=True)
def root(boxed: Bytes, ground: HullGround, up: Ints, order: Ints) -> int:
    """Root the boxes at block 0: writes up and order, int32 (blocks,); parents come first in order.

    Returns the number of blocks that were reached: all of them iff the boxes are connected.
    """
    return root_tree(0, boxed, ground.begin, ground.around, ground.walls, up, order)


@kernel
def _far(ground: HullGround, slot: int, block: int) -> int:
    """The block at the other end of a box."""
    return int(ground.walls[slot, 0] + ground.walls[slot, 1] - block)


@kernel
def _lower(ground: HullGround, up: Ints, box: int) -> int:
    """The block at the lower end of a box; up: int32 (blocks,)."""
    block = ground.walls[box, 0]
    return int(block if up[block] == box else ground.walls[box, 1])


@kernel
def _below(ground: HullGround, up: Ints, block: int, top: int) -> bool:
    """Whether the way from a block to the root passes top; up: int32 (blocks,)."""
    while block != top and block != 0:
        block = _far(ground, up[block], block)
    return block == top


@kernel
def _has_room(number: int, boxed: Bytes, ground: HullGround) -> bool:
    """Whether the box and the free slots of a pass are where they should be; boxed: uint8 (slots,)."""
    if not boxed[ground.source[number]] or boxed[ground.target[number]]:
        return False
    for which in range(2):
        slot = ground.free[number, which]
        if slot >= 0 and boxed[slot]:
            return False
    return True


@kernel(allocates=True)
def may_pass(number: int, boxed: Bytes, ground: HullGround, up: Ints) -> bool:
    """Whether a pass is possible and leaves a tree.

    boxed: uint8 (slots,). up: int32 (blocks,).
    """
    if not _has_room(number, boxed, ground):
        return False
    top = _lower(ground, up, ground.source[number])
    one, other = ground.walls[ground.target[number]]
    return _below(ground, up, one, top) != _below(ground, up, other, top)


@kernel(allocates=True)
def do_pass(number: int, boxed: Bytes, ground: HullGround, up: Ints) -> None:
    """Make a possible pass: changes boxed and up.

    boxed: uint8 (slots,). up: int32 (blocks,).
    """
    source, target = ground.source[number], ground.target[number]
    boxed[source], boxed[target] = 0, 1
    top = _lower(ground, up, source)
    block = ground.walls[target, 0]
    if not _below(ground, up, block, top):
        block = ground.walls[target, 1]
    box = target
    while True:
        onward = up[block]
        up[block] = box
        if block == top:
            return
        block = _far(ground, onward, block)
        box = onward


@kernel(allocates=True)
def wander(
    draws: Ints, passes: Ints, boxed: Bytes, ground: HullGround, up: Ints, home: Ints, tally: NDArray[np.int64]
) -> None:
    """Make random passes until `passes` is full or the draws are used up.

    draws: int32, passes to try in turn. passes: int32, written from tally[0] on. boxed, up: changed. home: int32
    (slots,) the slot where the box of a slot began, changed. tally: int64 (4,) passes made, the sum of the boxes'
    distances from their beginning in cells, its greatest value and after how many passes it was first seen; changed.
    """
    for number in draws:
        if tally[0] == passes.size:
            return
        if not may_pass(number, boxed, ground, up):
            continue
        source, target = ground.source[number], ground.target[number]
        do_pass(number, boxed, ground, up)
        home[target] = home[source]
        passes[tally[0]] = number
        tally[0] += 1
        tally[1] += _apart(ground, target, home[target]) - _apart(ground, source, home[target])
        if tally[1] > tally[2]:
            tally[2] = tally[1]
            tally[3] = tally[0]


@kernel
def _apart(ground: HullGround, one: int, other: int) -> int:
    """Steps between two slots by rows and columns."""
    return int(abs(ground.cells[one, 0] - ground.cells[other, 0]) + abs(ground.cells[one, 1] - ground.cells[other, 1]))


@kernel(allocates=True)
def possible_passes(boxed: Bytes, ground: HullGround, passes: Ints) -> int:
    """Write the possible passes of a tree into passes, int32 (as many as there are); returns their number."""
    blocks = ground.begin.size - 1
    up, order = np.empty(blocks, np.int32), np.empty(blocks, np.int32)
    root(boxed, ground, up, order)
    enter, leave = np.zeros(blocks, np.int32), np.ones(blocks, np.int32)
    for at in range(blocks - 1, 0, -1):
        leave[_far(ground, up[order[at]], order[at])] += leave[order[at]]
    used = np.ones(blocks, np.int32)
    for at in range(1, blocks):
        above = _far(ground, up[order[at]], order[at])
        enter[order[at]] = enter[above] + used[above]
        used[above] += leave[order[at]]
    leave += enter
    count = 0
    for box in range(boxed.size):
        if not boxed[box]:
            continue
        top = _lower(ground, up, box)
        for number in range(ground.first[box], ground.first[box + 1]):
            if not _has_room(number, boxed, ground):
                continue
            one, other = ground.walls[ground.target[number]]
            inside = enter[top] <= enter[one] < leave[top]
            if inside != (enter[top] <= enter[other] < leave[top]):
                passes[count] = number
                count += 1
    return count


@kernel(allocates=True)
def count_choices(passes: Ints, boxed: Bytes, ground: HullGround, counts: Ints) -> None:
    """Count the possible passes in every state that passes lead through: counts, int32 (passes,); changes boxed."""
    possible = np.empty(ground.source.size, np.int32)
    for step in range(passes.size):
        counts[step] = possible_passes(boxed, ground, possible)
        boxed[ground.source[passes[step]]] = 0
        boxed[ground.target[passes[step]]] = 1
