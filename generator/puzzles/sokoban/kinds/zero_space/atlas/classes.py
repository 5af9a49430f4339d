"""The classes of a type and size, and the components of one class.

A class is all trees with the same number of boxes on each line, given by these numbers, the rows first. No slide leaves
it, and the eight symmetries of the board turn classes into one another.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.atlas import class_kernels
from generator.puzzles.sokoban.kinds.zero_space.atlas.lattice import Counts, edge_counts, lattice_of, most_left
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import word_board


@dataclass(frozen=True, slots=True)
class Component:
    """The slide graph of one component.

    trees: int64 (states,). first: int32 (states + 1,), where the neighbours of each state begin in target, int32.
    """

    trees: NDArray[np.int64]
    first: NDArray[np.int32]
    target: NDArray[np.int32]


def canonical_classes(type_: str, size: int) -> Iterator[Counts]:
    """One of every eight classes that symmetries turn into one another; some of them have no trees."""
    lines = size - 1 if type_ == "b" else size + 1
    least = 1 if type_ == "b" else 0
    halves: dict[int, list[Counts]] = defaultdict(list)
    for half in product(range(least, size + 1), repeat=lines):
        if half <= half[::-1]:
            halves[sum(half)].append(half)
    boxes = geometry(type_, size).boxes
    pairs = ((one, other) for total in sorted(halves) for one in halves[total] for other in halves[boxes - total])
    return (one + other for one, other in pairs if one <= other)


def images(counts: Counts) -> int:
    """How many different classes the symmetries make of one."""
    rows, columns = counts[: len(counts) // 2], counts[len(counts) // 2 :]
    turned = {
        (one[::step], other[::way])
        for one, other in ((rows, columns), (columns, rows))
        for step in (1, -1)
        for way in (1, -1)
    }
    return len(turned)


def count_trees(type_: str, size: int, counts: Counts) -> int:
    """How many trees a class has."""
    return _list_trees(type_, size, counts, np.empty(0, np.int64))


def trees_of(type_: str, size: int, counts: Counts) -> NDArray[np.int64]:
    """All trees of a class."""
    trees = np.empty(count_trees(type_, size, counts), np.int64)
    _list_trees(type_, size, counts, trees)
    return trees


def _list_trees(type_: str, size: int, counts: Counts, trees: NDArray[np.int64]) -> int:
    rows, columns = edge_counts(type_, size, counts)
    most = np.array(most_left(type_, size), np.int64)
    return int(class_kernels.list_trees(lattice_of(type_, size), np.array(rows, np.int64), columns, most, trees))


def components(type_: str, size: int, counts: Counts) -> Iterator[Component]:
    """The components of a class, in the order of their first trees in the enumeration."""
    trees = trees_of(type_, size, counts)
    first, target = _slides(trees, word_board(type_, size).inner)
    number = np.full(len(trees), -1, np.int32)
    order = np.empty(len(trees), np.int32)
    for source in range(len(trees)):
        if number[source] < 0:
            states = class_kernels.gather(first, target, source, number, order)
            yield _component(trees, first, target, order[:states], number)


def _slides(trees: NDArray[np.int64], inner: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The slide graph of a class: first and target, as in Component."""
    most = int(np.bitwise_count(trees & ~(trees >> 1) & inner).sum())
    ends = np.empty((most, 2), np.int32)
    first = np.empty(len(trees) + 1, np.int32)
    table = np.empty(1 << (2 * len(trees)).bit_length(), np.int32)
    slides = class_kernels.link(trees, inner, table, ends, first)
    target = np.empty(2 * slides, np.int32)
    class_kernels.neighbours(ends[:slides], first, target)
    return first, target


def _component(
    trees: NDArray[np.int64],
    first: NDArray[np.int32],
    target: NDArray[np.int32],
    order: NDArray[np.int32],
    number: NDArray[np.int32],
) -> Component:
    begin = np.empty(len(order) + 1, np.int32)
    onward = np.empty(int((first[order + 1] - first[order]).sum()), np.int32)
    class_kernels.extract(first, target, order, number, begin, onward)
    return Component(trees[order], begin, onward)
