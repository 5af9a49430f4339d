"""All levels of a small size, up to the order of tubes and the names of colours."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.identity import identity_of
from generator.puzzles.watersort.level import Level


@cache
def classes(colours: int, capacity: int, empty: int) -> set[str]:
    """The identity of every level with full tubes."""
    return {identity_of(level) for level in {_in_order(level) for level in levels(colours, capacity, empty)}}


def _in_order(level: Level) -> Level:
    """The level with its tubes in order, which many have in common."""
    return replace(level, tubes=tuple(sorted(level.tubes)))


def levels(colours: int, capacity: int, empty: int) -> Iterator[Level]:
    """Every level with full tubes in which colours are named as they appear."""
    for units in _words("", colours, capacity):
        full = [units[begin : begin + capacity] for begin in range(0, len(units), capacity)]
        yield Level((*full, *[""] * empty), capacity)


def _words(begin: str, colours: int, capacity: int) -> Iterator[str]:
    counts = Counter(begin)
    if len(begin) == colours * capacity:
        yield begin
    for letter in LETTERS[: min(colours, len(counts) + 1)]:
        if counts[letter] < capacity:
            yield from _words(begin + letter, colours, capacity)
