"""Tables of small groups of boxes that are lost, as large as a room allows."""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import group_kernels
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.group_kernels import Group, Groups

MOST_WORK = 1 << 25
"""The most groups of one size times cells of the floor: half a second, and 4 MiB."""

SIZES = range(2, 5)
"""How many boxes a group has."""

_SPARE = 1_000
"""Places of a stack beside two for every group."""


def no_groups(cells: int) -> Groups:
    """Tables of a floor of so many cells in which nothing is known to be lost."""
    rows, masks = np.empty((0, _words(cells, 64)), np.uint64), np.empty((0, _words(cells, 32)), np.uint32)
    return Groups(np.full(cells, -1, np.int32), rows, rows, rows, masks, masks, masks)


def lost_groups(floor: Floor, goals: NDArray[np.int32]) -> Groups:
    """The groups from which boxes cannot get to goals, int32 (k,), each to another one."""
    return _groups(floor, goals, np.ones(len(floor.near), np.uint8), True)


def foreign_groups(floor: Floor, starts: NDArray[np.int32], player: int) -> Groups:
    """The groups that boxes cannot form that begin at starts, int32 (k,), with the player on a cell."""
    players = np.zeros(len(floor.near), np.uint8)
    players[player] = 1
    return _groups(floor, starts, players, False)


def _groups(floor: Floor, ends: NDArray[np.int32], players: NDArray[np.uint8], pulled: bool) -> Groups:
    cells, groups = np.flatnonzero(floor.alive).astype(np.int32), no_groups(len(floor.near))
    if not floor.alive[ends].all():
        return groups
    groups.rank[cells] = np.arange(len(cells))
    tables = [groups.pairs, groups.triples, groups.quads]
    for size in SIZES:
        rows = _rows(floor, size, ends, players, pulled, groups.rank)
        if rows is None:
            break
        tables[size - SIZES[0]] = rows
    return _with_masks(groups._replace(pairs=tables[0], triples=tables[1], quads=tables[2]), cells)


def _rows(
    floor: Floor, size: int, ends: NDArray[np.int32], players: NDArray[np.uint8], pulled: bool, rank: NDArray[np.int32]
) -> NDArray[np.uint64] | None:
    """The table of all groups of a size; None where there are too few boxes or it would be too large."""
    cells, count = len(floor.near), comb(int(floor.alive.sum()), size)
    if len(ends) < size or count * cells > MOST_WORK:
        return None
    rows = np.zeros((count, _words(cells, 64)), np.uint64)
    group = Group(
        cell=np.empty(size, np.int32),
        at=np.zeros(cells, np.uint8),
        reach=np.zeros(cells, np.int32),
        mark=np.zeros(1, np.int64),
        queue=np.empty(cells, np.int16),
        stack=np.empty((2 * count + _SPARE, size + 1), np.int16),
    )
    chosen = np.array([*combinations(ends.tolist(), size)], np.int32)
    done = group_kernels.search_groups(chosen, players, pulled, floor.near, rank, rows, group)
    return rows if done else None


def _with_masks(groups: Groups, cells: NDArray[np.int32]) -> Groups:
    """Groups with the masks of their tables."""
    words = _words(len(groups.rank), 32)
    if len(groups.quads):
        fourth, either = (np.zeros((len(table), words), np.uint32) for table in (groups.triples, groups.pairs))
        groups = groups._replace(fourth=fourth, either=either)
        group_kernels.find_fourths(cells, groups)
    if len(groups.triples):
        groups = groups._replace(third=np.zeros((len(groups.pairs), words), np.uint32))
        group_kernels.find_thirds(cells, groups.pairs, groups.triples, groups.third)
    return groups


def _words(cells: int, bits: int) -> int:
    return -(-cells // bits)
