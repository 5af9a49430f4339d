"""What a search within a budget finds out about a level with hidden units."""

from fractions import Fraction
from typing import NamedTuple

from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.pours import format_moves
from generator.puzzles.watersort.unknown.strategies import NEVER, SpentError, Strategies


class Report(NamedTuple):
    """What is known of the best ways to play; None for what the budget did not tell.

    `worst` are the pours that are enough in every case, of which at least `least` are proven to be needed. `is_sure`:
    whether some way of playing solves every arrangement. If so, `mean` are the least expected pours; if not, `chance`
    is the greatest share of arrangements that are solved. `begin` are the pours up to the first reveal of a way that
    needs no more than `worst` pours.
    """

    ways: int
    least: int
    worst: int | None
    is_sure: bool | None
    mean: Fraction | None
    chance: Fraction | None
    begin: str
    nodes: int


def report(level: Level, nodes: int) -> Report:
    """What is known of the best ways to play a level after so many nodes; the worst case is asked first."""
    asked = Strategies(level, nodes)
    ways = asked.ways(asked.start)
    found = _worst_case(asked, Report(ways, 0, None, None, None, None, "", 0))
    try:
        if found.is_sure:
            found = found._replace(mean=asked.mean())
        elif found.is_sure is not None:
            found = found._replace(chance=Fraction(asked.chance(), ways))
    except SpentError:
        pass
    return found._replace(nodes=nodes - max(0, asked.left))


def _worst_case(asked: Strategies, found: Report) -> Report:
    try:
        for bound in asked.worst():
            if bound >= NEVER:
                return found._replace(is_sure=False)
            found = found._replace(least=bound)
        begin = format_moves(asked.first(found.least))
        return found._replace(worst=found.least, is_sure=True, begin=begin)
    except SpentError:
        return found
