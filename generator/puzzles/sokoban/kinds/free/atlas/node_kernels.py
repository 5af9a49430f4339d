"""The nodes of a room from which a box can be pulled or to which one was, and how deep a level of each goal may be.

A pull leads from a node to another. A shortest way meets a node in one stretch at most, because the player could walk
from its first state in the node to its last: it costs the span of the region at most, and one move more to leave. So
the moves of a way are no more than the sum of span + 1 over its nodes but the goal. The nodes that a way meets follow
one another in the strongly connected components (Tarjan 1972), so the greatest sum along a chain of components bounds
the depth of every level whose goal lies in the last; the same sum with 1 for each node bounds its pushes.
"""

from typing import NamedTuple

from generator.bit_kernels import Int
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import Ints, Room, lowest, pullable, region_of, span

OPEN = 0
"""The component of a node that is not known yet; the others count from 1."""


class Nodes(NamedTuple):
    """The nodes of a room, all arrays modified.

    at: int32 (states,) the number of the node of a state plus 1, 0 where there is none. boxes, region: int32 (nodes,).
    moves, pushes: int32 (nodes,) the greatest sums of chains that end in a node's component, with the node itself; of
    open nodes, of those that leave it. component: int32 (nodes,). order, low: int32 (nodes,) of Tarjan. stack: int32
    (nodes,) open nodes. path, way, left: int32 (nodes,) the nodes of the search, the direction that each tries and the
    cells that are left of it.
    """

    at: Ints
    boxes: Ints
    region: Ints
    moves: Ints
    pushes: Ints
    component: Ints
    order: Ints
    low: Ints
    stack: Ints
    path: Ints
    way: Ints
    left: Ints


@kernel
def find_nodes(room: Room, nodes: Nodes) -> Int:
    """List the nodes from which something can be pulled, and all to which pulls lead from them; returns how many."""
    cells = room.facts[0]
    everywhere = (1 << cells) - 1
    count: Int = 0
    nodes.at[: 16 << cells] = 0
    for boxes in range(1, everywhere):
        free = everywhere & ~boxes
        starts: Int = 0
        for d in range(4):
            starts |= pullable(d, boxes, free, room)
        while starts:
            cell = lowest(starts)
            starts &= starts - 1
            if not nodes.at[16 * boxes + cell]:
                count = _search(boxes, cell, count, room, nodes)
    return count


@kernel
def _new_node(boxes: Int, cell: Int, number: Int, room: Room, nodes: Nodes) -> None:
    """List the node of a state under a number, with no sums and in no component yet."""
    region = region_of(cell, ((1 << room.facts[0]) - 1) & ~boxes, room)
    nodes.boxes[number], nodes.region[number] = boxes, region
    nodes.moves[number], nodes.pushes[number] = 0, 0
    nodes.component[number], nodes.order[number], nodes.low[number] = OPEN, number, number
    while region:
        nodes.at[16 * boxes + lowest(region)] = number + 1
        region &= region - 1


@kernel
def _search(boxes: Int, cell: Int, count: Int, room: Room, nodes: Nodes) -> Int:
    """Tarjan's search from a state whose node is new; nodes are numbered as they are met."""
    _new_node(boxes, cell, count, room, nodes)
    nodes.path[0], nodes.way[0], nodes.left[0] = count, -1, 0
    nodes.stack[0], count = count, count + 1
    height: Int = 1
    depth = 0
    while depth >= 0:
        node = nodes.path[depth]
        if nodes.left[depth]:
            cell = lowest(nodes.left[depth])
            nodes.left[depth] &= nodes.left[depth] - 1
            d = nodes.way[depth]
            pulled = nodes.boxes[node] ^ 1 << room.sides[3 - d, cell] ^ 1 << cell
            other = nodes.at[16 * pulled + room.sides[d, cell]] - 1
            if other < 0:
                _new_node(pulled, room.sides[d, cell], count, room, nodes)
                depth += 1
                nodes.path[depth], nodes.way[depth], nodes.left[depth] = count, -1, 0
                nodes.stack[height] = count
                count, height = count + 1, height + 1
            else:
                _met(node, other, nodes)
        elif nodes.way[depth] < 3:
            nodes.way[depth] += 1
            nodes.left[depth] = pullable(nodes.way[depth], nodes.boxes[node], nodes.region[node], room)
        else:
            if nodes.low[node] == nodes.order[node]:
                height = _close(node, height, room, nodes)
            depth -= 1
            if depth >= 0:
                _met(nodes.path[depth], node, nodes)
    return count


@kernel
def _met(node: Int, other: Int, nodes: Nodes) -> None:
    """A pull leads from a node to one that is known."""
    if nodes.component[other] == OPEN:
        nodes.low[node] = min(nodes.low[node], nodes.low[other])
    else:
        nodes.moves[node] = max(nodes.moves[node], nodes.moves[other])
        nodes.pushes[node] = max(nodes.pushes[node], nodes.pushes[other])


@kernel
def _close(root: Int, height: Int, room: Room, nodes: Nodes) -> Int:
    """Take the nodes of a component from the stack and bound them; returns how many are left there."""
    first = height
    moves: Int = 0
    pushes, longest, most = 0, 0, 0
    while True:
        first -= 1
        node = nodes.stack[first]
        moves, pushes = moves + span(nodes.region[node], room) + 1, pushes + 1
        longest, most = max(longest, nodes.moves[node]), max(most, nodes.pushes[node])
        if node == root:
            break
    for index in range(first, height):
        node = nodes.stack[index]
        nodes.moves[node], nodes.pushes[node], nodes.component[node] = moves + longest, pushes + most, root + 1
    return first
