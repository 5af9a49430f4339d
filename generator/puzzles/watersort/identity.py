"""Which levels are the same to a player, whatever the order of tubes and the names of colours, and how far others are.

A level falls into parts that share no colour; its canonical form is those of the parts in their order. That of a part
is the least of all ways to name its colours. Refinement orders the colours that differ (McKay, Practical Graph
Isomorphism, 1981). Where some do not, each of them is tried as the first one. Those that lead to a form that was seen
are left out, since they are images of one another.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, Tubes, board_of, marked_tubes, parse_level
from generator.puzzles.watersort.matching_kernels import matches

Ranks = Mapping[str, int]
"""A rank for every colour; those that are not told apart share one."""

Form = tuple[tuple[int, ...], ...]
"""Tubes as ranks of their units, in order; hidden units have their colour's rank and HIDING, or NOBODY_KNOWS."""

HIDING, NOBODY_KNOWS = 1000, 10_000
"""Beyond the ranks of all colours; the greater one is a multiple of the other."""

ROUNDS = 4
"""How often tubes and colours of two levels are matched in turn."""


def identity_of(level: Level) -> str:
    """The text of the level with its tubes in order and its colours named by their places in it."""
    named, tubes = 0, list[str]()
    for form in sorted(map(_least_of_all, _parts(marked_tubes(level)))):
        tubes += ("".join(_letter(rank, named) for rank in tube) for tube in form)
        named += 1 + max(rank % HIDING for tube in form for rank in tube)
    spare = [""] * (len(level.tubes) - len(tubes))
    return board_of(level, (*sorted(tubes, reverse=True), *spare))


def _letter(rank: int, named: int) -> str:
    """The letter of a unit where so many colours have letters already."""
    if rank == NOBODY_KNOWS:
        return UNKNOWN
    letter = LETTERS[named + rank % HIDING]
    return letter.upper() if rank >= HIDING else letter


def _parts(tubes: Tubes) -> list[Tubes]:
    """The tubes that have units, those together that share colours with one another."""
    parts: list[tuple[set[str], Tubes]] = []
    for tube in filter(None, tubes):
        joined = [part for part in parts if not part[0].isdisjoint(_colours(tube))]
        colours = _colours(tube).union(*(part[0] for part in joined))
        parts = [part for part in parts if part not in joined]
        parts.append((colours, (tube, *(other for part in joined for other in part[1]))))
    return [part for _, part in parts]


def _colours(tube: str) -> set[str]:
    """The colours of the units, hidden or not, that have any."""
    return set(tube.lower()) - {UNKNOWN}


def _least_of_all(tubes: Tubes) -> Form:
    """The least form of a part."""
    return _least(tubes, _refined(tubes, dict.fromkeys(_colours("".join(tubes)), 0)))


def _least(tubes: Tubes, ranks: Ranks) -> Form:
    """The least form among those of all ways to tell the colours apart further."""
    tied = _tied(ranks)
    if not tied:
        return _form(tubes, ranks)
    forms, seen = [], set[Form]()
    for colour in tied:
        alone = _refined(tubes, {**ranks, colour: ranks[colour] - 1})
        first = _first(tubes, alone)
        if first not in seen:
            seen.add(first)
            forms.append(_least(tubes, alone))
    return min(forms)


def _first(tubes: Tubes, ranks: Ranks) -> Form:
    """The form where of all that are tied the first one goes first."""
    while tied := _tied(ranks):
        ranks = _refined(tubes, {**ranks, tied[0]: ranks[tied[0]] - 1})
    return _form(tubes, ranks)


def _tied(ranks: Ranks) -> list[str]:
    """The colours of the least rank that several share."""
    shared = [rank for rank, count in Counter(ranks.values()).items() if count > 1]
    return sorted(colour for colour in ranks if shared and ranks[colour] == min(shared))


def _refined(tubes: Tubes, ranks: Ranks) -> Ranks:
    """Tell colours apart by the tubes that they are in, until nothing changes; ranks are even numbers."""
    while True:
        places: dict[str, list[tuple[tuple[int, ...], int]]] = {colour: [] for colour in ranks}
        marked = _marked(ranks)
        for tube in tubes:
            row = tuple(marked[unit] for unit in tube)
            for height, unit in enumerate(tube.lower()):
                if unit != UNKNOWN:
                    places[unit].append((row, height))
        looks = {colour: (ranks[colour], sorted(places[colour])) for colour in ranks}
        order = sorted(ranks, key=looks.__getitem__)
        refined = dict[str, int]()
        for index, colour in enumerate(order):
            before = order[index - 1]
            refined[colour] = refined[before] if index and looks[before] == looks[colour] else 2 * index
        if len(set(refined.values())) == len(set(ranks.values())):
            return refined
        ranks = refined


def _marked(ranks: Ranks) -> Ranks:
    """Ranks of units in place of colours."""
    hidden = {colour.upper(): 2 * HIDING + rank for colour, rank in ranks.items()}
    return {**ranks, **hidden, UNKNOWN: 2 * NOBODY_KNOWS}


def _form(tubes: Tubes, ranks: Ranks) -> Form:
    marked = _marked(ranks)
    return tuple(sorted(tuple(marked[unit] // 2 for unit in tube) for tube in tubes))


def distances(text: str, others: Sequence[str]) -> list[float]:
    """The share of units that lie elsewhere when tubes and colours of two levels are matched; 1 for unlike shapes.

    Matching is greedy: others may be nearer than it says, but what players would call the same has distance 0. So may
    levels that differ in their rules alone, which do not count, or in what is hidden.
    """
    return [_distance(text, other) for other in others]


def similar(level: Level, texts: Sequence[str], threshold: float) -> list[tuple[int, float]]:
    """The places of the levels that are so similar to a level, and how similar they are."""
    found = ((place, _similarity(level, parse_level(text))) for place, text in enumerate(texts))
    return [(place, similarity) for place, similarity in found if similarity >= threshold]


def _similarity(one: Level, other: Level) -> float:
    if (len(one.tubes), one.capacity, len(one.colours)) != (len(other.tubes), other.capacity, len(other.colours)):
        return 0.0
    first, second, colours = _table(one), _table(other), len(one.colours)
    count = colours * one.capacity
    matched = max(matches(first, second, colours, ROUNDS), matches(second, first, colours, ROUNDS))
    if matched < count and (one.pour, one.end) == (other.pour, other.end) and _key(one) == _key(other):
        return 1.0
    return matched / count


@lru_cache(maxsize=4096)
def _distance(one: str, other: str) -> float:
    """A session asks twice, for the pool and the breeding population have many members in common."""
    return 1 - _similarity(_read(one), _read(other))


@lru_cache(maxsize=1024)
def _read(text: str) -> Level:
    """The level of a text that is compared with many."""
    return parse_level(text)


@lru_cache(maxsize=1024)
def _key(level: Level) -> str:
    return identity_of(level)


@lru_cache(maxsize=1024)
def _table(level: Level) -> NDArray[np.int64]:
    """int64 (tubes, capacity): colours by their places among the level's own, -1 for no unit or an unknown one."""
    rows = [[-1 if unit == UNKNOWN else level.colours.index(unit) for unit in tube] for tube in level.tubes]
    return np.array([row + [-1] * (level.capacity - len(row)) for row in rows], np.int64)
