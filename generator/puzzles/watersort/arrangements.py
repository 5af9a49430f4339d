"""In how many ways hidden units may have the colours that are left.

Tubes are texts from the bottom to the top, as they are seen: UNKNOWN stands for a hidden unit. The run on top of a tube
is seen as a whole, so the unit below it has another colour.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
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
    return _counted(left_over(tubes, capacity), barred(tubes))


def _counted(left: Mapping[str, int], bars: Mapping[str, int]) -> int:
    """The ways to lay out so many units of each colour, where so many places cannot have it."""
    if min(left.values(), default=0) < 0:
        return 0
    return _ways(tuple(sorted((count, bars.get(colour, 0)) for colour, count in left.items() if count)))


def changes(tubes: Sequence[str], capacity: int) -> int:
    """How often the colour changes from one unit to the next above it, summed over all arrangements.

    Hidden units that are barred for the same colour, or for none, are alike, so pairs are counted by their kinds.
    """
    left, bars = left_over(tubes, capacity), barred(tubes)
    pairs = Counter(pair for tube in tubes for pair in _pairs(tube))
    ways = _counted(left, bars)
    return sum(count * (ways - _alike(pair, left, bars, ways)) for pair, count in pairs.items())


def _pairs(tube: str) -> Iterator[tuple[str, str, str]]:
    """Units below and above that are neighbours, and the colour that the upper one is barred for; no unit for others.

    Runs on top are no pairs with themselves, and always differ from the unit below them.
    """
    height = buried(tube)
    yield from ((lower, upper, "") for lower, upper in pairwise(tube[: max(0, height - 1)]))
    if height > 1:
        yield tube[height - 2], tube[height - 1], tube[-1] if tube[height - 1] == UNKNOWN else ""
    if height:
        yield "", tube[-1], ""


def _alike(pair: tuple[str, str, str], left: Mapping[str, int], bars: Mapping[str, int], ways: int) -> int:
    """In how many arrangements a unit has the colour of the one above it."""
    lower, upper, bar = pair
    if UNKNOWN not in (lower, upper):
        return ways if lower == upper else 0
    units = (lower + upper).count(UNKNOWN)
    seen = (lower + upper).replace(UNKNOWN, "")
    fewer = {**bars, bar: bars[bar] - 1} if bar else bars
    colours = [colour for colour in (seen or left) if colour != bar and left.get(colour, 0) >= units]
    return sum(_counted({**left, colour: left[colour] - units}, fewer) for colour in colours)


@lru_cache(maxsize=1 << 16)
def _ways(kinds: tuple[tuple[int, int], ...]) -> int:
    """The ways to lay out units of some kinds, so many of each, where so many places cannot have that kind.

    No place is barred for two kinds. This is counted by inclusion and exclusion. The ways in which some barred places
    have the kind that they cannot have are subtracted, added again and so on, by how many places these are in all.
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
