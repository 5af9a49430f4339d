"""Certificates that a level has no solution: anyone's program can check them without knowing how they were found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.errors import UnsupportedLevelError
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.search import TECHNIQUES, Ending, kernel_rules, packed, reached, tubes_of

HEADING = "water sort without a solution: every pour from a position of this list leads to one of the list"
EMPTY = "-"
"""How an empty tube is written."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The positions that pours lead to from a level, the level first; none of them is an end of the game.

    Tubes are written from the bottom, and may stand in any order.
    """

    level: Level
    positions: Sequence[Tubes]

    def lines(self) -> Iterator[str]:
        """The certificate as a file: a heading, three lines about the rules, and a line for each position."""
        yield HEADING
        yield f"capacity {self.level.capacity}"
        yield f"pours {self.level.pour.name.lower()}"
        yield f"ends {self.level.end.name.lower()}"
        for tubes in self.positions:
            yield " ".join(tube or EMPTY for tube in tubes)


def certified(level: Level, nodes: int) -> Certificate:
    """The proof that a level has no solution.

    Raises UnsupportedLevelError if it has one, and if more positions than `nodes` are needed.
    """
    if not level.is_known:
        raise UnsupportedLevelError("the colours of hidden units are not known, so nothing can be poured")
    rules = kernel_rules(level, without=frozenset(TECHNIQUES))
    ending, met = reached(packed(level.tubes, level.capacity), rules, nodes)
    if ending is Ending.SOLVED:
        raise UnsupportedLevelError("the level has a solution; cenote solve shows it")
    if ending is Ending.NODE_LIMIT:
        raise UnsupportedLevelError(
            "more than {nodes:,} positions can be reached, or more than memory holds; give more --nodes", nodes=nodes
        )
    return Certificate(level, [level.tubes, *(tubes_of(words, level) for words in met[1:])])
