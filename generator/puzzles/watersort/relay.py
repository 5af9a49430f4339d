"""Relay search: the article's way to search a few pours deep and to go on from the position that was printed."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from generator.puzzles.watersort.analysis import is_lost
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.position_kernels import bound
from generator.puzzles.watersort.pours import Move, is_solved, moves_in, poured
from generator.puzzles.watersort.search import kernel_rules, packed

MOST_POSITIONS = 50_000
"""Positions after which the search ends where it is deepest."""


class Stop(StrEnum):
    """Why a leg has no more pours; after a dead end all positions have been met, so the level has no solution."""

    SOLVED = "solved"
    DEPTH = "depth"
    DEAD_END = "dead end"
    LIMIT = "limit"


class Leg(NamedTuple):
    """The pours of a leg, where they end, and why there."""

    moves: Sequence[Move]
    tubes: Tubes
    stop: Stop


def leg(level: Level, depth: int) -> Leg:
    """The first way of so many pours that a search in depth finds, or one that solves the level on the way.

    From every position those pours are tried first after which the fewest are needed at least. No position is entered
    twice, and none that is lost. Where all ways end before, or positions are too many, it is the longest way that was
    gone; there may be longer ones through positions that were entered on others.
    """
    seen, moves, longest = {_key(level.tubes)}, list[Move](), Leg((), level.tubes, Stop.DEAD_END)
    path, rest = [level.tubes], [_promising(level, level.tubes)]
    while rest:
        if is_solved(level, path[-1]):
            return Leg(tuple(moves), path[-1], Stop.SOLVED)
        if len(moves) > len(longest.moves):
            longest = Leg(tuple(moves), path[-1], Stop.DEAD_END)
        if len(moves) == depth:
            return longest._replace(stop=Stop.DEPTH)
        if len(seen) >= MOST_POSITIONS:
            return longest._replace(stop=Stop.LIMIT)
        if not rest[-1]:
            rest.pop()
            path.pop()
            del moves[-1:]
            continue
        move = rest[-1].pop(0)
        tubes = poured(level, path[-1], move)
        if _key(tubes) not in seen and not is_lost(level, tubes):
            seen.add(_key(tubes))
            moves.append(move)
            path.append(tubes)
            rest.append(_promising(level, tubes))
    return longest


def _key(tubes: Tubes) -> tuple[int, ...]:
    return tuple(packed(tubes).tolist())


def _promising(level: Level, tubes: Tubes) -> list[Move]:
    """The pours from a position, those first that lead nearest to the end."""
    rules = kernel_rules(level)
    return sorted(moves_in(level, tubes), key=lambda move: int(bound(packed(poured(level, tubes, move)), rules)))
