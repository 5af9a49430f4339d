"""Mutation operators on rooms: each makes a child's walls and goals from its parents' and a random stream."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from generator.puzzles.sokoban.kinds.free.gadgets import chain_gadgets, insert_gadget, move_gadget
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome, child_genome, new_genome
from generator.puzzles.sokoban.kinds.free.layouts import (
    RoomPlan,
    beside,
    grown,
    pick,
    random_cells,
    random_goals,
    random_room,
    regrown,
    resized,
)
from generator.puzzles.sokoban.kinds.free.limits import LARGEST_SIDE, SPARE
from generator.puzzles.sokoban.kinds.free.placement import placement_of
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.notation.xsb import written_level
from generator.puzzles.sokoban.states.reach import reachable
from generator.values import SEEDS, Genome, Space, Specimen

MARGIN = 2
"""Rows and columns beside the cells of a room, into which they may grow."""

LARGEST_PIECE = 5
"""Most rows and columns of a piece that is put elsewhere."""

AGAIN = 0.4
"""How likely an operator that changes one cell changes another one too."""


Operator = Callable[[Sequence[RoomPlan], np.random.Generator], RoomPlan | None]


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """Random walls and goals; where the space has seeds, the walls of one of them and random goals."""
    boxes = int(rng.choice(space["boxes"]))
    if space.get(SEEDS):
        seed = space[SEEDS][rng.integers(len(space[SEEDS]))]
        walls = FreeGenome.from_json(seed).room.walls
        if "cells" in space:
            return new_genome(space, _room_around(walls, boxes, space, rng), rng)
        return new_genome(space, Room.from_masks(walls, random_goals(~walls, boxes, rng)), rng)
    if "cells" in space:
        return new_genome(space, random_cells(space["cells"], boxes, rng, _widest(space)), rng)
    while True:
        room = random_room(int(rng.choice(space["rows"])), int(rng.choice(space["cols"])), boxes, rng)
        if room is not None:
            return new_genome(space, room, rng)


def _widest(space: Space) -> tuple[int, int]:
    """The rows and columns in which the rooms of a space lie."""
    return max(space.get("rows", [LARGEST_SIDE])), max(space.get("cols", [LARGEST_SIDE]))


def _room_around(walls: Mask, boxes: int, space: Space, rng: np.random.Generator) -> Room:
    """A seed with random goals and cells added until there are so many; another room where it has no place for them."""
    margins = [(0, min(MARGIN, most - side)) for side, most in zip(walls.shape, _widest(space), strict=True)]
    frame = np.pad(~walls, margins)
    floor = resized(frame, np.zeros_like(frame), space["cells"], rng)
    if floor is None:
        return random_cells(space["cells"], boxes, rng, _widest(space))
    return Room.from_masks(~floor, random_goals(floor, boxes, rng))


def operators(space: Space) -> Mapping[str, int]:
    """Those that change what the space leaves free: walls, and the number of boxes."""
    free = {
        **({} if space["walls"] == "fixed" else _ON_WALLS),
        **_ON_GOALS,
        **(_ON_CELLS if "aim" in space else {}),
        **(_ON_COUNTS if len(space["boxes"]) > 1 else {}),
    }
    return {name: OPERATORS[name] for name in free}


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply."""
    rooms = [placement_of(written_level(parent.text)).room for parent in parents]
    plans = [plan for room in rooms if (plan := _plan(room, _frame(rooms, space), space, rng)) is not None]
    if len(plans) < len(parents):
        return None
    before = Room.from_masks(*plans[0])
    child = _OPERATORS[operator](plans, rng)
    room = None if child is None else _settled(child, space, rng)
    return None if room is None or room == before else child_genome(space, room, rng)


def _frame(rooms: Sequence[Room], space: Space) -> tuple[int, int]:
    """The rows and columns in which the walls of parents evolve: all that are allowed, or a margin around cells."""
    if "cells" not in space:
        return _widest(space)
    height, width = max(room.height for room in rooms), max(room.width for room in rooms)
    rows, cols = _widest(space)
    return min(height + MARGIN, rows), min(width + MARGIN, cols)


def _plan(room: Room, frame: tuple[int, int], space: Space, rng: np.random.Generator) -> RoomPlan | None:
    """A parent's room; where walls evolve, at a random place in a frame."""
    if space["walls"] == "fixed":
        return RoomPlan(room.walls, room.goals)
    height, width = frame
    if room.height > height or room.width > width:
        return None
    row, column = (int(rng.integers(spare + 1)) for spare in (height - room.height, width - room.width))
    walls, goals = np.ones((height, width), np.bool_), np.zeros((height, width), np.bool_)
    walls[row : row + room.height, column : column + room.width] = room.walls
    goals[row : row + room.height, column : column + room.width] = room.goals
    return RoomPlan(walls, goals)


def _settled(plan: RoomPlan, space: Space, rng: np.random.Generator) -> Room | None:
    """A child that is a room of the space: its goals in one part of the floor, and a number of them that is allowed."""
    walls, goals = plan.walls, plan.goals & ~plan.walls
    first = pick(goals, rng)
    if first is None:
        return None
    floor = reachable(~walls, first)
    goals &= floor
    boxes = min(space["boxes"], key=lambda boxes: abs(boxes - int(goals.sum())))
    if floor.sum() < boxes + SPARE and "cells" not in space:
        return None
    while goals.sum() > boxes:
        goals[pick(goals, rng)] = False
    if "cells" in space:
        resize = resized(floor, goals, space["cells"], rng)
        if resize is None:
            return None
        floor = resize
    goals = grown(floor, goals, boxes, rng)
    return Room.from_masks(walls if space["walls"] == "fixed" else ~floor, goals)


def _add_wall(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls, goals = plans[0]
    for _ in range(_times(rng)):
        cell = pick(~walls & ~goals, rng)
        if cell is not None:
            walls[cell] = True
    return plans[0]


def _remove_wall(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls = plans[0].walls
    for _ in range(_times(rng)):
        cell = pick(walls & beside(~walls), rng)
        if cell is not None:
            walls[cell] = False
    return plans[0]


def _move_wall(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    return _add_wall([_remove_wall(plans, rng)], rng)


def _slide_wall(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan | None:
    walls, goals = plans[0]
    for _ in range(_times(rng)):
        cell = pick(walls & beside(~walls & ~goals), rng)
        if cell is not None:
            walls[_neighbour(cell, ~walls & ~goals, rng)] = True
            walls[cell] = False
    return plans[0]


def _stretch(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    """Double a row or a column; what is pushed out at an end of the frame is lost."""
    axis, length = _axis(plans[0], rng)
    line = int(rng.integers(length))
    lines = [*range(line + 1), *range(line, length)]
    return _with_lines(plans[0], axis, lines[1:] if _is_wall(plans[0], axis, 0) or rng.random() < 0.5 else lines[:-1])


def _shrink(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    """Take out a row or a column, which closes up."""
    axis, length = _axis(plans[0], rng)
    line = int(rng.integers(length))
    child = _with_lines(plans[0], axis, [*range(line), *range(line + 1, length), line])
    np.moveaxis(child.walls, axis, 0)[-1] = True
    return child


def _mirror(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    """Mirror a window, or turn it upside down."""
    height, width = plans[0].walls.shape
    rows, columns = _window(height, width, rng)
    steps = [(-1, 1), (1, -1), (-1, -1)][rng.integers(3)]
    for cells in plans[0]:
        cells[rows, columns] = cells[rows, columns][:: steps[0], :: steps[1]].copy()
    return plans[0]


def _cross(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    """A window of the other parent, in its place."""
    height, width = plans[0].walls.shape
    rows, columns = _window(height, width, rng)
    for cells, others in zip(*plans, strict=True):
        cells[rows, columns] = others[rows, columns]
    return plans[0]


def _graft(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    """A piece of the other parent, turned at random, anywhere: a narrow place or a door comes once more."""
    height, width = plans[0].walls.shape
    rows, columns = (int(rng.integers(2, 1 + min(LARGEST_PIECE, height, width))) for _ in range(2))
    top, left = int(rng.integers(height - rows + 1)), int(rng.integers(width - columns + 1))
    turns, flips = int(rng.integers(4)), bool(rng.integers(2))
    pieces = [np.rot90(cells[top : top + rows, left : left + columns], turns) for cells in plans[1]]
    rows, columns = pieces[0].shape
    top, left = int(rng.integers(height - rows + 1)), int(rng.integers(width - columns + 1))
    for cells, piece in zip(plans[0], pieces, strict=True):
        cells[top : top + rows, left : left + columns] = piece[:, ::-1] if flips else piece
    return plans[0]


def _move_goal(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls, goals = plans[0]
    for _ in range(_times(rng)):
        goals[pick(goals, rng)] = False
        goals[pick(~walls & ~goals, rng)] = True
    return plans[0]


def _slide_goal(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls, goals = plans[0]
    for _ in range(_times(rng)):
        cell = pick(goals & beside(~walls & ~goals), rng)
        if cell is not None:
            goals[_neighbour(cell, ~walls & ~goals, rng)] = True
            goals[cell] = False
    return plans[0]


def _gather_goals(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls, goals = plans[0]
    return RoomPlan(walls, regrown(~walls, goals, rng))


def _new_goals(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    walls, goals = plans[0]
    return RoomPlan(walls, random_goals(~walls, int(goals.sum()), rng))


def _add_box(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan | None:
    walls, goals = plans[0]
    cell = pick(~walls & ~goals, rng)
    if cell is None:
        return None
    goals[cell] = True
    return plans[0]


def _remove_box(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan:
    goals = plans[0].goals
    goals[pick(goals, rng)] = False
    return plans[0]


def _times(rng: np.random.Generator) -> int:
    return int(rng.geometric(1 - AGAIN))


def _neighbour(cell: tuple[int, int], cells: Mask, rng: np.random.Generator) -> tuple[int, int]:
    """A cell of a mask that is a step away from another; there is one."""
    here = np.zeros_like(cells)
    here[cell] = True
    found = pick(beside(here) & cells, rng)
    assert found is not None
    return found


def _axis(plan: RoomPlan, rng: np.random.Generator) -> tuple[int, int]:
    axis = int(rng.integers(2))
    return axis, plan.walls.shape[axis]


def _with_lines(plan: RoomPlan, axis: int, lines: Sequence[int]) -> RoomPlan:
    return RoomPlan(plan.walls.take(lines, axis), plan.goals.take(lines, axis))


def _is_wall(plan: RoomPlan, axis: int, line: int) -> bool:
    return bool(plan.walls.take(line, axis).all())


def _window(height: int, width: int, rng: np.random.Generator) -> tuple[slice, slice]:
    top, bottom = sorted(rng.choice(height + 1, size=2, replace=False).tolist())
    left, right = sorted(rng.choice(width + 1, size=2, replace=False).tolist())
    return slice(top, bottom), slice(left, right)


_ON_WALLS: dict[str, Operator] = {
    "add_wall": _add_wall,
    "remove_wall": _remove_wall,
    "move_wall": _move_wall,
    "slide_wall": _slide_wall,
    "stretch": _stretch,
    "shrink": _shrink,
    "mirror": _mirror,
    "cross_window": _cross,
}

_ON_GOALS: dict[str, Operator] = {
    "move_goal": _move_goal,
    "slide_goal": _slide_goal,
    "gather_goals": _gather_goals,
    "new_goals": _new_goals,
}

_ON_COUNTS: dict[str, Operator] = {"add_box": _add_box, "remove_box": _remove_box}

_ON_CELLS: dict[str, Operator] = {
    "graft_piece": _graft,
    "insert_gadget": insert_gadget,
    "move_gadget": move_gadget,
    "chain_gadgets": chain_gadgets,
}

_OPERATORS = {**_ON_WALLS, **_ON_GOALS, **_ON_COUNTS, **_ON_CELLS}

OPERATORS: Mapping[str, int] = {name: 2 if name in ("cross_window", "graft_piece") else 1 for name in _OPERATORS}
