"""Pushing one box by Dijkstra's algorithm over every place of box and player: slow, and without a trick."""

from heapq import heappop, heappush

STEPS = ((0, -1), (-1, 0), (0, 1), (1, 0))


def reach(level, box):
    """The least (pushes, moves) to every cell that a box can be pushed to, all others standing still."""
    cells = {(r, c): x for r, row in enumerate(level.rows) for c, x in enumerate(row)}
    free = {cell for cell, x in cells.items() if x not in "#$*"} | {box}
    costs, queue = {}, [(0, 0, box, level.player)]
    while queue:
        pushes, moves, at, player = heappop(queue)
        if (at, player) in costs:
            continue
        costs[at, player] = pushes, moves
        for down, right in STEPS:
            onward = player[0] + down, player[1] + right
            beyond = player[0] + 2 * down, player[1] + 2 * right
            if onward == at and beyond in free:
                heappush(queue, (pushes + 1, moves + 1, beyond, onward))
            elif onward != at and onward in free:
                heappush(queue, (pushes, moves + 1, at, onward))
    found = {}
    for (at, _), cost in costs.items():
        found[at] = min(cost, found.get(at, cost))
    return {at: cost for at, cost in found.items() if at != box}


def region(level_walls, boxes, player):
    """The cells that a player can walk to."""
    seen, edge = {player}, [player]
    for row, column in edge:
        for down, right in STEPS:
            onward = row + down, column + right
            if onward not in seen and onward not in level_walls and onward not in boxes:
                seen.add(onward)
                edge.append(onward)
    return seen
