"""What makes a level hard for people: how often another pour than the right one loses, unseen.

No game of people was at hand, so this is a definition and not a fit. It asks of a solution how many decisions it takes.
Whoever pours at random along it, and never solves the level otherwise, keeps it solvable with the chance 1/2 to the
power of its difficulty.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import fsum, log2
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.position_kernels import Rules, Words, children
from generator.puzzles.watersort.search import TECHNIQUES, Ending, kernel_rules, search, workspace_for
from generator.puzzles.watersort.solver import GREEDY

PROBE = 20_000
"""Nodes to find out whether a position is lost."""

DECIMALS = 3
"""Beyond these, logarithms may differ between machines."""


class Choice(NamedTuple):
    """The positions that pours lead to from one of a solution: those that can be solved, and those that are lost."""

    open: int
    lost: int

    @property
    def bits(self) -> float:
        """What it takes to choose one that can be solved."""
        return log2((self.open + self.lost) / self.open)


def choices(level: Level, way: Words) -> Sequence[Choice] | None:
    """The choice at each position of a way but the last, None where it is not known of all."""
    rules, pruned = _all_pours(level), kernel_rules(level)
    found = []
    for position, following in pairwise(way):
        others = [other for other in following_positions(position, rules) if other != tuple(following.tolist())]
        endings = [search(np.array(other), pruned, PROBE, GREEDY).ending for other in others]
        if Ending.NODE_LIMIT in endings:
            return None
        lost = endings.count(Ending.UNSOLVABLE)
        found.append(Choice(len(others) - lost + 1, lost))
    return found


def lost_share(found: Sequence[Choice]) -> float:
    """The share of lost positions among those one pour off the way."""
    lost = sum(choice.lost for choice in found)
    aside = lost + sum(choice.open - 1 for choice in found)
    return lost / aside if aside else 0.0


def difficulty(found: Iterable[Choice]) -> float:
    """The bits of all choices together."""
    return round(fsum(choice.bits for choice in found), DECIMALS)


def following_positions(position: Words, rules: Rules) -> list[tuple[int, ...]]:
    """The positions that pours lead to, each once."""
    workspace = workspace_for(position.size)
    found = children(position, rules, workspace)
    return [*dict.fromkeys(map(tuple, workspace.after[:found].tolist()))]


def lasting(level: Level, way: Words) -> Sequence[bool]:
    """Of each pour of a way whether no single pour takes it back."""
    rules = _all_pours(level)
    return [
        tuple(position.tolist()) not in following_positions(following, rules) for position, following in pairwise(way)
    ]


def _all_pours(level: Level) -> Rules:
    """The rules of a level without what a search leaves out."""
    return kernel_rules(level, frozenset(TECHNIQUES))
