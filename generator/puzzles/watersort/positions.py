"""Whether tubes may be a position of a game of a level, told by what no pour changes."""

from collections.abc import Iterator, Mapping

from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.level import Level, Tubes

TRIALS = 20_000
"""How often a tube is compared with one of the start; few pairs of levels need more than a hundred."""


def may_be_reached(level: Level, start: Level) -> bool:
    """Whether the tubes of a level may come about by pours from those of another one; a spent search says yes.

    Units are poured onto their own colour or into an empty tube. So what lies below the top run of a tube has lain
    there from the start: with one unit of that run, it is the bottom of a tube of the start. Only a tube of one colour
    may have been emptied in between. All levels of a size have the same units and tubes, which would say too little.
    Tubes may stand in any order, colours may have any names, and the rules do not count. A unit of unknown colour may
    be any.
    """
    if _size(level) != _size(start):
        return False
    bottoms = sorted((_bottom(tube) for tube in level.tubes if len(set(tube)) > 1), key=len, reverse=True)
    return _placed(tuple(bottoms), start.tubes, {}, iter(range(TRIALS)))


def _size(level: Level) -> tuple[int, int, int]:
    return len(level.tubes), level.capacity, len(level.colours)


def _bottom(tube: str) -> str:
    """A tube with one unit of its top run."""
    return tube.rstrip(tube[-1]) + tube[-1]


def _placed(bottoms: Tubes, tubes: Tubes, names: Mapping[str, str], trials: Iterator[int]) -> bool:
    """Whether each bottom has a tube of its own that begins with it, where some colours have names already."""
    if not bottoms:
        return True
    for place, tube in enumerate(tubes):
        if next(trials, None) is None:
            return True
        named = _named(bottoms[0], tube, names)
        if named is not None and _placed(bottoms[1:], tubes[:place] + tubes[place + 1 :], named, trials):
            return True
    return False


def _named(bottom: str, tube: str, names: Mapping[str, str]) -> Mapping[str, str] | None:
    """The names of colours under which a tube begins with a bottom, None where there are none."""
    if len(bottom) > len(tube):
        return None
    named = dict(names)
    pairs = [pair for pair in zip(bottom, tube, strict=False) if UNKNOWN not in pair]
    if any(named.setdefault(unit, other) != other for unit, other in pairs):
        return None
    return named if len({*named.values()}) == len(named) else None
