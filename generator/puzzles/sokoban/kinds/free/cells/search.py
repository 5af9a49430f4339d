"""Rooms of a number of cells: how they are changed for a deeper start, and how far a level is from its goals."""

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.free.cells import climb_kernels, plan_kernels, sweep_kernels
from generator.puzzles.sokoban.kinds.free.cells.plan_kernels import FLOOR, GOAL, SIDE
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.limits import LARGEST_SIDE, MOST_CELLS
from generator.puzzles.sokoban.kinds.free.local_search import LEAST_ROOMS
from generator.puzzles.sokoban.kinds.free.placement import Placement
from generator.puzzles.sokoban.kinds.free.room import Room, mask_of, words_of

AIMS = {"moves": sweep_kernels.MOVES, "pushes": sweep_kernels.PUSHES}

MOST_SETS = 200_000
"""Sets of boxes that are searched for the least moves of a level: all of a room of 20 cells."""

_PLACES = SIDE * SIDE


def climbed_by_cells(genome: FreeGenome) -> Room:
    """The deepest room that the effort of a genome finds, starting from its own, which is cropped.

    It has numbers of cells and goals between the fewest and the most that the genome allows, and lies in its frame.
    """
    room = genome.room.cropped()
    if not genome.effort:
        return room
    plan = _plane_of(room)
    cells = genome.cells or (int((~room.walls).sum()),) * 2
    frame = genome.frame or (LARGEST_SIDE, LARGEST_SIDE)
    limits = np.array(
        [AIMS[genome.aim], *cells, *frame, min(genome.boxes), max(genome.boxes), genome.effort, genome.heat], np.int64
    )
    places = np.empty(_PLACES, np.int64)
    plans = climb_kernels.Plans(plan.copy(), plan.copy(), plan.copy(), places)
    climb_kernels.climb(plan, limits, plans, _table(), memory_for(_budget(genome)), np.array([genome.seed], np.uint64))
    plane = plan.reshape(SIDE, SIDE)[1:-1, 1:-1]
    return Room.from_masks(plane == plan_kernels.WALL, plane == GOAL).cropped()


def farthest_in_moves(genome: FreeGenome, room: Room) -> Placement | None:
    """The start with the most moves of a cropped room, the least of equals; None where no box can be pulled.

    Where the budget ends the search, it is a start of the last complete layer.
    """
    table, memory = read_table(room), memory_for(_budget(genome))
    goals = table.goals[0]
    depth = sweep_kernels.sweep(
        sweep_kernels.MOVES, sweep_kernels.BACKWARD, goals, table.floor[0] & ~goals, table, memory
    )[1]
    if not depth:
        return None
    layer = int(memory.facts[sweep_kernels.LAYER])
    boxes, cells = min(zip(memory.boxes[memory.layer[:layer]].tolist(), memory.words[:layer].tolist(), strict=True))
    return Placement(room, _words_in(room, boxes), int(np.flatnonzero(~room.walls)[_lowest(cells)]))


def least_moves(placement: Placement) -> int | None:
    """The least moves of a level; None for rooms of more than 64 cells, and where they are not found."""
    room = placement.room
    floor = np.flatnonzero(~room.walls)
    if len(floor) > MOST_CELLS:
        return None
    boxes = mask_of(placement.boxes, room.height, room.width)[~room.walls]
    player = int(np.searchsorted(floor, placement.player))
    word, memory = words_of(boxes)[0], memory_for(MOST_SETS)
    found = int(sweep_kernels.distance(sweep_kernels.MOVES, word, player, read_table(room), memory))
    return None if found < 0 else found


def _lowest(cells: int) -> int:
    return (cells & -cells).bit_length() - 1


def _words_in(room: Room, boxes: int) -> NDArray[np.uint64]:
    """A set of numbered cells as a set of places of the room's frame."""
    mask = np.zeros((room.height, room.width), np.bool_)
    floor = np.flatnonzero(~room.walls)
    mask.flat[[place for number, place in enumerate(floor.tolist()) if boxes >> number & 1]] = True
    return words_of(mask)


def _budget(genome: FreeGenome) -> int:
    """The sets of boxes of one search; none takes more than a small part of the effort."""
    return min(genome.budget, max(genome.effort // LEAST_ROOMS, 1)) if genome.effort else genome.budget


def _plane_of(room: Room) -> NDArray[np.int8]:
    """A room in the middle of the plane."""
    plane = np.full((SIDE, SIDE), plan_kernels.WALL, np.int8)
    top, left = (SIDE - room.height) // 2, (SIDE - room.width) // 2
    plane[top : top + room.height, left : left + room.width] = np.where(
        room.walls, plan_kernels.WALL, np.where(room.goals, GOAL, FLOOR)
    )
    return plane.reshape(-1)


def read_table(room: Room) -> plan_kernels.Table:
    """A room as the kernels read it."""
    table = _table()
    plan_kernels.read_plan(_plane_of(room), table)
    return table


def _table() -> plan_kernels.Table:
    return plan_kernels.Table(
        number=np.empty(_PLACES, np.int64),
        place=np.empty(MOST_CELLS, np.int64),
        near=np.empty((MOST_CELLS, 4), np.int64),
        beside=np.empty(MOST_CELLS, np.uint64),
        goals=np.zeros(1, np.uint64),
        floor=np.zeros(1, np.uint64),
        cells=np.zeros(1, np.int64),
    )


def memory_for(budget: int) -> sweep_kernels.Memory:
    """Work space for so many sets of boxes."""
    budget += 1  # The first entry always has its place.
    words = [np.empty(budget, np.uint64) for _ in range(5)]
    size = max(sweep_kernels.FIRST_TABLE, 1 << (2 * budget - 1).bit_length())
    return sweep_kernels.Memory(
        boxes=words[0],
        seen=words[1],
        grown=words[2],
        around=words[3],
        slots=np.empty(size, np.int32),
        layer=np.empty(budget, np.int32),
        next=np.empty(budget, np.int32),
        words=words[4],
        facts=np.zeros(5, np.int64),
    )
