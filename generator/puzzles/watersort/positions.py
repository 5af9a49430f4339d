"""Whether tubes may be a position of a game of a level, told by what no pour changes."""

from collections.abc import Iterator, Mapping

from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.level import Level, Tubes

TRIALS = 20_000
"""How many ways a search tries to lay a tube upon one of the start; few pairs of levels need more than a thousand."""
CHANGED = 2
"""Units that may lie elsewhere in a level that somebody has changed: two have changed places."""
LEAST_CAPACITY, LEAST_UNITS = 3, 16
"""Tubes and levels that are smaller than this are too much alike to be told from those that somebody has changed."""

Names = Mapping[str, str]
"""The colours of a start by those of a level."""


class _SpentError(Exception):
    """A search has tried all it may."""


def may_be_reached(level: Level, start: Level) -> bool:
    """Whether the tubes of a level may come about by pours from those of another one; a spent search says yes.

    Units are poured onto their own colour or into an empty tube. So what lies below the top run of a tube has lain
    there from the start. Together with one unit of that run, it is the bottom of a tube of the start. Only a tube of
    one colour may have been emptied in between. All levels of a size have the same units and tubes, which would say too
    little. Tubes may stand in any order, colours may have any names, and the rules do not count. A unit of unknown
    colour may be any.
    """
    if _size(level) == _size(start) and _is_placed(level, start, 0, when_spent=True):
        return True
    return is_near(level, start)


def is_near(level: Level, start: Level) -> bool:
    """Whether a level may be such a position but for two units that have changed places; a spent search says no.

    It may also have more tubes or fewer, as long as those that it has more are empty or of one colour.
    """
    units = len(start.colours) * start.capacity
    if level.capacity != start.capacity or start.capacity < LEAST_CAPACITY or units < LEAST_UNITS:
        return False
    if len(level.colours) < len(start.colours):
        return False
    return _is_placed(level, start, CHANGED, when_spent=False)


def _size(level: Level) -> tuple[int, int, int]:
    return len(level.tubes), level.capacity, len(level.colours)


def _is_placed(level: Level, start: Level, changed: int, *, when_spent: bool) -> bool:
    """Whether the bottoms of a level lie in a start but for so many units."""
    bottoms = tuple(_bottom(tube) for tube in level.tubes if len(set(tube)) > 1)
    try:
        return _placed(bottoms, start.tubes, {}, changed, iter(range(TRIALS)))
    except _SpentError:
        return when_spent


def _bottom(tube: str) -> str:
    """A tube with one unit of its top run."""
    return tube.rstrip(tube[-1]) + tube[-1]


def _placed(bottoms: Tubes, tubes: Tubes, names: Names, changed: int, trials: Iterator[int]) -> bool:
    """Whether each bottom has a tube of its own that begins with it, where some colours have names already."""
    if not bottoms:
        return True
    # The bottom with most named units has the fewest ways left.
    bottom = max(bottoms, key=lambda one: (sum(unit in names for unit in one), len(one)))
    at = bottoms.index(bottom)
    others = bottoms[:at] + bottoms[at + 1 :]
    for place, tube in enumerate(tubes):
        left = tubes[:place] + tubes[place + 1 :]
        ways = _namings(bottom, tube, names, changed, trials)
        if any(_placed(others, left, named, fewer, trials) for named, fewer in ways):
            return True
    return False


def _namings(bottom: str, tube: str, names: Names, changed: int, trials: Iterator[int]) -> Iterator[tuple[Names, int]]:
    """The names of colours under which a tube begins with a bottom but for some units, and how many more may differ.

    Raises _SpentError when there are no trials left.
    """
    if next(trials, None) is None:
        raise _SpentError
    if len(bottom) > len(tube):
        return
    if not bottom:
        yield names, changed
        return
    unit, other = bottom[0], tube[0]
    if names.get(unit) == other or UNKNOWN in (unit, other):
        yield from _namings(bottom[1:], tube[1:], names, changed, trials)
        return
    if unit not in names and other not in names.values():
        yield from _namings(bottom[1:], tube[1:], {**names, unit: other}, changed, trials)
    if changed:
        yield from _namings(bottom[1:], tube[1:], names, changed - 1, trials)
