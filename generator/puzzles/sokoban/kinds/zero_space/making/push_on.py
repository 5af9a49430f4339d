"""Type s: pushes every box along the outer wall on by one slot, as the thread's rule of generation says.

A ring box may pass on its place only to a wall that hangs on its own. That is why a corner cannot be passed with one
free wall alone. The wall in the corner hangs on the wall before it, which has a box of its own by then. No slide can
change that. Here the second free wall is fetched first: the left column's boxes give way to it, and are
pushed on by two slots each after the corner. The third corner needs no second wall, for the annex is there.
"""

import numpy as np

from generator.errors import GenerationError
from generator.puzzles.sokoban.kinds.zero_space import wander_kernels
from generator.puzzles.sokoban.kinds.zero_space.boards.geometry import annex_wall
from generator.puzzles.sokoban.kinds.zero_space.boards.layout import floor_of
from generator.puzzles.sokoban.kinds.zero_space.making.passage import Cell, random_start, slot_at
from generator.puzzles.sokoban.kinds.zero_space.trees import boxed_of
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.slides import tree_kernels
from generator.puzzles.sokoban.slides.tree_kernels import Ints

ROUNDS, SHORTEST, SEQUENCES = 12, 32, 32
"""To make way for a ring box, so many rounds of random slides are tried, each many sequences that begin at one tree.

The sequences of the first round are this short; they double with every second round.
"""

NEAR = (6, 9, 14, 100)
"""How far from the ring box the slides of successive rounds are, in cells; then again from the first."""

WALK, SHUFFLE, TRIALS = 1 << 20, 1 << 14, 4
"""Slides of the long walk that is tried next, and of the one after which all this is tried again, so often.

Measured: long walks alone are as quick, but at sizes up to 10 they leave solutions ten times as long.
"""


def ring_slides(size: int) -> list[list[Cell]]:
    """How the ring boxes are pushed on: the places of one box after another, in order."""
    end = 2 * size + 1
    top = [[(1, index), (1, index + 2)] for index in range(2 * size - 4, 0, -2)]
    fetch = [[(index, 1), (index + 2, 1)] for index in range(2 * size - 2, 2, -2)]
    left = [[(index, 1), (index - 2, 1), (index - 4, 1)] for index in range(6, end, 2)]
    bottom = [[(end, index), (end, index - 2)] for index in range(4, end, 2)]
    right = [[(index, end), (index + 2, end)] for index in range(2 * size - 2, 0, -2)]
    return top + fetch + left + bottom + right


ATTEMPTS = 10
"""How many starts are tried; small sizes need some (7 about one more in five levels)."""


def passage_of(size: int, seed: int, attempt: int, tree: int | None) -> tuple[int, Ints]:
    """A start, `tree` or a random one, and the slides that push its ring boxes on.

    Raises GenerationError after ATTEMPTS starts.
    """
    for trial in range(ATTEMPTS):
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, attempt, trial])))
        start = random_start(size, rng) if tree is None else tree
        slides = push_on(size, start, rng)
        if slides is not None:
            return start, slides
    raise GenerationError(
        "the boxes along the outer wall could not be moved in {attempts} attempts; take another seed, or "
        "--size 8 or more, where this is rare",
        attempts=ATTEMPTS,
    )


def push_on(size: int, start: int, rng: np.random.Generator) -> Ints | None:
    """Slides that lead from a start to a tree in which every ring box is one slot further clockwise.

    None where random slides did not make way for one of them.
    """
    scramble = Scramble(size, start, rng)
    ring = ((scramble.floor.cells == 1) | (scramble.floor.cells == 2 * size + 1)).any(axis=1)
    movable = ~ring & (scramble.floor.face >= 0)
    for places in ring_slides(size):
        slots = [slot_at(size, place) for place in places]
        if not scramble.make(np.minimum(slots[:-1], slots[1:]).astype(np.int32), movable):
            return None
    row, column = annex_wall(size)
    for place in ((row + 1, column), (row - 1, column)):
        slot = slot_at(size, place)
        displaced = scramble.boxed[slot] != start >> slot & 1
        if displaced and not scramble.make(np.array([slot - 1], np.int32), movable):
            return None
        movable[slot - 1] = False
    return np.concatenate(scramble.made)


class Scramble:
    """A tree that is being scrambled, and the slides that were made."""

    def __init__(self, size: int, start: int, rng: np.random.Generator) -> None:
        self.floor = floor_of("s", size)
        self.boxed = boxed_of(start, len(self.floor.cells))
        self.made: list[Ints] = []
        self._rng = rng
        self._parent, order = (np.empty(len(self.floor.corner), np.int32) for _ in range(2))
        tree_kernels.hang(self.boxed, self.floor, self._parent, order)

    def make(self, wanted: Ints, movable: Mask) -> bool:
        """Make the wanted slides, and before them random ones of `movable` (slots,) until they are legal."""
        distance = np.abs(self.floor.corner[self.floor.face] - self.floor.cells[wanted[0]]).max(axis=1)
        for _ in range(TRIALS):
            for number in range(ROUNDS):
                near = movable & (distance <= NEAR[number % len(NEAR)])
                length = SHORTEST << number // 2
                if self._try(wanted, self._draws(near, length * SEQUENCES), length):
                    return True
            if self._try(wanted, self._draws(movable, WALK), WALK):
                return True
            self._shuffle(movable)
        return False

    def _shuffle(self, movable: Mask) -> None:
        draws = self._draws(movable, SHUFFLE)
        slides = np.empty(len(draws), np.int32)
        made = wander_kernels.stroll(draws, slides, self.boxed, self.floor, self._parent)
        self.made.append(slides[:made])

    def _draws(self, movable: Mask, count: int) -> Ints:
        return self._rng.choice(np.flatnonzero(movable).astype(np.int32), size=count)

    def _try(self, wanted: Ints, draws: Ints, length: int) -> bool:
        slides = np.empty(length, np.int32)
        made = wander_kernels.make_way(wanted, draws, length, slides, self.boxed, self.floor, self._parent)
        if made < 0:
            return False
        wander_kernels.stroll(wanted, np.empty_like(wanted), self.boxed, self.floor, self._parent)
        self.made += [slides[:made], wanted]
        return True
