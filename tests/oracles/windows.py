"""A window of the slide graph searched on whole boards: every box outside stays where it is."""

from collections import deque

from tests.oracles.slides import Slides


class SlidesInside(Slides):
    """The slides between slots of a window, on the trees of the whole board."""

    def __init__(self, type_, size, window, heights=None):
        super().__init__(type_, size)
        self.window = window
        self.heights = heights or {}

    def neighbours(self, slot):
        return [cell for cell in super().neighbours(slot) if {slot, cell} <= self.window]

    def distances_within(self, root, goal, excess):
        """The least slides to every tree, where slides made and slides to go may exceed those of the root by so much.

        Slides to go are those of the line bound, and no tree is passed that exceeds it.
        """
        limit = self.to_go(root, goal) + excess
        found = {root: 0}
        queue = deque([root])
        while queue:
            tree = queue.popleft()
            for _, _, moved in self.slides(tree):
                if moved not in found and found[tree] + 1 + self.to_go(moved, goal) <= limit:
                    found[moved] = found[tree] + 1
                    queue.append(moved)
        return found

    def to_go(self, tree, goal):
        """How much higher or lower the goals of the boxes' ranks on their lines are; without heights, slots between."""
        pairs = zip(*(sorted(boxes, key=lambda box: (self.line_of(box), box)) for boxes in (tree, goal)), strict=True)
        return sum(abs(self._raised(box) - self._raised(place)) for box, place in pairs)

    def _raised(self, cell):
        return self.heights.get(cell, sum(cell) // 2)
