"""New levels: tubes filled at random, or pours undone from a solved level."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, Place, Places, Tubes
from generator.puzzles.watersort.pours import Move
from generator.puzzles.watersort.runs import buried, run_of
from generator.puzzles.watersort.variants import Pour

NOTHING: Mapping[Place, bool] = MappingProxyType({})
"""Nothing is kept hidden or seen."""


class Undone(NamedTuple):
    """A pour that led here: so many units went from one tube into another one."""

    move: Move
    units: int


def filled(colours: int, capacity: int, empty: int, rng: np.random.Generator) -> Tubes:
    """Full tubes of units in random order, and empty ones."""
    units = rng.permutation(list(LETTERS[:colours]) * capacity)
    full = ("".join(units[begin : begin + capacity]) for begin in range(0, colours * capacity, capacity))
    return (*full, *[""] * empty)


def hidden_in(tubes: Tubes, percent: int, rng: np.random.Generator, kept: Mapping[Place, bool] = NOTHING) -> Places:
    """Of the units below the runs on top so many in a hundred at random, but those that are kept hidden or seen."""
    below = ((place, height) for place, tube in enumerate(tubes) for height in range(buried(tube)))
    return frozenset(at for at in below if (kept[at] if at in kept else 100 * rng.random() < percent))


def shuffled_back(level: Level, steps: int, rng: np.random.Generator) -> tuple[Tubes, list[Move]]:
    """The tubes so many pours before a level, or as many as there are, and the pours from there to the level."""
    tubes, moves = level.tubes, []
    for _ in range(steps):
        choices = [*undoable(level, tubes)]
        if not choices:
            break
        undone = choices[rng.integers(len(choices))]
        tubes = before(tubes, undone)
        moves.append(undone.move)
    return tubes, moves[::-1]


def undoable(level: Level, tubes: Tubes) -> Iterator[Undone]:
    """All pours that may have led to these tubes; what they moved lay alone, or was a single ball."""
    for target, tube in enumerate(tubes):
        for units in range(1, 2 if level.pour is Pour.BALL else run_of(tube) + 1):
            rest = tube[:-units] if tube else ""
            if not tube or (rest and rest[-1] != tube[-1]):
                continue
            for source, other in enumerate(tubes):
                lay_alone = level.pour is Pour.BALL or other[-1:] != tube[-1]
                if source != target and lay_alone and len(other) + units <= level.capacity:
                    yield Undone(Move(source, target), units)


def before(tubes: Tubes, undone: Undone) -> Tubes:
    """The tubes before a pour."""
    (source, target), units = undone
    earlier = list(tubes)
    earlier[source] += earlier[target][-units:]
    earlier[target] = earlier[target][:-units]
    return tuple(earlier)
