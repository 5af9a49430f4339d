"""Tables of the pairs and the threes of boxes that are in conflict, where a room is small enough."""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import pair_kernels, triple_kernels
from generator.puzzles.sokoban.search.conflict_kernels import MOST, Conflicts
from generator.puzzles.sokoban.search.floor_kernels import UNREACHED, Floor
from generator.puzzles.sokoban.search.groups import group_of

_ENTRIES = 16
"""Pairs that may wait to be looked at, for each two cells."""

_TRIPLE_WORK = 25
"""Work on a table of threes for each three cells and each cell of the player."""

_MOST_TRIPLES = 1 << 25
"""Bytes of the largest table of threes."""


class _Ends(NamedTuple):
    """From where boxes are looked for.

    cells: int32 (k,). distance: int16 (4n, k) pushes between a place and each of these. players: uint8 (n,) where the
    player may be then. pulled: whether steps are pulls.
    """

    cells: NDArray[np.int32]
    distance: NDArray[np.int16]
    players: NDArray[np.uint8]
    pulled: bool


def no_conflicts(cells: int) -> Conflicts:
    """Tables of a floor of so many cells in which no conflict is known."""
    empty = np.empty((0, cells), np.uint8)
    return Conflicts(np.full(cells, -1, np.int32), empty, empty, np.empty((0, -(-cells // 32)), np.uint32))


def conflicts_ahead(floor: Floor, goals: NDArray[np.int32], most: int) -> Conflicts:
    """What pairs and threes need more to goals, int32 (k,), as far as it is known or takes so much work at most.

    Work is counted in pairs of ends, times pairs of cells, times cells: 45 million from each end take about a second.
    """
    ends = _Ends(goals, floor.ahead, np.ones(len(floor.near), np.uint8), pulled=True)
    return _conflicts(floor.conflicts, ends, floor, most)


def conflicts_behind(floor: Floor, starts: NDArray[np.int32], player: int, most: int) -> Conflicts:
    """What pairs and threes have needed more from starts, int32 (k,), with the player on a cell."""
    players = np.zeros(len(floor.near), np.uint8)
    players[player] = 1
    return _conflicts(floor.past_conflicts, _Ends(starts, floor.behind, players, pulled=False), floor, most)


def _conflicts(known: Conflicts, ends: _Ends, floor: Floor, most: int) -> Conflicts:
    """What is known, and what is not too much work."""
    cells, alive = len(floor.near), np.flatnonzero(floor.alive).astype(np.int32)
    work = comb(len(ends.cells), 2) * len(alive) ** 2 * cells
    if not floor.alive[ends.cells].all() or work > most:
        return known
    if not len(known.more):
        known = _with_pairs(known, ends, floor, alive)
    triples = comb(len(alive), 3) * cells
    is_new = len(known.more) and not len(known.triples) and 3 <= len(ends.cells) <= triple_kernels.MOST_ENDS
    if is_new and triples <= _MOST_TRIPLES and work + _TRIPLE_WORK * triples <= most:
        return _with_triples(known, ends, floor, alive)
    return known


def _with_pairs(conflicts: Conflicts, ends: _Ends, floor: Floor, alive: NDArray[np.int32]) -> Conflicts:
    cells, pairs = len(floor.near), comb(len(alive), 2)
    rank = np.full(cells, -1, np.int32)
    rank[alive] = np.arange(len(alive))
    found = conflicts._replace(rank=rank, more=np.full((pairs, cells), MOST, np.uint8))
    entries = _ENTRIES * len(alive) ** 2 + cells
    search = pair_kernels.PairSearch(
        near=floor.near,
        zone=floor.zone,
        distance=ends.distance,
        ends=ends.cells,
        players=ends.players,
        pulled=ends.pulled,
        seen=np.zeros((len(alive), len(alive), -(-cells // 64)), np.uint64),
        end=np.empty(2, np.int32),
        group=group_of(2, cells, 0),
        entry=np.empty((entries, 3), np.int16),
        next=np.empty(entries, np.int32),
        first=np.empty(pair_kernels.LEVELS, np.int32),
        used=np.zeros(1, np.int64),
    )
    return found if pair_kernels.find_more(search, found) else conflicts


def _with_triples(conflicts: Conflicts, ends: _Ends, floor: Floor, alive: NDArray[np.int32]) -> Conflicts:
    cells, triples, group = len(floor.near), comb(len(alive), 3), group_of(3, len(floor.near), 0)
    region, base = np.empty((triples, cells), np.uint8), np.empty(triples, np.int32)
    states = triple_kernels.number_regions(floor.near, alive, region, base, group)
    levels = triple_kernels.LEVELS
    search = triple_kernels.TripleSearch(
        near=floor.near,
        cells=alive,
        rank=conflicts.rank,
        ends=ends.cells,
        players=ends.players,
        pulled=ends.pulled,
        detour=_detours(ends, floor),
        region=region,
        base=base,
        state=np.empty((states, 4), np.int16),
        mask=np.zeros((levels, states, 3), np.uint64),
        queue=np.empty((levels, states), np.int32),
        queued=np.zeros((levels, states), np.uint8),
        span=np.zeros((levels, 2), np.int64),
        group=group,
    )
    triple_kernels.find_more(search)
    third = np.zeros((len(conflicts.more), conflicts.third.shape[1]), np.uint32)
    found = conflicts._replace(triples=region, third=third)
    triple_kernels.note_more(search, found)
    return found


def _detours(ends: _Ends, floor: Floor) -> NDArray[np.uint64]:
    """For each step of a box the ends for which so many times two pushes are in vain; uint64 (levels, n, 4)."""
    near, found = floor.near, np.zeros((triple_kernels.LEVELS, *floor.near.shape), np.uint64)
    for cell, d in np.argwhere(near >= 0):
        target = near[cell, d]
        before, after = (target, near[target, d]) if ends.pulled else (near[cell, 3 - d], cell)
        if before < 0 or after < 0:
            continue
        old = ends.distance[4 * cell + floor.zone[cell, before]].astype(np.int32)
        new = ends.distance[4 * target + floor.zone[target, after]].astype(np.int32)
        for vain in range(len(found)):
            fitting = np.flatnonzero((old < UNREACHED) & (new < UNREACHED) & (1 + old - new == 2 * vain))
            found[vain, cell, d] = sum(1 << int(end) for end in fitting)
    return found
