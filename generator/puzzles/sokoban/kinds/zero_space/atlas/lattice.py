"""The trees of types b and e as spanning trees of a grid graph, row by row.

In type b the nodes are the inner walls, and a box is an edge. In type e the nodes are the junctions, and an open slot
is an edge, for the floor of type e is a spanning tree of its junctions. A row's nodes are partitioned by how the rows
above join them (the transfer matrix method). An *option* is a choice of the edges within a row and down from it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.zero_space.atlas.class_kernels import FIELD, Lattice
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import geometry

Partition = tuple[int, ...]
"""The block of each node of a row; blocks are numbered in the order of their first nodes."""

Counts = tuple[int, ...]
"""How many boxes rest on each line, the rows first."""


class Option(NamedTuple):
    """Edges within a row and down from it, as bits from the left, and the partition that they give the next row."""

    within: int
    down: int
    next: Partition


@cache
def lattice_of(type_: str, size: int) -> Lattice:
    """What the enumeration of type b or e reads."""
    columns = size + (type_ == "e")
    partitions = _partitions(columns)
    number = {partition: index for index, partition in enumerate(partitions)}
    begin = np.zeros((2, len(partitions), columns + 2), np.int32)
    listed: list[Option] = []
    for kind, options in enumerate((_options, _last_options)):
        for index, partition in enumerate(partitions):
            group = sorted(options(partition), key=lambda option: _row_edges(type_, option).bit_count())
            edges = [_row_edges(type_, option).bit_count() for option in group]
            begin[kind, index] = len(listed) + np.searchsorted(edges, np.arange(columns + 2))
            listed += group
    return Lattice(
        begin=begin,
        within=np.array([option.within for option in listed], np.int32),
        down=np.array([option.down for option in listed], np.int32),
        onward=np.array([number[option.next] for option in listed], np.int32),
        used=np.array([_packed(_column_edges(type_, option)) for option in listed], np.int64),
        slots_within=_slots(type_, size, columns, columns - 1, 1),
        slots_down=_slots(type_, size, columns - 1, columns, columns),
        flip=(1 << geometry(type_, size).slots) - 1 if type_ == "e" else 0,
    )


def edge_counts(type_: str, size: int, counts: Counts) -> tuple[list[int], int]:
    """Line counts of a class as the kernel reads them: edges of each row of the lattice, and of its columns packed."""
    half = len(counts) // 2
    edges = counts if type_ == "b" else tuple(size - count for count in counts)
    rows = [*edges[:half], *([0] if type_ == "b" else [])]
    return rows, sum(count << FIELD * index for index, count in enumerate(edges[half:]))


def most_left(type_: str, size: int) -> list[int]:
    """For each row of the lattice the most edges that its columns can still take from there on, packed."""
    rows = size + (type_ == "e")
    lines = size - 1 if type_ == "b" else size + 1
    steps = range(rows, 0, -1) if type_ == "b" else range(rows - 1, -1, -1)
    return [sum(step << FIELD * index for index in range(lines)) for step in steps]


def _row_edges(type_: str, option: Option) -> int:
    """The edges of an option on the line of a row: a box on the line of a row joins a wall to the one below."""
    return option.down if type_ == "b" else option.within


def _column_edges(type_: str, option: Option) -> int:
    """Those on the lines of columns, one on each."""
    return option.within if type_ == "b" else option.down


def _packed(edges: int) -> int:
    return sum(1 << FIELD * bit for bit in _bits(edges))


def _partitions(columns: int) -> list[Partition]:
    """All partitions of a row that the rows above can make; the one of the first row, all apart, comes first."""
    found = [tuple(range(columns))]
    for partition in found:  # which grows meanwhile
        found += sorted({option.next for option in _options(partition)}.difference(found))
    return found


def _options(partition: Partition) -> Iterator[Option]:
    columns = len(partition)
    for within in range(1 << columns - 1):
        joined = _joined(partition, within)
        if joined is None:
            continue
        for down in range(1, 1 << columns):
            if {joined[bit] for bit in _bits(down)} == {*joined}:
                below = [joined[index] if down >> index & 1 else columns + index for index in range(columns)]
                yield Option(within, down, _numbered(below))


def _last_options(partition: Partition) -> Iterator[Option]:
    for within in range(1 << len(partition) - 1):
        if _joined(partition, within) == (0,) * len(partition):
            yield Option(within, 0, partition)


def _joined(partition: Partition, within: int) -> Partition | None:
    """The partition after edges between neighbours, or None where they close a cycle."""
    blocks = [*partition]
    for bit in _bits(within):
        left, right = blocks[bit], blocks[bit + 1]
        if left == right:
            return None
        blocks = [left if block == right else block for block in blocks]
    return _numbered(blocks)


def _numbered(blocks: Sequence[int]) -> Partition:
    names: dict[int, int] = {}
    return tuple(names.setdefault(block, len(names)) for block in blocks)


def _bits(word: int) -> Iterator[int]:
    return (bit for bit in range(word.bit_length()) if word >> bit & 1)


def _slots(type_: str, size: int, rows: int, edges: int, step: int) -> NDArray[np.int64]:
    """The slots of every set of edges, from a row's nodes to those a step further on: int64 (rows, 2**edges)."""
    shape = geometry(type_, size)
    ends = shape.walls if type_ == "b" else shape.junctions
    columns = size + (type_ == "e")
    slot_of = {tuple(sorted(pair)): slot for slot, pair in enumerate(ends.tolist())}
    masks = np.zeros((rows, 1 << edges), np.int64)
    for row, chosen in product(range(rows), range(1 << edges)):
        nodes = (row * columns + bit for bit in _bits(chosen))
        masks[row, chosen] = sum(1 << slot_of[node, node + step] for node in nodes)
    return masks
