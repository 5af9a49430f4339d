"""Relay search: the article's way to search a few pours deep and to go on from the position that was printed."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from generator.puzzles.watersort.advice.analysis import is_lost
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.position_kernels import bound
from generator.puzzles.watersort.pours import Move, is_solved, moves_in, poured
from generator.puzzles.watersort.search import Ending, kernel_rules, packed, search
from generator.puzzles.watersort.solver import GREEDY

MOST_POSITIONS = 50_000
"""Positions after which the search ends where it is deepest."""
MOST_LOST = 100
"""Ends that are lost, after which the search ends too."""
PROBE = 200_000
"""Nodes to find out whether a position can be solved."""


class Stop(StrEnum):
    """Why a leg has no more pours; after a dead end all positions have been met, so the level has no solution."""

    SOLVED = "solved"
    DEPTH = "depth"
    DEAD_END = "dead end"
    LIMIT = "limit"


class Leg(NamedTuple):
    """The pours of a leg, where they end, why there, and whether the level can be solved from there (None: unknown)."""

    moves: Sequence[Move]
    tubes: Tubes
    stop: Stop
    solvable: bool | None


def leg(level: Level, depth: int) -> Leg:
    """The first way of so many pours that a search in depth finds, or one that solves the level on the way.

    From every position those pours are tried first after which the fewest are needed at least. No position is entered
    twice, and no lost position is entered. A way that ends in a lost one is left as far back as its positions are known
    to be lost. Where all ways end before, or positions are too many, it is the longest way that was gone. There may be
    longer ones through positions that were entered on others.
    """
    way = _Way([level.tubes], [], [_promising(level, level.tubes)])
    seen, lost, longest = {_key(level.tubes)}, 0, Leg((), level.tubes, Stop.DEAD_END, False)
    while way.rest:
        if is_solved(level, way.path[-1]):
            return Leg(tuple(way.moves), way.path[-1], Stop.SOLVED, True)
        if len(way.moves) > len(longest.moves):
            longest = longest._replace(moves=tuple(way.moves), tubes=way.path[-1])
        if len(way.moves) == depth:
            solvable = is_solvable(level, way.path[-1])
            if solvable is not False:
                return Leg(tuple(way.moves), way.path[-1], Stop.DEPTH, solvable)
            lost += 1
            _leave_lost(level, way)
        elif len(seen) >= MOST_POSITIONS or lost >= MOST_LOST:
            return longest._replace(stop=Stop.LIMIT, solvable=is_solvable(level, longest.tubes))
        elif not way.rest[-1]:
            way.step_back()
        else:
            _go_on(level, way, seen)
    return longest


def is_solvable(level: Level, tubes: Tubes) -> bool | None:
    """Whether a level can be solved from a position; None where PROBE nodes do not tell."""
    ending = search(packed(tubes, level.capacity), kernel_rules(level), PROBE, GREEDY).ending
    return None if ending is Ending.NODE_LIMIT else ending is Ending.SOLVED


class _Way(NamedTuple):
    """Positions from the first one on, the pours between them, and those that are left to try from each."""

    path: list[Tubes]
    moves: list[Move]
    rest: list[list[Move]]

    def step_back(self) -> None:
        """Leave the last position."""
        self.rest.pop()
        self.path.pop()
        del self.moves[-1:]


def _go_on(level: Level, way: _Way, seen: set[Tubes]) -> None:
    """Try the next pour; where it leads has not been met and is not known to be lost, or it is not gone."""
    move = way.rest[-1].pop(0)
    tubes = poured(level, way.path[-1], move)
    if _key(tubes) not in seen and not is_lost(level, tubes):
        seen.add(_key(tubes))
        way.moves.append(move)
        way.path.append(tubes)
        way.rest.append(_promising(level, tubes))


def _leave_lost(level: Level, way: _Way) -> None:
    """Step back from a lost position, and from those before it that are lost too."""
    way.step_back()
    while way.path and is_solvable(level, way.path[-1]) is False:
        way.step_back()


def _key(tubes: Tubes) -> Tubes:
    return tuple(sorted(tubes))


def _promising(level: Level, tubes: Tubes) -> list[Move]:
    """The pours from a position, those first that lead nearest to the end."""
    rules = kernel_rules(level)

    def left(move: Move) -> int:
        return int(bound(packed(poured(level, tubes, move), level.capacity), rules))

    return sorted(moves_in(level, tubes), key=left)
