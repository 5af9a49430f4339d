"""Random positions, and levels that were published."""

import numpy as np

from generator.puzzles.orimaze.level import Position, position_of

LONGEST_5X5 = "VVVVH\nHVVHH\nVHHV.\nVVHHV\nVHHHV"
"""Tromp and Cilibrasi's longest of 5 x 5, in 199 moves."""


def positions(height: int, width: int, count: int) -> list[Position]:
    """So many random positions of a size, always the same."""
    rng = np.random.Generator(np.random.PCG64(7))
    found = []
    for _ in range(count):
        letters = [*rng.choice(["H", "V"], size=height * width)]
        letters[rng.integers(len(letters))] = "."
        found.append(position_of("".join(letters), width))
    return found
