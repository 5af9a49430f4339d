"""Rooms of a number of cells, and the deepest levels in them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.line_kernels import LINE
from generator.puzzles.sokoban.kinds.free.atlas import (
    candidate_kernels,
    depth_kernels,
    room_kernels,
    room_list_kernels,
    row_kernels,
    walk_kernels,
)
from generator.puzzles.sokoban.kinds.free.atlas.candidate_kernels import MOVES, PUSHES
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import MOST_CELLS
from generator.puzzles.sokoban.kinds.free.atlas.room_list_kernels import IMAGES

AIMS = {"moves": MOVES, "pushes": PUSHES}

Rooms = NDArray[np.int64]
"""Of each room its rows as bit sets, (n, 16)."""


class Record(NamedTuple):
    """The greatest depth of the levels with so many boxes, how many levels have it, and one of them.

    A level is what symmetries of the plane turn into one another, and the sets are those of cells numbered by rows.
    Where moves are counted, the cell on which the player begins is a part of the level; where pushes are, its region.
    """

    boxes: int
    aim: str
    depth: int
    levels: int
    rows: tuple[int, ...]
    goals: int
    start: int
    player: int


def count_rooms(cells: int, chapters: int) -> list[int]:
    """How many rooms each chapter has, up to symmetry."""
    counts = np.zeros(chapters, np.int64)
    room_list_kernels.list_rooms(cells, _prefix(cells), -1, _growth(cells), counts, np.empty((0, MOST_CELLS), np.int64))
    return [*map(int, counts)]


def rooms_of(cells: int, chapters: int, chapter: int) -> Rooms:
    """The rooms of a chapter, one of each that are alike."""
    growth, counts = _growth(cells), np.zeros(chapters, np.int64)
    rooms = np.empty((0, MOST_CELLS), np.int64)
    number = room_list_kernels.list_rooms(cells, _prefix(cells), chapter, growth, counts, rooms)
    rooms = np.empty((number, MOST_CELLS), np.int64)
    room_list_kernels.list_rooms(cells, _prefix(cells), chapter, growth, counts, rooms)
    return rooms


def records_of(cells: int, rooms: Rooms, least: Mapping[tuple[int, str], int] | None = None) -> Iterator[Record]:
    """The records of all levels in rooms of that many cells, for each number of boxes and aim that has a level.

    least: by number of boxes and aim, which depth is of interest. What is less deep is not looked for.
    """
    room, walks, ways, search = workspace(cells)
    records = np.zeros((2, MOST_CELLS, 6), np.int64)
    for (boxes, aim), depth in (least or {}).items():
        records[AIMS[aim], boxes, depth_kernels.DEPTH] = depth
    depth_kernels.search_rooms(rooms, room, walks, ways, search, records)
    for aim, kind in AIMS.items():
        for boxes, row in enumerate(records[kind].tolist()):
            depth, levels, number, goals, start, player = row
            if levels:
                yield Record(boxes, aim, depth, levels, tuple(rooms[number].tolist()), goals, start, player)


def workspace(
    cells: int,
) -> tuple[room_kernels.Room, walk_kernels.Walks, candidate_kernels.Ways, depth_kernels.DepthSearch]:
    """The arrays in which rooms of that many cells are searched."""
    walks, ways = _walks(cells), _ways(cells)
    candidate_kernels.prepare(cells, walks, ways)
    return _room(cells), walks, ways, _search(cells)


def _prefix(cells: int) -> int:
    """The size of the sets of cells that are dealt to the chapters: 9,910 or fewer."""
    return max(1, min(9, cells - 1))


def _growth(cells: int) -> room_list_kernels.Growth:
    plane = room_list_kernels.WIDTH * (cells + 3)
    return room_list_kernels.Growth(
        marked=np.empty(plane, np.bool_),
        waiting=np.empty(plane, np.int64),
        last=np.zeros(cells + 1, np.int64),
        at=np.zeros(cells + 1, np.int64),
        rows=np.empty((IMAGES, MOST_CELLS), np.int64),
    )


def _room(cells: int) -> room_kernels.Room:
    return room_kernels.Room(
        sides=np.empty((4, MOST_CELLS), np.int64),
        near=np.zeros((5, 2, room_kernels.HALF), np.uint16),
        turned=np.empty((IMAGES, MOST_CELLS), np.int64),
        number=np.empty((MOST_CELLS, MOST_CELLS), np.int64),
        distance=np.empty(MOST_CELLS, np.int64),
        place=np.empty(MOST_CELLS, np.int64),
        facts=np.zeros(3, np.int64),
    )


def _rows(cells: int, *shape: int) -> row_kernels.Rows:
    words = max(LINE, 1 << cells >> 6)
    return row_kernels.Rows(np.zeros((*shape, words), np.uint64), np.zeros((*shape, row_kernels.PARTS), np.uint64))


def _products(number: int) -> row_kernels.Rows:
    return row_kernels.Rows(np.zeros((number, LINE), np.uint64), np.zeros((number, row_kernels.PARTS), np.uint64))


def _walks(cells: int) -> walk_kernels.Walks:
    """No room of up to 16 cells has more pulls than twice its cells, and no walk more products than a row has lines.

    So much memory is never used: the open room of 4 x 4 cells has 2,229 products.
    """
    moves, pulls = walk_kernels.MOST_MOVES + 1, 2 * cells
    walks, lines = pulls * cells * moves, max(1, (1 << cells) // (64 * LINE))
    return walk_kernels.Walks(
        taken=_products(cells),
        counts=np.zeros(2, np.int64),
        pulls=np.empty((pulls, 3), np.int64),
        walks=np.empty((walks, 3), np.int64),
        first=np.empty(walks + 1, np.int64),
        sets=_products(walks * lines),
        far=_rows(cells, moves, pulls),
        number=np.empty((cells, moves), np.int64),
        reached=_rows(cells, cells),
        grown=_rows(cells, 1),
    )


def _ways(cells: int) -> candidate_kernels.Ways:
    return candidate_kernels.Ways(
        sized=_rows(cells, cells + 1),
        pulled=_rows(cells, candidate_kernels.RECENT, cells),
        begun=_rows(cells, 2 * cells),
        candidates=_rows(cells, 2),
    )


def _search(cells: int) -> depth_kernels.DepthSearch:
    sets = 1 << cells
    return depth_kernels.DepthSearch(
        met=np.zeros(sets, np.uint16),
        grown=np.zeros(sets, np.uint16),
        layer=np.empty(sets, np.int32),
        cells=np.empty(sets, np.int32),
        next=np.empty(sets, np.int32),
        touched=np.empty(sets, np.int32),
        pulls=np.zeros(sets, np.int64),
        depths=np.empty((2, MOST_CELLS), np.int64),
        found=np.empty(6, np.int64),
    )
