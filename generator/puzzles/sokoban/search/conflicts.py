"""Tables of the pairs of boxes that are in conflict, where a room is small enough."""

from math import comb

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import conflict_kernels
from generator.puzzles.sokoban.search.conflict_kernels import LEVELS, MOST, Conflicts, PairSearch
from generator.puzzles.sokoban.search.floor_kernels import Floor
from generator.puzzles.sokoban.search.groups import group_of

_ENTRIES = 16
"""Pairs that may wait to be looked at, for each two cells."""


def no_conflicts(cells: int) -> Conflicts:
    """A table of a floor of so many cells in which no conflict is known."""
    return Conflicts(np.full(cells, -1, np.int32), np.empty((0, cells), np.uint8))


def conflicts_ahead(floor: Floor, goals: NDArray[np.int32], most: int) -> Conflicts:
    """The pairs that are in each other's way to goals, int32 (k,), if it takes so much work at most.

    Work is counted in pairs of ends, times pairs of cells, times cells: 45 million from each end take about a second.
    """
    return _conflicts(floor, goals, floor.ahead, np.ones(len(floor.near), np.uint8), True, most)


def conflicts_behind(floor: Floor, starts: NDArray[np.int32], player: int, most: int) -> Conflicts:
    """The pairs that were in each other's way from starts, int32 (k,), with the player on a cell."""
    players = np.zeros(len(floor.near), np.uint8)
    players[player] = 1
    return _conflicts(floor, starts, floor.behind, players, False, most)


def _conflicts(
    floor: Floor,
    ends: NDArray[np.int32],
    distance: NDArray[np.int16],
    players: NDArray[np.uint8],
    pulled: bool,
    most: int,
) -> Conflicts:
    conflicts, cells = no_conflicts(len(floor.near)), len(floor.near)
    alive = np.flatnonzero(floor.alive)
    if not floor.alive[ends].all() or comb(len(ends), 2) * len(alive) ** 2 * cells > most:
        return conflicts
    conflicts.rank[alive] = np.arange(len(alive))
    found = conflicts._replace(more=np.full((comb(len(alive), 2), cells), MOST, np.uint8))
    entries = _ENTRIES * len(alive) ** 2 + cells
    search = PairSearch(
        near=floor.near,
        zone=floor.zone,
        distance=distance,
        ends=ends,
        players=players,
        pulled=pulled,
        seen=np.zeros((len(alive), len(alive), -(-cells // 64)), np.uint64),
        end=np.empty(2, np.int32),
        group=group_of(2, cells, 0),
        entry=np.empty((entries, 3), np.int16),
        next=np.empty(entries, np.int32),
        first=np.empty(LEVELS, np.int32),
        used=np.zeros(1, np.int64),
    )
    return found if conflict_kernels.find_more(search, found) else conflicts
