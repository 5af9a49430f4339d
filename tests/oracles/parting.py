"""Two ends led apart slide by slide, on sets of cells with the partners of their boxes in dicts."""


class Parting:
    """Both ends of a level of an oracle `slides.Slides`, which begin at one tree."""

    def __init__(self, slides, tree):
        self.slides = slides
        self.partner = [{cell: cell for cell in tree} for _ in range(2)]
        self.made = []
        self.distances = [0]

    @property
    def trees(self):
        return [frozenset(boxes) for boxes in self.partner]

    @property
    def farthest(self):
        """After how many slides the ends were first as far apart as ever."""
        return self.distances.index(max(self.distances))

    def attempt(self, end, cells, yielding):
        """Slide the box in one of two neighbouring cells to the other, if that is legal and not a yielding one."""
        boxes = self.partner[end]
        for old, new in (cells, cells[::-1]):
            if (old, new, self.trees[end] - {old} | {new}) in self.slides.slides(self.trees[end]):
                partner = boxes[old]
                further = _slots(new, partner) - _slots(old, partner)
                if further > 0 or yielding:
                    del boxes[old]
                    boxes[new] = partner
                    self.partner[1 - end][partner] = new
                    self.made.append((end, cells))
                    self.distances.append(self.distances[-1] + further)
                return


def _slots(one, other):
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) // 2
