"""Types w and g from their definition: trees are sets of cells, and a box is pushed one cell at a time.

A box at a crossing that is no slot is pushed on at once.
"""

import heapq
from itertools import combinations, product

HULLS = {
    "w": {(0, 0), (1, 1)},
    "g": {(0, 0), (1, 0), (1, 1)},
    "g-square": {(0, 0), (0, 1), (1, 0), (1, 1)},
}
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Hulls:
    """One type and size: where boxes may rest, what they join, and how they pass."""

    def __init__(self, type_, size):
        self.size, self.side = size, 3 * size + 3
        self.block_at = {
            (3 * i + 2 + row, 3 * j + 2 + column): (i, j)
            for i, j in product(range(size), repeat=2)
            for row, column in HULLS[type_]
        }
        inside = range(1, self.side - 1)
        self.floor = {cell for cell in product(inside, inside) if cell not in self.block_at}
        inner = range(2, self.side - 2)
        corridors = [cell for cell in product(inner, inner) if cell[0] % 3 == 1 or cell[1] % 3 == 1]
        self.touched = {cell: self._touched(*cell) for cell in corridors}
        self.slots = {cell for cell in corridors if len(self.touched[cell]) == 2}
        self.gaps = {cell for cell in self.slots if cell[0] % 3 != 1 or cell[1] % 3 != 1}

    def _touched(self, row, column):
        around = product(range(row - 1, row + 2), range(column - 1, column + 2))
        return frozenset(self.block_at[cell] for cell in around if cell in self.block_at)

    def is_tree(self, boxes):
        """Whether boxes join all blocks and close no cycle."""
        leader = {(i, j): (i, j) for i, j in product(range(self.size), repeat=2)}
        for box in boxes:
            one, other = (_first(leader, block) for block in self.touched[box])
            if one == other:
                return False
            leader[one] = other
        return len(boxes) == self.size**2 - 1

    def trees(self):
        """Every tree; only for size 2."""
        return [frozenset(boxes) for boxes in combinations(sorted(self.slots), self.size**2 - 1) if self.is_tree(boxes)]

    def passes(self, tree):
        """Every tree that one box makes on its way to another slot, with the pushes."""
        for box in tree:
            others = tree - {box}
            for step in STEPS:
                ahead, behind = _next(box, step), _next(box, step, -1)
                if not self._free(ahead, others) or not self._free(behind, others):
                    continue
                if ahead in self.slots:
                    yield from self._rest(others, ahead, 1)
                elif ahead in self.touched:
                    yield from self._onward(others, ahead, box)

    def _onward(self, others, crossing, player):
        """The second push of a box at a crossing: straight, or around a corner that is open."""
        for step in STEPS:
            target, behind = _next(crossing, step), _next(crossing, step, -1)
            if target in self.slots and target != player and target not in others and behind not in others:
                corner = (player[0] + behind[0] - crossing[0], player[1] + behind[1] - crossing[1])
                if behind == player or corner in self.floor:
                    yield from self._rest(others, target, 2)

    def _rest(self, others, target, pushes):
        if self.is_tree(others | {target}):
            yield others | {target}, pushes

    def _free(self, cell, boxes):
        return cell in self.floor and cell not in boxes

    def distances(self, root, backwards=False):
        """The least pushes from the root to every tree, or to the root from every tree that the root can reach."""
        edges = {}
        queue = [root]
        for tree in queue:
            if tree not in edges:
                edges[tree] = list(self.passes(tree))
                queue += [moved for moved, _ in edges[tree]]
        if backwards:
            reverse = {tree: [] for tree in edges}
            for tree, onward in edges.items():
                for moved, pushes in onward:
                    reverse[moved].append((tree, pushes))
            edges = reverse
        return _dijkstra(root, edges)

    def rows(self, start, goal, player=(1, 1)):
        """The board in XSB letters."""
        return tuple(
            "".join(self._letter((row, column), start, goal, player) for column in range(self.side))
            for row in range(self.side)
        )

    def _letter(self, cell, start, goal, player):
        if cell not in self.floor:
            return "#"
        place = "@" if cell == player else "$" if cell in start else "-"
        return {"@": "+", "$": "*", "-": "."}[place] if cell in goal else place


def _dijkstra(root, edges):
    found, queue, number = {root: 0}, [(0, 0, root)], 0
    while queue:
        pushes, _, tree = heapq.heappop(queue)
        if pushes > found[tree]:
            continue
        for moved, more in edges[tree]:
            if found.get(moved, pushes + more + 1) > pushes + more:
                found[moved] = pushes + more
                number += 1
                heapq.heappush(queue, (pushes + more, number, moved))
    return found


def _next(cell, step, times=1):
    return cell[0] + times * step[0], cell[1] + times * step[1]


def _first(leader, block):
    while leader[block] != block:
        block = leader[block]
    return block
