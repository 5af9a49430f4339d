"""In how many ways hidden units may have the colours that are left.

Tubes are texts from the bottom to the top, as they are seen: UNKNOWN stands for a hidden unit. The run on top of a tube
is seen as a whole, so the unit below it has another colour.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.runs import buried

UNKNOWN = "?"
"""A unit whose colour is not seen."""


def colours_of(tubes: Sequence[str], capacity: int) -> list[str]:
    """The colours of all units: those that are seen, and the first other letters for those of which none is."""
    units = "".join(tubes)
    seen = sorted(set(units) - {UNKNOWN})
    unseen = [letter for letter in LETTERS if letter not in seen]
    return sorted([*seen, *unseen[: max(0, len(units) // capacity - len(seen))]])


def left_over(tubes: Sequence[str], capacity: int) -> Mapping[str, int]:
    """How many of the hidden units have each colour; only colours of which there are some."""
    seen = Counter("".join(tubes))
    counts = {colour: capacity - seen[colour] for colour in colours_of(tubes, capacity)}
    return {colour: count for colour, count in counts.items() if count}


def barred(tubes: Sequence[str]) -> Counter[str]:
    """How many hidden units cannot have each colour, since they lie right below a run of it that is on top."""
    below = ((tube, buried(tube)) for tube in tubes)
    return Counter(tube[-1] for tube, height in below if height and tube[height - 1] == UNKNOWN)


def arrangements(tubes: Sequence[str], capacity: int) -> int:
    """In how many ways the hidden units may have the colours that are left."""
    left, bars = left_over(tubes, capacity), barred(tubes)
    return _ways(tuple(sorted((count, bars[colour]) for colour, count in left.items())))


@lru_cache(maxsize=1 << 16)
def _ways(kinds: tuple[tuple[int, int], ...]) -> int:
    """The ways to lay out units of some kinds, so many of each, where so many places cannot have that kind.

    No place is barred for two kinds. By inclusion and exclusion: the ways in which some barred places have the kind
    that they cannot have are taken away, added again ... by how many places these are in all.
    """
    total, ways = 0, {0: 1}
    for count, bars in kinds:
        following = Counter[int]()
        for wrong, before in ways.items():
            for more in range(min(count, bars) + 1):
                laid_out = comb(total - wrong + count - more, count - more)
                following[wrong + more] += (-1) ** more * comb(bars, more) * laid_out * before
        total, ways = total + count, following
    return sum(ways.values())
