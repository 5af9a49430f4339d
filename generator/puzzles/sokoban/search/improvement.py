"""Searches for a solution better than a known one: among all states, or among those near its own.

The known solution is an upper bound from the start, so states that lead to none better are not kept. The states near
its own are a small part of all, but they hold most of what makes a solution better: a box pushed earlier, by another
way, to another goal or first aside. They are like the vicinities of the optimiser in Matthias Meger's JSoko, but there
boxes are displaced by a few cells, and here by any number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.search import bound_kernels, move_kernels, node_kernels, push_kernels
from generator.puzzles.sokoban.search.exact_attempt import Enter, Entered
from generator.puzzles.sokoban.search.floor import Push, Room
from generator.puzzles.sokoban.search.memory import vicinity_of
from generator.puzzles.sokoban.search.question import Answer, Search, remaining
from generator.puzzles.sokoban.search.solver import entered, entered_by_moves, searched
from generator.puzzles.sokoban.search.walks import moves_of
from generator.values import SolveStatus

LEAST_GAIN = 2
"""The pushes of all solutions have the same parity."""

_FAR = 8
"""Far fewer pushes than known are an eighth fewer. If there is no such solution, that is soon known."""

_AGAIN = 2
"""So many times the pushes that were gained last may be gained again."""

Clock = Callable[[], float]


def fewer_pushes(room: Room, known: int, search: Search, clock: Clock = monotonic) -> Answer:
    """Search for a solution with fewer pushes than are known to suffice; `solved` without one proves that none has."""
    return searched(push_kernels.search, partial(_entered_below, known, entered), room, search, clock)


def fewer_pushes_nearby(
    room: Room, known: Sequence[Push], apart: int, search: Search, clock: Clock = monotonic, gain: int | None = None
) -> Answer:
    """Search for any solution with fewer pushes than a known one, near its states.

    At first it must have `gain` fewer, or far fewer. In each state at most `apart` boxes are elsewhere than in some
    state of the known solution. `solved` without a solution proves that there is none.
    """
    begun = clock()
    # Near a way patterns, and the tables of groups, made anew for each search, cost more than they save.
    search = replace(search, prunings=search.prunings & ~bound_kernels.GROUPS & ~bound_kernels.PATTERNS)
    states, far = _states(room, known), max(LEAST_GAIN, len(known) // _FAR)
    gain = far if gain is None else min(gain, far)
    while True:
        enter = partial(_entered_near, states, apart, max(1, len(known) - gain + 1), _entered_eagerly)
        found = searched(push_kernels.search_eagerly, enter, room, remaining(search, begun, clock), clock)
        if found.upper is not None or gain == LEAST_GAIN:
            return found
        gain = max(LEAST_GAIN, gain // 2) if found.status is SolveStatus.SOLVED else LEAST_GAIN


@dataclass(slots=True)
class FewerPushesNearby:
    """Searches near one solution after another, each of which the last search has found.

    Where little was gained near the last one, nothing much better is looked for near this one: mostly the same states
    are near both.
    """

    gained: int | None = None

    def __call__(self, room: Room, known: Sequence[Push], apart: int, search: Search, clock: Clock) -> Answer:
        gain = None if self.gained is None or apart > 1 else _AGAIN * self.gained
        found = fewer_pushes_nearby(room, known, apart, search, clock, gain)
        if found.upper is not None:
            self.gained = len(known) - found.upper
        return found


def fewer_moves_nearby(
    room: Room, known: Sequence[Push], apart: int, search: Search, clock: Clock = monotonic
) -> Answer:
    """As `fewer_pushes_nearby`, for moves."""
    states, moves = _states(room, known), len(moves_of(room, known))
    enter = partial(_entered_near, states, apart, moves, entered_by_moves)
    return searched(move_kernels.step, enter, room, search, clock)


def _entered_eagerly(room: Room, search: Search) -> Entered | None:
    """The memory of an eager search before its first step."""
    begun = entered(room, replace(search, both_ends=False))
    return None if begun is None else (begun[0]._replace(orders=begun[0].orders._replace(eager=True)), begun[1])


def _entered_below(known: int, enter: Enter, room: Room, search: Search) -> Entered | None:
    """The memory of a search for less than is known, before its first step."""
    begun = enter(room, search)
    if begun is not None:
        begun[0].bounds[node_kernels.UPPER] = known
    return begun


def _entered_near(
    way: NDArray[np.int32], apart: int, known: int, enter: Enter, room: Room, search: Search
) -> Entered | None:
    """The memory of a search for less than is known, among the states near a way alone, int32 (states, w)."""
    begun = _entered_below(known, enter, room, search)
    return None if begun is None else (begun[0]._replace(vicinity=vicinity_of(way, apart)), begun[1])


def _states(room: Room, pushes: Sequence[Push]) -> NDArray[np.int32]:
    """The boxes before the first push and after each, int32 (pushes + 1, w), 32 cells each."""
    cells = np.zeros((len(pushes) + 1, 32 * ((len(room.cells) + 31) // 32)), np.bool_)
    cells[:, room.start] = True
    for step, (cell, direction) in enumerate(pushes, 1):
        cells[step:, cell] = False
        cells[step:, room.floor.near[cell, direction]] = True
    return np.packbits(cells, axis=1, bitorder="little").view("<i4").astype(np.int32)
