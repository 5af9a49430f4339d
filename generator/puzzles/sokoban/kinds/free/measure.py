"""What an objective may weigh about a level with walls anywhere: its choices, and the states around its goals."""

import numpy as np
from numpy.typing import NDArray

from generator.messages import Message
from generator.puzzles.sokoban.kinds.free import room_kernels, solution_kernels
from generator.puzzles.sokoban.kinds.free.placement import Placement
from generator.puzzles.sokoban.kinds.free.retrograde import Puller, Reached
from generator.puzzles.sokoban.kinds.free.room import floor_of, words_of
from generator.puzzles.sokoban.kinds.free.solver import reached_of, searchable
from generator.puzzles.sokoban.kinds.free.witness import RoomWitness
from generator.values import Metrics, Solution

_Found = dict[str, int | float | None]


def measure(known: RoomWitness, solution: Solution, puller: Puller) -> Metrics:
    """The metrics of a level that is not of a zero-space type; nothing where it is too large.

    - branching, branching_max: legal pushes to cells that are not dead, before each push of the solution
    - alive: the share of these that keep a shortest solution alive
    - component: the states from which the goals can be reached. Where it is known, the deepest of them is proven to be
      the deepest start with these walls and goals
    """
    if isinstance(known.placement, Message):
        return {}
    pushes = pushes_of(known.placement, solution.moves)
    if not len(pushes):
        return {}
    choices = _choices(known.placement, pushes)
    found: _Found = {"branching": float(choices.mean()), "branching_max": int(choices.max())}
    if solution.proven and searchable(known.placement.room, solution.budget):
        reached = reached_of(known, known.placement.room, solution.budget, puller)
        found |= _surroundings(known.placement, reached, pushes, int(choices.sum()))
    return found


def choices_by_pushes(known: RoomWitness, solution: Solution) -> Metrics:
    """The mean and the most of the pushes to choose from; nothing where a level is too large."""
    if isinstance(known.placement, Message) or not len(pushes := pushes_of(known.placement, solution.moves)):
        return {}
    choices = _choices(known.placement, pushes)
    return {"branching": float(choices.mean()), "branching_max": int(choices.max())}


def pushes_of(placement: Placement, moves: str) -> NDArray[np.int32]:
    """The pushes of a solution, each as 4 * cell of the box + step (0 up, 1 left, 2 right, 3 down)."""
    width = placement.room.width
    letters = np.frombuffer(moves.lower().encode("ascii"), np.uint8)
    steps = np.searchsorted(_SORTED, letters).astype(np.int32)
    cells = placement.player + np.cumsum(np.array([width, -1, 1, -width], np.int32)[steps])
    pushed = np.frombuffer(moves.encode("ascii"), np.uint8) < ord("a")
    pushes: NDArray[np.int32] = (4 * cells + _NUMBERS[steps])[pushed].astype(np.int32)
    return pushes


_SORTED = np.frombuffer(b"dlru", np.uint8)
_NUMBERS = np.array([3, 1, 2, 0], np.int32)


def _choices(placement: Placement, pushes: NDArray[np.int32]) -> NDArray[np.int32]:
    floor, alive = floor_of(placement.room.walls), np.empty_like(placement.boxes)
    room_kernels.mark_alive(words_of(placement.room.goals), floor, alive)
    choices = np.empty(len(pushes), np.int32)
    solution_kernels.count_choices(pushes, placement.player, placement.boxes.copy(), alive, floor, choices)
    return choices


def _surroundings(placement: Placement, reached: Reached, pushes: NDArray[np.int32], choices: int) -> _Found:
    found: _Found = {"component": reached.nodes if reached.complete else None}
    number = reached.find(placement.boxes, placement.player)
    if number is not None and reached.distance(number) == len(pushes):
        shortest = solution_kernels.count_shortest(pushes, number, reached.size, reached.floor, reached.search)
        found["alive"] = int(shortest) / choices
    return found
