"""Levels for property tests, and what the oracle knows of them."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level
from generator.puzzles.watersort.limits import COLOURS_BEYOND, USUAL_CAPACITY
from generator.puzzles.watersort.making.generation import filled
from generator.puzzles.watersort.variants import End, Pour
from tests.oracles.watersort import Game, Tubes

RULES = [(pour, end) for pour in Pour for end in End]
"""All pairs of rules."""


class Known(NamedTuple):
    """A level, its game, every position that it leads to, and the least pours from those that are not lost."""

    level: Level
    game: Game
    reached: dict[Tubes, set[Tubes]]
    remaining: dict[Tubes, int]

    @property
    def least(self) -> int | None:
        """The least pours of the level, None where it has no solution."""
        return self.remaining.get(tuple(sorted(self.level.tubes)))


@lru_cache(maxsize=4096)
def known(level: Level) -> Known:
    """What is found by going through all positions."""
    game = game_of(level)
    reached = game.reached(level.tubes)
    return Known(level, game, reached, game.remaining(reached))


def game_of(level: Level) -> Game:
    """The rules of a level for the oracle."""
    return Game(level.capacity, level.pour.name.lower(), level.end.name.lower())


@st.composite
def levels(draw: st.DrawFn, colours: int = 4, capacity: int = 5, empty: int = 2, least: int = 2) -> Level:
    """Levels of up to that size, with any rules, in which tubes are full or empty, or have any height."""
    count, spare = draw(st.integers(least, colours)), draw(st.integers(1, empty))
    holds = draw(st.integers(2, capacity if count <= COLOURS_BEYOND else min(capacity, USUAL_CAPACITY)))
    units = "".join(draw(st.permutations(LETTERS[:count] * holds)))
    full = [holds] * count + [0] * spare
    heights = full if draw(st.booleans()) else draw(_heights(len(units), holds, len(full)))
    ends = np.cumsum(heights).tolist()
    tubes = tuple(units[end - height : end] for height, end in zip(heights, ends, strict=True))
    return Level(tubes, holds, *draw(st.sampled_from(RULES)))


@st.composite
def _heights(draw: st.DrawFn, units: int, capacity: int, tubes: int) -> list[int]:
    """Heights of tubes that hold so many units."""
    found = list[int]()
    for left in range(tubes - 1, -1, -1):
        rest = units - sum(found)
        found.append(draw(st.integers(max(0, rest - capacity * left), min(capacity, rest))))
    return found


def knowns() -> st.SearchStrategy[Known]:
    """Levels with what the oracle knows of them: with much space or many colours, so that it meets a few hundred."""
    return (levels(3, 4, 2) | levels(4, 3, 1)).map(known)


def random_level(colours: int, capacity: int, empty: int, seed: int = 1, rules: tuple[Pour, End] = RULES[0]) -> Level:
    """A level with full tubes of units in random order."""
    tubes = filled(colours, capacity, empty, np.random.Generator(np.random.PCG64(seed)))
    return Level(tubes, capacity, *rules)


def unpacked(position: np.ndarray, bits: int = 5) -> Tubes:
    """The tubes of a position of the kernels, in the oracle's order; colours of 4 bits are named from a on."""
    return tuple(sorted(_tube(int(word) % (1 << 64), bits) for word in position))


def _tube(word: int, bits: int) -> str:
    return LETTERS[word % (1 << bits) - 1] + _tube(word >> bits, bits) if word else ""
