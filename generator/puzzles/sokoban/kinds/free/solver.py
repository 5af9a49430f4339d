"""Least pushes of small levels with proof, and the deepest start of a room."""

from dataclasses import replace
from math import comb

import numpy as np
from numpy.typing import NDArray

from generator.errors import GenerationError, UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.free import solution_kernels
from generator.puzzles.sokoban.kinds.free.cells.search import climbed_by_cells, farthest_in_moves
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.puzzles.sokoban.kinds.free.local_search import climbed, farthest, sift
from generator.puzzles.sokoban.kinds.free.placement import Placement, level_at, level_of, without_pockets
from generator.puzzles.sokoban.kinds.free.retrograde import Puller, Reached
from generator.puzzles.sokoban.kinds.free.room import Room, words_of
from generator.puzzles.sokoban.kinds.free.witness import RoomWitness, witness_of
from generator.puzzles.sokoban.level import Level
from generator.values import Made, Solution, SolveStatus

BEAM = 128
"""How many ways are kept at each depth while a solution with few moves is looked for."""

WAYS = 1000
"""In how many ways the boxes of a room may stand for each state of the budget."""

_STEPS = np.frombuffer(b"ulrdULRD", np.uint8)

_STUCK = Message("no box can be pulled away from the goals of this room within the budget")

_NO_WAY = Message("every state from which the goals can be reached was searched, and the start is not among them")


def deepest_level(genome: FreeGenome, puller: Puller) -> Made[Level]:
    """The level of a room with the deepest start that the budget finds.

    That is the deepest state, or in a room with too many states one whose boxes are far from the goals.
    Raises GenerationError where no box can be pulled.
    """
    if genome.aim == "moves":
        return _level_in_moves(genome)
    if genome.aim or searchable(genome.room.cropped(), genome.budget):
        room = climbed_by_cells(genome) if genome.aim else climbed(genome, puller).cropped()
        reached = puller.reached(room, genome.budget)
        if reached.depth < 0:
            raise GenerationError(_STUCK)
        number = reached.deepest
        level = _level_at(genome, room, reached.search.boxes[number], reached.search.region[number])
        return Made(level, replace(witness_of(level), reached=reached))
    room, (boxes, region) = farthest(genome, puller)
    level = _level_at(genome, room, boxes, region)
    pulled = Placement(room, boxes, _player_in(room, level))
    return Made(level, replace(witness_of(level), pulled=pulled, budget=genome.budget))


def _level_in_moves(genome: FreeGenome) -> Made[Level]:
    placement = farthest_in_moves(genome, climbed_by_cells(genome))
    if placement is None:
        raise GenerationError(_STUCK)
    level = level_at(placement)
    return Made(level, witness_of(level))


def known_solution(known: RoomWitness, puller: Puller) -> str:
    """The way on which boxes were pulled far away, undone; empty where a level came from a search of all states."""
    if known.pulled is None:
        return ""
    sifted, number = sift(known.pulled.room, known.budget, puller)
    return _moves(sifted, known.pulled, number, sifted.distance(number))


def _level_at(genome: FreeGenome, room: Room, boxes: NDArray[np.uint64], region: NDArray[np.uint64]) -> Level:
    if np.array_equal(boxes, words_of(room.goals)):
        raise GenerationError(_STUCK)
    placement = Placement(room, boxes, first_cell(region))
    return level_of(placement if genome.walls == "fixed" else without_pockets(placement))


def _player_in(room: Room, level: Level) -> int:
    """The cell of the player of a level in the room that it came from, which may have more rows and columns."""
    row, column = level.player + np.argwhere(room.goals)[0] - np.argwhere(level.cells().goals)[0]
    return int(row) * room.width + int(column)


def first_cell(region: NDArray[np.uint64]) -> int:
    """The least cell of a set."""
    word = int(np.flatnonzero(region)[0])
    return 64 * word + (int(region[word]) & -int(region[word])).bit_length() - 1


def solve(level: Level, known: RoomWitness, budget: int, puller: Puller) -> Solution:
    """Solve by searching all states around the goals, at most `budget` of them.

    Raises UnsupportedLevelError for a level that is too large for that, or solved already.
    """
    placement = known.searched()
    if not searchable(placement.room, budget):
        raise UnsupportedLevelError("its boxes can stand in too many ways for a search of all states")
    if not level.boxes_off_goal:
        raise UnsupportedLevelError("every box is already on a goal; a level that needs no push cannot be ranked")
    reached = reached_of(known, placement.room, budget, puller)
    number = reached.find(placement.boxes, placement.player)
    if number is None and reached.complete:
        return Solution(SolveStatus.UNSOLVABLE, 0, None, "", reached.nodes, budget, _NO_WAY)
    if number is None:
        raise UnsupportedLevelError(
            "its start is not within {depth} pushes, which is as far as {budget} states reach",
            depth=reached.depth,
            budget=budget,
        )
    depth = reached.distance(number)
    moves = _moves(reached, placement, number, depth)
    witness = replace(known, reached=reached)
    return Solution(SolveStatus.SOLVED, depth, depth, moves, reached.nodes, budget, witness=witness)


def searchable(room: Room, budget: int) -> bool:
    """Whether a search of all states may end: it reaches a small part of the ways in which boxes can stand."""
    return comb(int((~room.walls).sum()), room.boxes) <= WAYS * budget


def reached_of(known: RoomWitness, room: Room, budget: int, puller: Puller) -> Reached:
    """The states around the goals of a room; those that are known, if they are as many."""
    if known.reached is not None and known.reached.answers(room, budget):
        return known.reached
    return puller.reached(room, budget)


def _moves(reached: Reached, placement: Placement, number: int, depth: int) -> str:
    beam = solution_kernels.Beam(
        state=np.empty((depth + 1, BEAM), np.int32),
        moves=np.empty((depth + 1, BEAM), np.int32),
        parent=np.empty((depth + 1, BEAM), np.int32),
        push=np.empty((depth + 1, BEAM), np.int32),
        player=np.empty((depth + 1, BEAM), np.int16),
        used=np.empty(depth + 1, np.int32),
    )
    place = solution_kernels.few_moves(number, placement.player, reached.size, reached.floor, reached.search, beam)
    letters = np.empty(int(beam.moves[depth, place]), np.uint8)
    pushes = np.empty(depth, np.int32)
    for made in range(depth, 0, -1):
        pushes[made - 1] = beam.push[made, place]
        place = beam.parent[made, place]
    solution_kernels.write_moves(pushes, placement.player, placement.boxes.copy(), reached.floor, letters)
    return _STEPS[letters].tobytes().decode("ascii")
