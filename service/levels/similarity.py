"""Near duplicates of levels in the database."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from statistics import median
from typing import Any, NamedTuple

from generator import Family, defaults


class Match(NamedTuple):
    """A stored level and how similar it is to the level that was looked for, from 0 to 1."""

    level_id: int
    similarity: float


class Wanted(NamedTuple):
    """What counts as similar, and how many of the most similar levels are wanted."""

    threshold: float
    ignore_pieces: bool
    limit: int


NEAR = 0.8
"""How similar levels are at least, from 0 to 1, that players would call nearly the same."""


def near_threshold(unrelated: Sequence[float]) -> float:
    """From which similarity on levels are near duplicates, where pairs of other levels of their kind are so similar.

    Half-way from what is usual there to the same: two levels of type b and size 5 share their walls, and so four
    fifths of their cells, whatever their pieces do.
    """
    return max(NEAR, (1 + median(unrelated)) / 2) if unrelated else NEAR


def most_similar(
    family: Family[Any], levels: Sequence[str], stored: Iterable[Sequence[tuple[int, str]]], wanted: Wanted
) -> list[list[Match]]:
    """For each level the stored ones that are most similar to it, of pages of ids and texts."""
    parsed = [family.parse(level) for level in levels]
    found: list[list[Match]] = [[] for _ in levels]
    for page in stored:
        texts = [text for _, text in page]
        for index, level in enumerate(parsed):
            similar = defaults.find_similar(family, level, texts, wanted.threshold, wanted.ignore_pieces)
            matches = (Match(page[at][0], similarity) for at, similarity in similar)
            found[index] = nsmallest(wanted.limit, [*found[index], *matches], key=_rank)
    return found


def _rank(match: Match) -> tuple[float, int]:
    return -match.similarity, match.level_id
