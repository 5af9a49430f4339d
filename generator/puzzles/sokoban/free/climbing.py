"""Local search: a room is changed at random, again and again, for a deeper start."""

import numpy as np

from generator.puzzles.sokoban.free import pull_kernels as kernels
from generator.puzzles.sokoban.free.genome import FreeGenome
from generator.puzzles.sokoban.free.retrograde import puller
from generator.puzzles.sokoban.free.room import Room, floor_of, mask_of, words_of

WALL_SHARE = {"evolve": 3, "fixed": 0}
"""How many of five changes are of walls."""

LEAST_ROOMS = 4
"""How many rooms are searched at least: none of them is searched further than this part of the effort."""


def climbed(genome: FreeGenome) -> Room:
    """The deepest room that the effort of a genome finds, starting from its own.

    Rooms are compared by the depths that a part of the effort completes.
    """
    if not genome.effort:
        return genome.room
    floor, goals = (words_of(mask) for mask in genome.room.part())
    budget = min(genome.budget, max(genome.effort // LEAST_ROOMS, 1))
    search = puller().memory(budget, len(goals))
    scratch, state = floor_of(genome.room.walls), np.array([genome.seed], np.uint64)
    kernels.climb(floor, goals, WALL_SHARE[genome.walls], genome.effort, scratch, search, state)
    height, width = genome.room.height, genome.room.width
    return Room.from_masks(~mask_of(floor, height, width), mask_of(goals, height, width))
