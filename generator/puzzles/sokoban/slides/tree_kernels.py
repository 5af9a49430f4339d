"""Spanning trees of any size: how they are made, rooted, and changed by slides.

Here a state is `boxed`: uint8 (slots,), 1 where a box rests. The floor is a tree of junctions: `parent[j]` is the
open slot that leads from junction j towards the root (junction 0), and -1 at the root. A junction of more than one cell
is a hall, in which the player walks by the shortest way.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

Ints = NDArray[np.int32]
Boxed = NDArray[np.uint8]


class TreeFloor(NamedTuple):
    """A geometry as these kernels read it, int32 throughout.

    cells: (slots, 2). junctions: (slots, 2), up or left first. face: (slots,), the junction between slots p and
    p + 1 or -1. corner: (junctions, 2). begin: (junctions + 1,) and around: (2 * slots,) the slots around each
    junction, grouped. hall: (cells, 3) the cells of halls, and their junctions. beside: (slots, 2) those cells at the
    two ends of each slot, -1 where its junction is a single cell. toward: (cells, cells) the next cell on the way
    from one to another.
    """

    cells: Ints
    junctions: Ints
    face: Ints
    corner: Ints
    begin: Ints
    around: Ints
    hall: Ints
    beside: Ints
    toward: Ints


@kernel
def span(walls: Ints, order: Ints, root: Ints, boxed: Boxed) -> int:
    """Kruskal: box the slots in the given order unless they close a cycle.

    walls: int32 (slots, 2) tree nodes. root: int32 (nodes,) scratch, the disjoint sets. boxed: uint8 (slots,),
    written; slots that are boxed already are taken first. Returns the number of boxes.
    """
    for node in range(root.size):
        root[node] = node
    count = 0
    for forced in (1, 0):
        for slot in order:
            if boxed[slot] != forced:
                continue
            one, other = walls[slot, 0], walls[slot, 1]
            while root[one] != one:
                root[one] = root[root[one]]
                one = root[one]
            while root[other] != other:
                root[other] = root[root[other]]
                other = root[other]
            boxed[slot] = one != other
            count += boxed[slot]
            root[one] = other
    return count


@kernel(inline=True)
def root_tree(closed: int, boxed: Boxed, begin: Ints, around: Ints, ends: Ints, parent: Ints, order: Ints) -> int:
    """Root a tree at node 0: writes parent and order, int32 (nodes,); parents come first in order.

    A slot is no edge where boxed, uint8 (slots,), is `closed`. begin: int32 (nodes + 1,) and around: int32
    (2 * slots,) the slots around each node, grouped. ends: int32 (slots, 2) the nodes at each slot. Returns the number
    of nodes that were reached.
    """
    parent[:] = -2
    parent[0] = -1
    order[0] = 0
    count, done = 1, 0
    while done < count:
        node = order[done]
        done += 1
        for at in range(begin[node], begin[node + 1]):
            slot = around[at]
            if boxed[slot] == closed or slot == parent[node]:
                continue
            child = ends[slot, 0] + ends[slot, 1] - node
            if parent[child] == -2:
                parent[child] = slot
                order[count] = child
                count += 1
    return count


@kernel
def hang(boxed: Boxed, floor: TreeFloor, parent: Ints, order: Ints) -> int:
    """Root the floor at junction 0: writes parent and order, int32 (junctions,); parents come first in order.

    Returns the number of junctions that were reached: all of them iff the boxes leave one floor.
    """
    return root_tree(1, boxed, floor.begin, floor.around, floor.junctions, parent, order)


@kernel
def far_side(floor: TreeFloor, slot: int, junction: int) -> int:
    """The junction on the other side of a slot."""
    return int(floor.junctions[slot, 0] + floor.junctions[slot, 1] - junction)


@kernel
def _below(floor: TreeFloor, parent: Ints, junction: int, top: int) -> bool:
    """Whether the way from a junction to the root passes top; parent: int32 (junctions,)."""
    while junction != top and junction != 0:
        junction = far_side(floor, parent[junction], junction)
    return junction == top


@kernel
def may_slide(slide: int, boxed: Boxed, floor: TreeFloor, parent: Ints) -> bool:
    """Whether the box of a slide may move: the way from its face to the slot it leaves starts through the other.

    boxed: uint8 (slots,). parent: int32 (junctions,).
    """
    opening = slide if boxed[slide] else slide + 1
    closing = 2 * slide + 1 - opening
    if floor.face[slide] < 0 or not boxed[opening] or boxed[closing]:
        return False
    face = floor.face[slide]
    beyond = far_side(floor, opening, face)
    if parent[face] == closing:
        return not _below(floor, parent, beyond, face)
    return _below(floor, parent, beyond, far_side(floor, closing, face))


@kernel
def do_slide(slide: int, boxed: Boxed, floor: TreeFloor, parent: Ints) -> None:
    """Move the box of a legal slide: changes boxed and parent.

    boxed: uint8 (slots,). parent: int32 (junctions,).
    """
    opening = slide if boxed[slide] else slide + 1
    closing = 2 * slide + 1 - opening
    boxed[opening] = 0
    boxed[closing] = 1
    junction = floor.face[slide]
    door = opening
    if parent[junction] != closing:
        junction = far_side(floor, opening, junction)
    while True:
        onward = parent[junction]
        parent[junction] = door
        if onward == closing:
            return
        junction = far_side(floor, onward, junction)
        door = onward


@kernel
def may_slide_all(wanted: Ints, boxed: Boxed, floor: TreeFloor, parent: Ints) -> bool:
    """Whether several slides may be made one after another; boxed and parent are as before in the end.

    wanted: int32 (slides,). boxed: uint8 (slots,). parent: int32 (junctions,).
    """
    made = 0
    while made < wanted.size and may_slide(wanted[made], boxed, floor, parent):
        do_slide(wanted[made], boxed, floor, parent)
        made += 1
    possible = made == wanted.size
    while made > 0:
        made -= 1
        do_slide(wanted[made], boxed, floor, parent)
    return possible


@kernel(allocates=True)
def _enclose(parent: Ints, order: Ints, floor: TreeFloor, enter: Ints, leave: Ints) -> None:
    """Number the junctions so that x lies below y iff enter[y] <= enter[x] < leave[y].

    parent, order: int32 (junctions,). enter, leave: int32 (junctions,), written.
    """
    leave[:] = 1
    for at in range(order.size - 1, 0, -1):
        leave[far_side(floor, parent[order[at]], order[at])] += leave[order[at]]
    enter[0] = 0
    used = np.ones_like(enter)
    for at in range(1, order.size):
        up = far_side(floor, parent[order[at]], order[at])
        enter[order[at]] = enter[up] + used[up]
        used[up] += leave[order[at]]
    leave += enter


@kernel(allocates=True)
def all_slides(boxed: Boxed, floor: TreeFloor, slides: Ints) -> int:
    """Write the legal slides of a tree into slides, int32 (slots,); returns their number."""
    parent = np.empty(floor.corner.shape[0], np.int32)
    order, enter, leave = np.empty_like(parent), np.empty_like(parent), np.empty_like(parent)
    hang(boxed, floor, parent, order)
    _enclose(parent, order, floor, enter, leave)
    count = 0
    for slide in range(boxed.size):
        face = floor.face[slide]
        if face < 0 or boxed[slide] == boxed[slide + 1]:
            continue
        opening = slide if boxed[slide] else slide + 1
        closing = 2 * slide + 1 - opening
        beyond = enter[far_side(floor, opening, face)]
        upward = parent[face] == closing
        top = face if upward else far_side(floor, closing, face)
        if (enter[top] <= beyond < leave[top]) != upward:
            slides[count] = slide
            count += 1
    return count


@kernel(allocates=True)
def count_choices(slides: Ints, boxed: Boxed, floor: TreeFloor, counts: Ints) -> None:
    """Count the legal slides in every state that slides lead through: counts, int32 (slides,); changes boxed."""
    legal = np.empty(boxed.size, np.int32)
    for step in range(slides.size):
        counts[step] = all_slides(boxed, floor, legal)
        slide = slides[step]
        boxed[slide], boxed[slide + 1] = boxed[slide + 1], boxed[slide]
