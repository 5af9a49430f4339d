"""The floor of a level as the search kernels read it: numbered cells, and what its walls alone decide about pushes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.search import floor_kernels, table_kernels
from generator.puzzles.sokoban.search.conflicts import no_conflicts
from generator.puzzles.sokoban.search.groups import no_groups
from generator.puzzles.sokoban.states.board_kernels import Board
from generator.puzzles.sokoban.states.reach import reachable

MOST_CELLS = 4_096
"""Floor cells of the largest level that is searched; the tables of distances grow with their square."""

Push = tuple[int, int]
"""The cell of a box, and the direction in which it is pushed: 0 up, 1 left, 2 right, 3 down."""

MOST_OF_SMALL = 60
"""The most cells of a small room on which a box may stand."""


@dataclass(frozen=True, slots=True)
class Room:
    """A level in the numbers of its floor cells, which are counted row by row.

    cells: int32 (n, 2) row and column of each. start, goal: int32 (k,) the cells of the boxes and of the goals,
    ascending. player: the player's cell. floor: what the kernels read.
    """

    cells: NDArray[np.int32]
    start: NDArray[np.int32]
    goal: NDArray[np.int32]
    player: int
    floor: floor_kernels.Floor

    @property
    def boxes(self) -> int:
        return len(self.start)


def room_of(level: Level) -> Room | None:
    """The room in which the player of a level moves, or None where boxes or goals beyond it make it unsolvable.

    Boxes that he can never reach and that stand on goals count as walls. Raises UnsupportedLevelError for a level
    that is too large.
    """
    parts = level.cells()
    inside = reachable(~parts.walls, parts.player)
    if (parts.boxes != parts.goals)[~inside].any():
        return None
    cells = np.argwhere(inside).astype(np.int32)
    if len(cells) > MOST_CELLS:
        raise UnsupportedLevelError(
            "the level has {cells:,} floor cells; the solver takes {most:,}", cells=len(cells), most=MOST_CELLS
        )
    number = np.full(inside.shape, -1, np.int16)
    number[inside] = np.arange(len(cells))
    start, goal = (number[mask & inside].astype(np.int32) for mask in (parts.boxes, parts.goals))
    player = int(number[parts.player])
    return Room(cells, start, goal, player, floor_of(number, start, goal, player))


def is_small(room: Room) -> bool:
    """Whether boxes may stand on so few cells that searches from the goals find most of what can be found soon."""
    return bool(room.floor.alive.sum() <= MOST_OF_SMALL)


def floor_of(
    number: NDArray[np.int16], start: NDArray[np.int32], goal: NDArray[np.int32], player: int
) -> floor_kernels.Floor:
    """The tables of a floor: `number` (height, width) numbers its cells and is -1 on walls, which surround it."""
    near = np.stack([np.roll(number, shift, axis)[number >= 0] for shift, axis in _TOWARDS], axis=1)
    zone = np.empty((len(near), len(near)), np.uint8)
    table_kernels.divide(near, np.ones(len(near), np.uint8), zone, np.empty(len(near), np.int16))
    return _with_distances(near, _board_of(number), zone, start, goal, player)


_TOWARDS = ((1, 0), (1, 1), (-1, 1), (-1, 0))
"""How a board is rolled so that every cell shows its neighbour up, left, right and down."""


def room_between(room: Room, start: NDArray[np.int32], player: int, goal: NDArray[np.int32]) -> Room:
    """The same walls with other boxes, player and goals."""
    before = room.floor
    floor = _with_distances(before.near, before.board, before.zone, start, goal, player)
    return Room(room.cells, start, goal, player, floor)


def _with_distances(
    near: NDArray[np.int16],
    board: Board,
    zone: NDArray[np.uint8],
    start: NDArray[np.int32],
    goal: NDArray[np.int32],
    player: int,
) -> floor_kernels.Floor:
    cells = len(near)
    ahead, behind = (np.empty((4 * cells, len(start)), np.int16) for _ in range(2))
    table_kernels.measure_pulls(goal, near, zone, ahead)
    table_kernels.measure_pushes(start, player, near, zone, behind)
    numbered = np.zeros(cells, np.int16)
    numbered[goal] = np.arange(len(goal)) + 1
    alive = np.asarray((ahead.reshape(cells, -1) < floor_kernels.UNREACHED).any(axis=1), np.uint8)
    keys = np.random.Generator(np.random.PCG64(0)).integers(2**64, size=(2, cells), dtype=np.uint64)
    groups = no_groups(cells)
    return floor_kernels.Floor(
        near,
        _with_goals(board, near, alive, goal),
        zone,
        ahead,
        behind,
        alive,
        numbered,
        keys,
        groups,
        groups,
        *[no_conflicts(cells)] * 2,
    )


def _board_of(number: NDArray[np.int16]) -> Board:
    """The board of a floor without goals: `number` (height, width) numbers its cells and is -1 on walls."""
    rows, columns = np.nonzero(number >= 0)
    inside = number[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    line = np.pad(inside, ((0, 0), (0, 1)), constant_values=-1).ravel()
    place = np.flatnonzero(line >= 0).astype(np.int32)
    cell = np.full(64 * ((len(line) + 63) // 64), -1, np.int16)
    cell[: len(line)] = line
    nothing = np.zeros(len(cell) // 64, np.uint64)
    board = Board(inside.shape[1] + 1, place, cell, nothing, nothing, nothing[None].repeat(4, 0), nothing[None])
    return board._replace(floor=bits_of(np.ones(len(place), np.bool_), board))


def _with_goals(board: Board, near: NDArray[np.int16], alive: NDArray[np.uint8], goal: NDArray[np.int32]) -> Board:
    """The board with what goals decide; near: int16 (n, 4). alive: uint8 (n,)."""
    leads = (near >= 0) & alive.astype(np.bool_)[near]
    between = (near >= 0) & (near >= 0)[:, ::-1]
    pushed = [bits_of(between[:, d] & leads[:, d], board) for d in range(4)]
    held = [bits_of(~(between[:, d] & (leads[:, d] | leads[:, 3 - d])), board) for d in range(2)]
    goals = np.zeros(len(near), np.bool_)
    goals[goal] = True
    return board._replace(goals=bits_of(goals, board), pushed=np.stack(pushed), held=np.stack(held))


def bits_of(chosen: NDArray[np.bool_], board: Board) -> Words:
    """The places of chosen cells, bool (n,), as bits."""
    places = np.zeros(len(board.cell), np.bool_)
    places[board.place[chosen]] = True
    return np.packbits(places, bitorder="little").view(np.uint64)
