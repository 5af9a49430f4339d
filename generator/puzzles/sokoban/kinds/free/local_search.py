"""Local search: a room is changed at random, again and again, for a deeper or a farther start."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.free import climb_kernels, search_kernels, sift_kernels
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.layouts import regrown
from generator.puzzles.sokoban.kinds.free.retrograde import Puller, Reached, kept
from generator.puzzles.sokoban.kinds.free.room import Room, floor_of, mask_of, words_of

WALL_SHARE = {"evolve": 3, "fixed": 0}
"""How many of five changes are of walls."""

LEAST_ROOMS = 40
"""How many rooms are searched at least: none of them is searched further than this part of the effort."""

WIDTH = 300
"""How many states of each layer are expanded where there are too many to see all."""

PATIENCE = 40
"""Layers without a state whose boxes are farther away, after which that search ends."""

State = tuple[NDArray[np.uint64], NDArray[np.uint64]]
"""Boxes and region."""


def climbed(genome: FreeGenome, puller: Puller) -> Room:
    """The deepest room that the effort of a genome finds, starting from its own.

    Rooms are compared by the depths that a part of the effort completes.
    """
    if not genome.effort:
        return genome.room
    floor, goals = (words_of(mask) for mask in genome.room.part())
    budget = min(genome.budget, max(genome.effort // LEAST_ROOMS, 1))
    search = puller.memory(budget, len(goals))
    scratch, state = floor_of(genome.room.walls), np.array([genome.seed], np.uint64)
    climb_kernels.climb(floor, goals, WALL_SHARE[genome.walls], genome.effort, scratch, search, state)
    height, width = genome.room.height, genome.room.width
    return Room.from_masks(~mask_of(floor, height, width), mask_of(goals, height, width))


def farthest(genome: FreeGenome, puller: Puller) -> tuple[Room, State]:
    """A room with a start whose boxes are far from the goals, where there are too many states for more.

    While the effort lasts, goals are set anew, and kept where that takes the boxes no less far.
    """
    room, rng = genome.room.cropped(), np.random.Generator(np.random.PCG64(genome.seed))
    found, best, spent = _far_state(room, genome.budget, puller)
    while spent < genome.effort:
        other = Room.from_masks(room.walls, regrown(~room.walls, room.goals, rng))
        state, score, nodes = _far_state(other, genome.budget, puller)
        spent += nodes
        if score >= best:
            room, found, best = other, state, score
    return room, found


def _far_state(room: Room, budget: int, puller: Puller) -> tuple[State, int, int]:
    """The farthest state, its score, and the states that were made on the way."""
    search, (number, last, _), score = _sift(room, budget, puller)
    state = search.boxes[number].copy(), search.region[number].copy()
    return state, int(score[number]), int(search.starts[last + 1])


def sift(room: Room, budget: int, puller: Puller) -> tuple[Reached, int]:
    """States whose boxes are far from the goals, and the number of the farthest.

    They are by the layers in which they were made, which bound their least pushes from above.
    """
    search, (number, last, size), _ = _sift(room, budget, puller)
    states = kept(search, budget, last, size)
    return Reached(room, budget, False, last, floor_of(room.walls), states), number


def _sift(
    room: Room, budget: int, puller: Puller
) -> tuple[search_kernels.StateSearch, tuple[int, int, int], NDArray[np.int32]]:
    """The memory of a search, the number of the farthest state, the last layer, the table's size, and all scores."""
    goals, score = words_of(room.goals), np.zeros(budget, np.int32)
    search = puller.memory(budget, len(goals))
    number, last, size = sift_kernels.sift(goals, WIDTH, PATIENCE, floor_of(room.walls), search, score)
    return search, (int(number), int(last), int(size)), score
