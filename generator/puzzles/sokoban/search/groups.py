"""Tables of small groups of boxes that are lost, as large as a room allows."""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import group_kernels, group_mask_kernels
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.group_kernels import Group, Groups

MOST_WORK = 1 << 25
"""The most groups of one size times cells of the floor, where no more is allowed: half a second, and 4 MiB."""

SIZES = range(2, 5)
"""How many boxes a group has."""

SPARE = 1_000
"""Places of a stack beside two for every group."""


def no_groups(cells: int) -> Groups:
    """Tables of a floor of so many cells in which nothing is known to be lost."""
    rows, masks = np.empty((0, _words(cells, 64)), np.uint64), np.empty((0, _words(cells, 32)), np.uint32)
    return Groups(np.full(cells, -1, np.int32), rows, rows, rows, masks, masks, masks, rows, masks)


def group_of(size: int, cells: int, entries: int) -> Group:
    """Work space for groups of a size on a floor of so many cells, of which so many are stacked at most."""
    return Group(
        cell=np.empty(size, np.int32),
        at=np.zeros(cells, np.uint8),
        reach=np.zeros(cells, np.int32),
        mark=np.zeros(1, np.int64),
        queue=np.empty(cells, np.int16),
        stack=np.empty((entries, size + 1), np.int16),
    )


def lost_groups(floor: Floor, goals: NDArray[np.int32], most: int = MOST_WORK) -> Groups:
    """The groups from which boxes cannot get to goals, int32 (k,), each to another one.

    most: groups of one size times cells. Where that allows no more than the floor has, these are the ones of the floor.
    """
    return _groups(_Ends(goals, np.ones(len(floor.near), np.uint8), pulled=True), floor, floor.lost, most)


def foreign_groups(floor: Floor, starts: NDArray[np.int32], player: int) -> Groups:
    """The groups that boxes cannot form that begin at starts, int32 (k,), with the player on a cell."""
    players = np.zeros(len(floor.near), np.uint8)
    players[player] = 1
    return _groups(_Ends(starts, players, pulled=False), floor, floor.foreign, MOST_WORK)


class _Ends(NamedTuple):
    """From where groups are searched: int32 (k,) cells, uint8 (n,) where the player may be, and by pulls or pushes."""

    cells: NDArray[np.int32]
    players: NDArray[np.uint8]
    pulled: bool


def _groups(ends: _Ends, floor: Floor, known: Groups, most: int) -> Groups:
    """The known groups and those of other sizes, as far as they are allowed."""
    cells, rank = np.flatnonzero(floor.alive).astype(np.int32), known.rank.copy()
    if not floor.alive[ends.cells].all():
        return known
    rank[cells] = np.arange(len(cells))
    tables = [known.pairs, known.triples, known.quads]
    sizes = [size for size, table in zip(SIZES, tables, strict=True) if not len(table)]
    for size in sizes:
        rows = _rows(size, ends, floor, rank, most)
        if rows is None:
            break
        tables[size - SIZES[0]] = rows
    if not sizes or not len(tables[sizes[0] - SIZES[0]]):
        return known
    return _with_masks(known._replace(rank=rank, pairs=tables[0], triples=tables[1], quads=tables[2]), cells)


def _rows(size: int, ends: _Ends, floor: Floor, rank: NDArray[np.int32], most: int) -> NDArray[np.uint64] | None:
    """The table of all groups of a size; None where there are too few boxes or it would be too large."""
    cells, count = len(floor.near), comb(int(floor.alive.sum()), size)
    if len(ends.cells) < size or count * cells > most:
        return None
    rows = np.zeros((count, _words(cells, 64)), np.uint64)
    group = group_of(size, cells, 2 * count + SPARE)
    chosen = np.array([*combinations(ends.cells.tolist(), size)], np.int32)
    done = group_kernels.search_groups(chosen, ends.players, ends.pulled, floor.near, rank, rows, group)
    return rows if done else None


def _with_masks(groups: Groups, cells: NDArray[np.int32]) -> Groups:
    """Groups with the masks of their tables."""
    words = _words(len(groups.rank), 32)
    if len(groups.quads):
        fourth, either = (np.zeros((len(table), words), np.uint32) for table in (groups.triples, groups.pairs))
        groups = groups._replace(fourth=fourth, either=either)
        group_mask_kernels.find_fourths(cells, groups)
    if len(groups.triples):
        groups = groups._replace(third=np.zeros((len(groups.pairs), words), np.uint32))
        group_mask_kernels.find_thirds(cells, groups.pairs, groups.triples, groups.third)
    some = np.zeros((len(cells), groups.pairs.shape[1]), np.uint64)
    groups = groups._replace(some=some, partner=np.zeros((len(cells), words), np.uint32))
    group_mask_kernels.find_partners(cells, groups)
    return groups


def _words(cells: int, bits: int) -> int:
    return -(-cells // bits)
