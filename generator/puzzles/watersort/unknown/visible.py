"""Pours that are needed at least where units are hidden, whatever their colours are."""

from itertools import groupby

from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.runs import buried
from generator.puzzles.watersort.variants import End


def visible_bound(tubes: Tubes, level: Level) -> int:
    """A bound that holds for every arrangement of the hidden units; each of the runs that it counts has to move.

    These are the runs that are not the lowest of their tube. Where colours end together, they are also all lowest runs
    but one of each colour. Hidden units may belong to runs that are seen, but the one below a run on top does not.
    """
    filled = [tube for tube in tubes if tube]
    above = sum(map(_changes, filled))
    return above + lowest_that_move(tubes, level)


def lowest_that_move(tubes: Tubes, level: Level) -> int:
    """How many lowest runs have to move at least so that each colour is together."""
    if level.end is End.LOOSE:
        return 0
    bottoms = [tube[0] for tube in tubes if tube]
    seen = len(set(bottoms) - {UNKNOWN})
    return len(bottoms) - min(len(level.colours), seen + bottoms.count(UNKNOWN))


def _changes(tube: str) -> int:
    """How often the colour changes at least from the bottom of a tube to its top."""
    seen = [colour for colour, _ in groupby(tube.replace(UNKNOWN, ""))]
    height = buried(tube)
    if not height or tube[height - 1] != UNKNOWN:
        return len(seen) - 1
    below = tube[:height].replace(UNKNOWN, "")
    return len(seen) - 1 + (0 if below and below[-1] != tube[-1] else 2 if below else 1)
