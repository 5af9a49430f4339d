"""What an objective may weigh about a level, and what takes longer to count."""

from collections import deque
from collections.abc import Iterator
from statistics import fmean

import numpy as np

from generator.puzzles.watersort import search_kernels as kernels
from generator.puzzles.watersort.advice.difficulty import choices, difficulty, following_positions, lost_share
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.position_kernels import Rules, Words, bound
from generator.puzzles.watersort.pours import played, positions
from generator.puzzles.watersort.search import TECHNIQUES, kernel_rules, packed, search, workspace_for
from generator.puzzles.watersort.search_kernels import Layer
from generator.puzzles.watersort.unknown.report import report
from generator.puzzles.watersort.unknown.visible import visible_bound
from generator.values import Metrics, Solution

SAMPLES = 1
"""Shortest solutions beside the known one that are looked at."""

MOST_WAYS = 2**53
"""Up to here every whole number is exact."""

WIDEST = 1 << 18
"""Positions equally far from the start, beyond which shortest solutions are not counted."""

PATIENCE = 100_000
"""Positions that are met until a tube is empty again, beyond which it is not known when."""

STRATEGY_NODES = 5_000
"""Positions that are searched for the best way to play with hidden units: a few seconds."""

SHORTEST, LOST, DIFFICULTY = "shortest_solutions", "lost_pours", "difficulty"
WORST, EXPECTED = "worst_pours", "expected_pours"


def measure(level: Level, solution: Solution) -> Metrics:
    """The metrics of a level with a solution.

    - depth: the least pours, or a lower bound of them
    - branching: positions that a pour leads to, the mean over some shortest solutions (over the known one where it is
      not proven)
    - rhythm: the least pours from where the last empty tube is used until there is one again. It is the greatest of
      these numbers along the solution, None where that takes too long to find out
    - excess: pours beyond the bound at the start
    - hidden_units: units that are hidden at first; in all other figures they have their colours
    """
    ways = [*_solutions(level, solution)]
    rules = kernel_rules(level, frozenset(TECHNIQUES))
    return {
        "depth": solution.lower_bound,
        "branching": fmean(_breadth(way, rules) for way in ways) if ways else None,
        "rhythm": _rhythm(ways[0], rules) if ways else None,
        "excess": solution.lower_bound - least_pours(level),
        "colours": len(level.colours),
        "capacity": level.capacity,
        "empty_tubes": level.empty,
        "hidden_units": len(level.hidden),
    }


def least_pours(level: Level) -> int:
    """A bound on the pours of a level, told without a search."""
    if not level.is_known:
        return visible_bound(level.tubes, level)
    return int(bound(packed(level.tubes, level.capacity), kernel_rules(level)))


def appraise(level: Level, solution: Solution) -> Metrics:
    """How many shortest solutions there are, and what is lost one pour off the known one.

    What is lost is the share of positions, and `difficulty`: the bits of all choices of a position that is not lost.
    Solutions are as many as there are ways through positions whose tubes have no order; None where they are too many to
    be counted, or nothing is proven. A pour that solves the level otherwise is not lost.
    """
    ways = [*_solutions(level, solution)]
    rules = kernel_rules(level, frozenset(TECHNIQUES))
    found = choices(level, ways[0]) if ways else None
    return {
        SHORTEST: _counted(level, solution.lower_bound, rules) if ways and solution.proven else None,
        LOST: None if found is None else lost_share(found),
        DIFFICULTY: None if found is None else difficulty(found),
        **_unknown(level),
    }


def _unknown(level: Level) -> Metrics:
    """The pours of somebody who does not know the hidden units, None where nothing is hidden or too little is found."""
    if not level.hidden:
        return {WORST: None, EXPECTED: None}
    found = report(level, STRATEGY_NODES)
    return {WORST: found.worst, EXPECTED: None if found.mean is None else float(found.mean)}


def _solutions(level: Level, solution: Solution) -> Iterator[Words]:
    """The positions along the known solution, and along others as short where it is proven; none where it is empty."""
    if not solution.moves:
        return
    moves, _ = played(level, solution.moves)
    yield np.array([packed(tubes, level.capacity) for tubes in positions(level, moves)])
    for salt in range(1, SAMPLES + 1) if solution.proven else ():
        way = search(packed(level.tubes, level.capacity), kernel_rules(level), solution.budget, salt=salt).way
        if way is not None:
            yield way


def _breadth(way: Words, rules: Rules) -> float:
    """The mean number of positions that pours lead to, over those of a way but the last."""
    return int(kernels.breadth(way, rules, workspace_for(way.shape[1]))) / (len(way) - 1)


def _rhythm(way: Words, rules: Rules) -> int | None:
    """The most pours that are needed on a way to have an empty tube again, None where it is not known."""
    full = way[:, 0] > 0
    begins = np.flatnonzero(full[1:] & ~full[:-1]) + 1
    most = 0
    for begin in begins:
        pours = _until_empty(way[begin], rules)
        if pours is None:
            return None
        most = max(most, pours)
    return most


def _until_empty(position: Words, rules: Rules) -> int | None:
    """The least pours from a position without an empty tube until there is one, None where none is met in patience.

    That may be beyond the end, where a colour may be in several tubes: then they can be joined.
    """
    start = tuple(position.tolist())
    met = {start: 0}
    queue = deque(met)
    while queue and len(met) < PATIENCE:
        tubes = queue.popleft()
        for after in following_positions(np.array(tubes), rules):
            if not after[0]:
                return met[tubes] + 1
            if after not in met:
                met[after] = met[tubes] + 1
                queue.append(after)
    return None


def _counted(level: Level, length: int, rules: Rules) -> int | None:
    """How many ways of the least length there are through positions, None for too many."""
    states, ways = packed(level.tubes, level.capacity)[None], np.ones(1)
    size, workspace = len(level.tubes), workspace_for(len(level.tubes))
    for left in range(length - 1, -1, -1):
        places, count = len(states) + 16, -1
        while count < 0:
            if places == WIDEST:
                return None
            places = min(4 * places, WIDEST)
            table = np.full(1 << (2 * places).bit_length(), -1, np.int32)
            store = Layer(np.empty((places, size), np.int64), np.empty(places), table)
            count = int(kernels.layer(states, ways, rules, left, store, workspace))
        states, ways = store.states[:count], store.ways[:count]
    total = float(ways.sum())
    return int(total) if total < MOST_WAYS else None
