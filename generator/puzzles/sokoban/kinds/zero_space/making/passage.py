"""Type s, cjcjc's two-way passage: which trees its levels begin with.

The *ring* are the slots on the lines next to the outer wall. At the start every wall there has a box between it and
the outer wall but two: (2, 2n-2), above which the *entrance* is open, and the corner (2n, 2). The *exit*, right of the
corner (2, 2n), is shut. At the goal every ring box is one slot further clockwise, which opens the exit and shuts the
entrance.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import annex_wall, geometry
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of, tree_of
from generator.puzzles.sokoban.slides import tree_kernels
from generator.puzzles.sokoban.slides.tree_kernels import Ints

FEWEST = 2
"""The boxes that every line within the ring has at least."""

Cell = tuple[int, int]


@cache
def fixed_boxes(size: int) -> int:
    """The boxes that every start has: those of the ring, the one in the annex, and that of the corner without one.

    The last hangs the corner on the wall before it; otherwise no box of the left column could ever give way.
    """
    end = 2 * size + 1
    top = [(1, index) for index in range(2, 2 * size - 3, 2)]
    left = [(index, 1) for index in range(4, 2 * size - 1, 2)]
    bottom = [(end, index) for index in range(4, end, 2)]
    right = [(index, end) for index in range(2, 2 * size - 1, 2)]
    row, column = annex_wall(size)
    others = [(row + 1, column), (2 * size - 1, 2)]
    return sum(1 << slot_at(size, cell) for cell in top + left + bottom + right + others)


@cache
def inner_slots(size: int) -> int:
    """The slots within the ring, which are those of type b."""
    cells = geometry("s", size).cells
    return tree_of(np.asarray(((cells > 1) & (cells < 2 * size + 1)).all(axis=1), np.uint8))


def inner_slides(size: int) -> int:
    """The slides from one of these slots to another."""
    ends = tree_of((geometry("s", size).face < 0).astype(np.uint8))
    return inner_slots(size) & inner_slots(size) >> 1 & ~ends


def is_start(size: int, tree: int) -> bool:
    """Whether a spanning tree is one that a level may begin with."""
    fixed = fixed_boxes(size)
    return (
        tree & fixed == fixed
        and not tree & ~(fixed | inner_slots(size))
        and not len(_poor_lines(size, tree & inner_slots(size)))
    )


def random_start(size: int, rng: np.random.Generator) -> int:
    """A random tree that a level may begin with.

    Kruskal's algorithm with two slots of every line first; a line that ends up with too few boxes goes before all
    others the next time.
    """
    shape = geometry("s", size)
    inner = _numbers(size, inner_slots(size) & ~fixed_boxes(size))
    fixed = _numbers(size, fixed_boxes(size))
    lines: Sequence[int] = np.unique(shape.line[inner]).tolist()
    while True:
        firsts = [rng.permutation(inner[shape.line[inner] == line])[:FEWEST] for line in lines]
        order = np.concatenate([fixed, *firsts, rng.permutation(inner)])
        boxed = boxed_of(fixed_boxes(size), shape.slots)
        tree_kernels.span(shape.walls, order, np.empty(shape.nodes, np.int32), boxed)
        tree = tree_of(boxed)
        poor = _poor_lines(size, tree & inner_slots(size))
        if not poor:
            return tree
        lines = poor + [line for line in lines if line not in poor]


def _poor_lines(size: int, inner_boxes: int) -> list[int]:
    """The lines within the ring that have too few boxes."""
    line = geometry("s", size).line
    counts = np.bincount(line[_numbers(size, inner_boxes)], minlength=int(line[-1]) + 1)
    return [at for at in np.unique(line[_numbers(size, inner_slots(size))]).tolist() if counts[at] < FEWEST]


def _numbers(size: int, slots: int) -> Ints:
    return np.flatnonzero(boxed_of(slots, geometry("s", size).slots)).astype(np.int32)


def slot_at(size: int, cell: Cell) -> int:
    """The number of the slot at a cell."""
    return int(np.flatnonzero((geometry("s", size).cells == cell).all(axis=1))[0])
