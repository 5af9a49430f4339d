"""What an objective may weigh about a level, and what takes longer to count."""

from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean

import numpy as np

from generator.family import Metrics, Solution
from generator.puzzles.watersort import search_kernels as kernels
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.position_kernels import Rules, Words, bound, children
from generator.puzzles.watersort.pours import played, positions
from generator.puzzles.watersort.search_kernels import Layer
from generator.puzzles.watersort.searching import TECHNIQUES, Answer, packed, rules_of, scratch_for, search
from generator.puzzles.watersort.solving import GREEDY

SAMPLES = 1
"""Shortest solutions beside the known one that are looked at."""

PROBE = 20_000
"""Nodes to find out whether a position is lost."""

MOST_WAYS = 2**53
"""Up to here every whole number is exact."""

WIDEST = 1 << 18
"""Positions equally far from the start, beyond which shortest solutions are not counted."""

SHORTEST, LOST = "shortest_solutions", "lost_pours"


def measure(level: Level, solution: Solution) -> Metrics:
    """The metrics of a level with a solution.

    depth: the least pours, or what they are at least. branching: positions that a pour leads to, the mean over some
    shortest solutions (over the known one where it is not proven). rhythm: the least pours from where the last empty
    tube is used until there is one again, the most along the solution. excess: pours beyond the bound at the start.
    """
    ways = [*_solutions(level, solution)]
    rules = rules_of(level, frozenset(TECHNIQUES))
    return {
        "depth": solution.lower_bound,
        "branching": fmean(_breadth(way, rules) for way in ways) if ways else None,
        "rhythm": _rhythm(ways[0], rules) if ways else None,
        "excess": solution.lower_bound - int(bound(packed(level.tubes), rules)),
        "colours": len(level.colours),
        "capacity": level.capacity,
        "empty_tubes": level.empty,
    }


def appraise(level: Level, solution: Solution) -> Metrics:
    """How many shortest solutions there are, and the share of lost positions among those one pour off the known one.

    Solutions are as many as there are ways through positions whose tubes have no order; None where they are too many to
    be counted, or nothing is proven. A pour that solves the level otherwise is not lost.
    """
    ways = [*_solutions(level, solution)]
    rules = rules_of(level, frozenset(TECHNIQUES))
    return {
        SHORTEST: _counted(level, solution.lower_bound, rules) if ways and solution.proven else None,
        LOST: _lost(ways[0], rules_of(level), rules) if ways else None,
    }


def _solutions(level: Level, solution: Solution) -> Iterator[Words]:
    """The positions along the known solution, and along others as short where it is proven; none where it is empty."""
    if not solution.moves:
        return
    moves, _ = played(level, solution.moves)
    yield np.array([packed(tubes) for tubes in positions(level, moves)])
    for salt in range(1, SAMPLES + 1) if solution.proven else ():
        way = search(packed(level.tubes), rules_of(level), solution.budget, salt=salt).way
        if way is not None:
            yield way


def _breadth(way: Words, rules: Rules) -> float:
    """The mean number of positions that pours lead to, over those of a way but the last."""
    return int(kernels.breadth(way, rules, scratch_for(way.shape[1]))) / (len(way) - 1)


def _next(position: Words, rules: Rules) -> list[tuple[int, ...]]:
    """The positions that pours lead to, each once."""
    scratch = scratch_for(position.size)
    found = children(position, rules, scratch)
    return [*dict.fromkeys(map(tuple, scratch.after[:found].tolist()))]


def _rhythm(way: Words, rules: Rules) -> int:
    """The most pours that are needed on a way to have an empty tube again."""
    full = way[:, 0] > 0
    begins = np.flatnonzero(full[1:] & ~full[:-1]) + 1
    return max((_until_empty(way[begin], rules) for begin in begins), default=0)


def _until_empty(position: Words, rules: Rules) -> int:
    """The least pours until a tube is empty, from a position that can be solved.

    That may be beyond the end, where a colour may be in several tubes: then they can be joined, so it is never in vain.
    """
    layer, pours = [tuple(position.tolist())], 0
    seen = set(layer)
    while all(tubes[0] for tubes in layer):
        following = dict.fromkeys(after for tubes in layer for after in _next(np.array(tubes), rules))
        layer = [tubes for tubes in following if tubes not in seen]
        seen.update(layer)
        pours += 1
    return pours


def _counted(level: Level, length: int, rules: Rules) -> int | None:
    """How many ways of the least length there are through positions, None for too many."""
    states, ways = packed(level.tubes)[None], np.ones(1)
    size, scratch = len(level.tubes), scratch_for(len(level.tubes))
    for left in range(length - 1, -1, -1):
        places, count = 4 * len(states) + 64, -1
        while count < 0:
            if places > WIDEST:
                return None
            table = np.full(1 << (2 * places).bit_length(), -1, np.int32)
            store = Layer(np.empty((places, size), np.int64), np.empty(places), table)
            count = int(kernels.layer(states, ways, rules, left, store, scratch))
            places *= 4
        states, ways = store.states[:count], store.ways[:count]
    total = float(ways.sum())
    return int(total) if total < MOST_WAYS else None


def _lost(way: Words, rules: Rules, all_rules: Rules) -> float | None:
    """The share of lost positions among those one pour off a way, None where some cannot be told."""
    aside = (
        other
        for position, following in pairwise(way)
        for other in _next(position, all_rules)
        if other != tuple(following.tolist())
    )
    answers = list[Answer]()
    for other in aside:
        answers.append(search(np.array(other), rules, PROBE, GREEDY).answer)
        if answers[-1] is Answer.NODE_LIMIT:
            return None
    return answers.count(Answer.UNSOLVABLE) / len(answers) if answers else 0.0
