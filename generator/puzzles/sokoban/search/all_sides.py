"""Solutions of a level by each of the searches, and of the level turned by a quarter, a half and three quarters.

A turned level is the same to a player, but the searches meet its states in another order and find other solutions.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from math import inf
from time import monotonic

from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.portfolio import in_turn, solutions_of
from generator.puzzles.sokoban.search.question import Search, remaining
from generator.puzzles.sokoban.search.sides import SIDES, sides

_CHANCES = 3
"""So many searches may find nothing before the first that does: the others would take long, too."""


def solutions_from_all_sides(
    room: Room, search: Search, clock: Callable[[], float] = monotonic
) -> Iterator[list[Push]]:
    """The solution of each search that finds one; those of one side share the nodes, and all have the time together.

    A level of which the first searches find none is given up.
    """
    begun, chances = clock(), float(_CHANCES)
    for side in islice(sides(room), SIDES):
        for pushes in solutions_of(side.room, remaining(search, begun, clock), clock):
            if pushes is not None:
                chances = inf
                yield side.seen_from_first(pushes)
            elif chances == 1:
                return
            chances -= 1


def solution_from_side(
    room: Room, quarters: int, search: Search, clock: Callable[[], float] = monotonic
) -> list[Push] | None:
    """What the searches in turn find first in a room turned by so many quarters, None if nothing."""
    side = next(islice(sides(room), quarters, None))
    found = in_turn(side.room, search, clock)
    return None if found.upper is None else side.seen_from_first(found.pushes)
