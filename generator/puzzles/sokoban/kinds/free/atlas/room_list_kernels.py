"""All rooms of a number of cells: fixed polyominoes after Redelmeier (1981), of which one of each eight images is kept.

A cell is a byte, 16 times its row and its column. Redelmeier's method grows every set of cells that are joined just
once: a cell is tried or left out for good, and the cells beside those that were taken wait in a list.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int
from generator.kernels import copy_into, kernel

IMAGES = 8
WIDTH = 64
"""Columns of the plane on which rooms grow, with its origin in the middle of the second row."""

Cells = NDArray[np.int64]


class Growth(NamedTuple):
    """Work space, all arrays modified: where rooms grow.

    marked: bool (plane,). waiting: int64 (plane,) cells that are known. last, at: int64 (cells + 1,) where the part of
    them ends that waits at each number of cells, and the one that is tried. rows: int64 (8, 16) the rows of all images
    of a room as bit sets.
    """

    marked: NDArray[np.bool_]
    waiting: Cells
    last: Cells
    at: Cells
    rows: NDArray[np.int64]


@kernel(inline=True)
def image(turn: Int, row: Int, column: Int, height: Int, width: Int) -> tuple[Int, Int]:
    """Where one of the eight symmetries puts a cell of a room of a height and width."""
    if turn & 1:
        row = height - 1 - row
    if turn & 2:
        column = width - 1 - column
    return (column, row) if turn & 4 else (row, column)


@kernel
def _is_first(cells: Int, growth: Growth) -> bool:
    """Whether a room is the least of its images by their rows, whose bit sets are written."""
    top, left, bottom, right = WIDTH, WIDTH, 0, 0
    for index in range(cells):
        cell = growth.waiting[growth.at[index]]
        row, column = cell // WIDTH, cell % WIDTH
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    height, width = bottom - top + 1, right - left + 1
    for turn in range(IMAGES):
        rows = growth.rows[turn]
        for row in range(len(rows)):
            rows[row] = 0
        for index in range(cells):
            cell = growth.waiting[growth.at[index]]
            row, column = image(turn, cell // WIDTH - top, cell % WIDTH - left, height, width)
            rows[row] |= 1 << column
        for row in range(len(rows)):
            if rows[row] < growth.rows[0, row]:
                return False
            if rows[row] > growth.rows[0, row]:
                break
    return True


@kernel
def list_rooms(
    cells: Int, prefix: Int, chapter: Int, growth: Growth, counts: NDArray[np.int64], rooms: NDArray[np.int64]
) -> Int:
    """Count the rooms of each chapter, and write the rows of those of one of them, up to symmetry.

    The sets of `prefix` cells are dealt to the chapters in turn with all rooms that grow out of them; `chapter` is -1
    for all. counts: int64 (chapters,), modified. rooms: int64 (n, 16), modified; n may be 0, for counting alone.
    Returns how many were met of the chapter.
    """
    marked, waiting, last, at = growth.marked, growth.waiting, growth.last, growth.at
    marked[:] = False
    for cell in range(WIDTH + WIDTH // 2):
        marked[cell] = True
    waiting[0] = WIDTH + WIDTH // 2
    marked[waiting[0]] = True
    depth, dealt, found = 0, -1, 0
    last[0], at[0] = 1, -1
    while depth >= 0:
        at[depth] += 1
        if at[depth] == last[depth]:
            depth -= 1
            if depth >= 0:
                for index in range(last[depth], last[depth + 1]):
                    marked[waiting[index]] = False
            continue
        size = depth + 1
        if size == prefix:
            dealt += 1
            if chapter >= 0 and dealt % len(counts) != chapter:
                continue
        if size == cells:
            if _is_first(cells, growth):
                counts[dealt % len(counts)] += 1
                if found < len(rooms):
                    copy_into(rooms[found], growth.rows[0])
                found += 1
            continue
        cell, end = waiting[at[depth]], last[depth]
        for step in (-WIDTH, -1, 1, WIDTH):
            if not marked[cell + step]:
                marked[cell + step] = True
                waiting[end] = cell + step
                end += 1
        last[size], at[size] = end, at[depth]
        depth = size
    return found
