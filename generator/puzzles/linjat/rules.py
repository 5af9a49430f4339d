"""The rules of deduction, without numba behind them."""

from collections.abc import Mapping
from enum import IntEnum


class Rule(IntEnum):
    """In the order in which they are tried, which the kernels share."""

    UNCONTESTED = 0
    COVER = 1
    SINGLE_SOLUTION = 2
    CANT_FIT = 3
    SQUARE = 4
    DEPENDENCY = 5
    ONE_OF = 6


NAMES: Mapping[Rule, str] = {
    Rule.UNCONTESTED: "uncontested-no-cover",
    Rule.COVER: "cover",
    Rule.SINGLE_SOLUTION: "single-solution",
    Rule.CANT_FIT: "cant_fit",
    Rule.SQUARE: "square",
    Rule.DEPENDENCY: "dep",
    Rule.ONE_OF: "one_of",
}
"""As the original program's JSON calls them."""

CHEATS = frozenset({Rule.UNCONTESTED, Rule.SINGLE_SOLUTION})
"""Rules that take it for granted that there is one solution alone."""

LADDER = (Rule.COVER, Rule.CANT_FIT, Rule.SQUARE, Rule.ONE_OF, Rule.DEPENDENCY)
"""The rules that hold whatever the number of solutions, from the easiest to the hardest for people.

The order is that of their weights in the original's final selection of levels.
"""


class Further(IntEnum):
    """Rules for puzzles on which all others are stuck; their numbers go on from those."""

    BLOCKED = 7
    TRIAL = 8

    @property
    def rung(self) -> int:
        """They are the rungs above the ladder."""
        return len(LADDER) + 1 + self - Further.BLOCKED


EVERY_RULE = sum(1 << rule for rule in Rule)
"""All rules, as a set of bits."""

COUNTS: Mapping[Rule, str] = {rule: rule.name.lower() for rule in Rule}
"""The metric that counts the layers of each rule."""
