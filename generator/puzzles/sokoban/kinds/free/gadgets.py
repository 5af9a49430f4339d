"""Gadgets: small parts of a room that make boxes or the player go twice. Operators insert, move and chain them.

A gadget that is inserted is one of a few drawings. What is moved or chained is the part of a room behind a door: a cell
without which the floor falls apart.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from generator.puzzles.sokoban.kinds.free.layouts import RoomPlan, beside, pick, resized
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.states.reach import reachable

GADGETS = {
    "gate": ("#-##", "--.#", "####"),
    "siding": ("#-#", "---", "#-#"),
    "turn": ("--#", "---", "#--"),
    "loop": ("---", "-#-", "---"),
    "door": ("-#-", "-.-", "-#-"),
    "two doors": ("-#-", ".--", "-#-"),
    "dead end": ("###", "#.-", "###"),
}
"""Drawings: wall, floor and goal.

gate: who comes from the left pushes a box in the doorway out of the way, and who comes from above cannot. siding: a box
waits in any arm while another one passes. turn: a box changes direction. loop: the player walks round to a box's other
side. door: a box on its goal divides the floor. two doors: a box in one doorway is pushed through the other. dead end:
who walks in has to come back.
"""

TRIES = 20
"""How often a place is looked for."""


def insert_gadget(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan | None:
    """Draw a gadget, turned at random, where it joins the floor; cells elsewhere are closed or opened in return."""
    walls, goals = plans[0]
    drawing = np.array([list(line) for line in [*GADGETS.values()][rng.integers(len(GADGETS))]])
    for _ in range(TRIES):
        piece = _turned(drawing, rng)
        place = _place(piece.shape, walls.shape, rng)
        if place is None or not (~walls | beside(~walls))[place][piece != "#"].any():
            continue
        after = RoomPlan(walls.copy(), goals.copy())
        after.walls[place], after.goals[place] = piece == "#", piece == "."
        fixed = np.zeros_like(walls)
        fixed[place] = piece != "#"
        return _of_as_many(plans[0], after, fixed, rng)
    return None


def move_gadget(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan | None:
    """Take the part behind a door off, and put it, turned at random, where it joins the floor that is left."""
    part = _part(plans[0], rng)
    if part is None:
        return None
    left = RoomPlan(plans[0].walls | part, plans[0].goals & ~part)
    return _joined(left, _cut_out(plans[0], part), rng)


def chain_gadgets(plans: Sequence[RoomPlan], rng: np.random.Generator) -> RoomPlan | None:
    """Put the part behind a door, turned at random, once more beside the floor; cells elsewhere are closed for it."""
    part = _part(plans[0], rng)
    if part is None:
        return None
    after = _joined(plans[0], _cut_out(plans[0], part), rng)
    if after is None:
        return None
    return _of_as_many(plans[0], after, part | (plans[0].walls & ~after.walls), rng)


def _part(plan: RoomPlan, rng: np.random.Generator) -> Mask | None:
    """A part of the floor behind a door, of two cells or more and not beyond half of it; None where there is none."""
    floor = ~plan.walls
    parts = [
        part
        for door in np.argwhere(floor)
        for part in _divided(floor, (int(door[0]), int(door[1])))
        if 2 <= part.sum() <= floor.sum() // 2
    ]
    return parts[rng.integers(len(parts))] if parts else None


def _divided(floor: Mask, door: tuple[int, int]) -> Iterator[Mask]:
    """The parts into which floor in one piece falls without one of its cells."""
    left = floor.copy()
    left[door] = False
    while left.any():
        row, column = divmod(int(left.argmax()), floor.shape[1])
        part = reachable(left, (row, column))
        left &= ~part
        yield part


def _cut_out(plan: RoomPlan, part: Mask) -> np.ndarray:
    """The drawing of some cells alone, no larger than they are."""
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.where(part, np.where(plan.goals, ".", "-"), "#")[window]


def _joined(plan: RoomPlan, piece: np.ndarray, rng: np.random.Generator) -> RoomPlan | None:
    """A plan with a piece beside its floor, none of which it covers; None where no place was found."""
    floor = ~plan.walls
    around = beside(floor)
    for _ in range(TRIES):
        turned = _turned(piece, rng)
        place, cells = _place(turned.shape, floor.shape, rng), turned != "#"
        if place is not None and not floor[place][cells].any() and around[place][cells].any():
            after = RoomPlan(plan.walls.copy(), plan.goals.copy())
            after.walls[place] &= ~cells
            after.goals[place] |= turned == "."
            return after
    return None


def _of_as_many(before: RoomPlan, after: RoomPlan, fixed: Mask, rng: np.random.Generator) -> RoomPlan | None:
    """A plan with as many cells as before in one piece, some of which stay; None where that cannot be."""
    start = pick(fixed, rng)
    if start is None:
        return None
    floor = reachable(~after.walls, start)
    kept = (after.goals | fixed) & floor
    floor_after = resized(floor, kept, int((~before.walls).sum()), rng)
    return None if floor_after is None else RoomPlan(~floor_after, after.goals & floor_after)


def _turned(piece: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A drawing turned, and mirrored every second time."""
    turned = np.rot90(piece, int(rng.integers(4)))
    return turned[:, ::-1] if rng.integers(2) else turned


def _place(size: tuple[int, ...], frame: tuple[int, ...], rng: np.random.Generator) -> tuple[slice, slice] | None:
    """A random window of a frame; None where the frame is smaller."""
    spare = [whole - part for whole, part in zip(frame, size, strict=True)]
    if min(spare) < 0:
        return None
    row, column = (int(rng.integers(places + 1)) for places in spare)
    return slice(row, row + size[0]), slice(column, column + size[1])
