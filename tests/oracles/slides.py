"""The slide graph from its definition: trees are sets of cells, checked by union-find and searched with dicts."""

from collections import Counter, deque
from itertools import combinations

OUTER = "the outer wall"
RING = "the ring along the outer wall"


class Slides:
    """Type b, e or s of one size: where boxes may rest, what they join, and how they slide."""

    def __init__(self, type_, size):
        self.type, self.size, self.height = type_, size, 2 * size + 3
        self.width = self.height + 2 * (type_ == "s")
        lines = range(3, 2 * size, 2) if type_ == "b" else range(1, 2 * size + 2, 2)
        places = range(2, 2 * size + 1, 2)
        self.slots = {(line, place) for line in lines for place in places}
        self.slots |= {(column, row) for row, column in self.slots}
        self.inner_walls = {(row, column) for row in places for column in places}
        self.floor = {(row, column) for row in range(1, 2 * size + 2) for column in range(1, 2 * size + 2)}
        self.floor -= self.inner_walls
        if type_ == "s":
            row, column = 2 * size - 2, 2 * size + 2
            annex = [
                (row - 1, column),
                (row - 1, column + 1),
                (row, column + 1),
                (row + 1, column + 1),
                (row + 1, column),
            ]
            self.slots |= set(annex[::2])
            self.inner_walls.add((row, column))
            self.floor |= set(annex)
        self.nodes = self.inner_walls | (set() if type_ == "b" else {OUTER})
        self.nodes_of = {slot: self._nodes_beside(*slot) for slot in self.slots}

    def _nodes_beside(self, row, column):
        """The two walls that a box joins."""
        beside = [(row - 1, column), (row + 1, column)] if row % 2 else [(row, column - 1), (row, column + 1)]
        return [cell if cell in self.inner_walls else OUTER for cell in beside]

    def neighbours(self, slot):
        """The slots next to one on its line."""
        row, column = slot
        beside = [(row, column - 2), (row, column + 2)] if row % 2 else [(row - 2, column), (row + 2, column)]
        return [cell for cell in beside if cell in self.slots]

    def junction_of(self, cell):
        """The place where the player is that stands on a cell (odd, odd)."""
        ring = self.type == "b" and {*cell} & {1, self.height - 2}
        return RING if ring else cell

    def line_of(self, slot):
        row, column = slot
        return ("row", row) if row % 2 else ("column", column)

    def line_counts(self, tree):
        return Counter(map(self.line_of, tree))

    def forest(self, order):
        """The boxes that Kruskal's algorithm takes from slots in this order: each that closes no cycle."""
        leader = {node: node for node in self.nodes}
        taken = []
        for slot in order:
            one, other = (_first(leader, node) for node in self.nodes_of[slot])
            if one != other:
                leader[one] = other
                taken.append(slot)
        return taken

    def is_tree(self, boxes):
        """Whether boxes join all walls and close no cycle."""
        return self.slots.issuperset(boxes) and len(boxes) == len(self.nodes) - 1 == len(self.forest(boxes))

    def trees(self):
        """Every tree; in no more than seconds for b to size 3 and e at size 2."""
        choices = combinations(sorted(self.slots), len(self.nodes) - 1)
        return (frozenset(boxes) for boxes in choices if self.is_tree(boxes))

    def slides(self, tree):
        """Every slide as (old slot, new slot, tree after it)."""
        for old in tree:
            for new in self.neighbours(old):
                if new not in tree and self.is_tree(moved := tree - {old} | {new}):
                    yield old, new, moved

    def distances(self, root, most=None):
        """The least slides to every tree, in order of that number, which is at most `most`."""
        found = {root: 0}
        queue = deque([root])
        while queue:
            tree = queue.popleft()
            if found[tree] == most:
                break
            for _, _, moved in self.slides(tree):
                if moved not in found:
                    found[moved] = found[tree] + 1
                    queue.append(moved)
        return found

    def shortest_ways(self, distances):
        """How many shortest sequences of slides lead from each tree to the root of these distances."""
        ways = {}
        for tree, distance in distances.items():
            nearer = [moved for _, _, moved in self.slides(tree) if distances.get(moved) == distance - 1]
            ways[tree] = sum(ways[moved] for moved in nearer) if distance else 1
        return ways

    def walks(self, tree, player):
        """The least steps of the player to every cell, without a push."""
        found = {player: 0}
        queue = deque([player])
        while queue:
            row, column = cell = queue.popleft()
            for onward in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if onward in self.floor and onward not in tree and onward not in found:
                    found[onward] = found[cell] + 1
                    queue.append(onward)
        return found

    def fewest_moves(self, start, distances, player):
        """The least moves among all solutions that take the fewest slides to the root of these distances."""
        moves = {(start, player): 0}
        for distance in range(distances[start], 0, -1):
            onward = {}
            for (tree, cell), count in moves.items():
                steps = self.walks(tree, cell)
                for old, new, moved in self.slides(tree):
                    if distances[moved] != distance - 1:
                        continue
                    # Two pushes from behind the box end between both slots.
                    between = tuple((a + b) // 2 for a, b in zip(old, new, strict=True))
                    behind = tuple(2 * a - b for a, b in zip(old, between, strict=True))
                    total = count + steps[behind] + 2
                    onward[moved, between] = min(total, onward.get((moved, between), total))
            moves = onward
        return min(moves.values())

    def rows(self, start, goal, player):
        """The board in XSB letters."""
        return tuple(
            "".join(self._letter((row, column), start, goal, player) for column in range(self.width))
            for row in range(self.height)
        )

    def _letter(self, cell, start, goal, player):
        if cell not in self.floor:
            return "#"
        place = "@" if cell == player else "$" if cell in start else "-"
        return {"@": "+", "$": "*", "-": "."}[place] if cell in goal else place


def _first(leader, node):
    while leader[node] != node:
        node = leader[node]
    return node
