"""Rooms of a number of cells, changed at random for a deeper start, by simulated annealing."""

from typing import NamedTuple

from generator.bit_kernels import Int, Words, bit
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kinds.free.cells.change_kernels import (
    change_goals,
    close_one,
    count_goals,
    fit,
    fits_into,
    move_goal,
    move_lines,
    open_one,
    places_of,
    shift_part,
    slide_cell,
)
from generator.puzzles.sokoban.kinds.free.cells.plan_kernels import (
    FLOOR,
    GOAL,
    SIDE,
    Longs,
    Plane,
    Table,
    is_joined,
    read_plan,
)
from generator.puzzles.sokoban.kinds.free.cells.sweep_kernels import SPENT, Memory, deepen
from generator.puzzles.sokoban.kinds.free.random_kernels import halvings, random

CHANGE = 20
"""What changing a room costs beside searching it, in steps."""

SELDOM = 4
"""One of so many rooms that are no less deep has its goals replaced by those that are farthest from its start."""

ROUNDS = 3
"""How often that is tried at most."""

OPEN_ONLY, CLOSE_ONLY = 1, 2
"""Ways of three to exchange a cell where the number of cells is free."""

NOT_SEARCHED = -1
"""Less than the depth of any room."""

AIM, LEAST_CELLS, MOST_CELLS, ROWS, COLS, FEWEST, MOST, EFFORT, HEAT = range(9)
"""What `limits` holds: the aim, the least and most cells of the room, the rows and columns in which they lie, the
fewest and most goals, the steps of all searches, and how much depth a change may cost at first to be kept every second
time."""


class Plans(NamedTuple):
    """Work space, all arrays modified: planes of int8 (SIDE * SIDE,), and int64 (SIDE * SIDE,) the cells of one."""

    now: Plane
    best: Plane
    other: Plane
    places: Longs


@kernel
def _change(plan: Plane, limits: Longs, plans: Plans, state: Words) -> bool:
    """Change a room once; False where it has no room for that.

    plan: int8 (n,), modified. limits: int64 (9,). state: uint64 (1,), modified.
    """
    places, count = plans.places, places_of(plan, plans.places)
    if count < 2:
        return False
    kind = random(20, state)
    if kind < 6:
        slide_cell(plan, places, count, state)
    elif kind < 9:
        return _exchange(plan, limits, places, count, state)
    elif kind < 14:
        move_goal(plan, places, count, state)
    elif kind < 17:
        goals, wanted = count_goals(plan), limits[FEWEST] + random(limits[MOST] - limits[FEWEST] + 1, state)
        change_goals(plan, min(max(wanted, goals - 1), goals + 1), places, count, state)
    else:
        place, across = places[random(count, state)], 1 if random(2, state) else SIDE
        line, step = place // SIDE if across == 1 else place % SIDE, 1 if random(2, state) else -1
        if kind == 17:
            return shift_part(plan, line, step, across, plans.other)
        return move_lines(plan, line, step, across, plans.other)
    return True


@kernel
def _exchange(plan: Plane, limits: Longs, places: Longs, count: Int, state: Words) -> bool:
    """Close a cell and open another; where their number is free, often only one of both.

    plan: int8 (n,), modified. limits: int64 (9,). places: int64 (n,). state: uint64 (1,), modified.
    """
    ways = random(3, state) if limits[LEAST_CELLS] < limits[MOST_CELLS] else 0
    if ways == OPEN_ONLY:
        return open_one(plan, places, count, state)
    if close_one(plan, places, count, state) < 0 or ways == CLOSE_ONLY:
        return True
    return open_one(plan, places, places_of(plan, places), state)


@kernel
def _settle(plan: Plane, limits: Longs, plans: Plans, table: Table, state: Words) -> bool:
    """Give a room numbers of cells and goals that the limits allow; False where it is not joined or too large.

    plan: int8 (n,), modified. limits: int64 (9,). state: uint64 (1,), modified.
    """
    count = places_of(plan, plans.places)
    cells = min(max(count, limits[LEAST_CELLS]), limits[MOST_CELLS])
    if not count or not fit(plan, cells, plans.places, state):
        return False
    if not fits_into(limits[ROWS], limits[COLS], plans.places, cells):
        return False
    wanted = min(max(count_goals(plan), limits[FEWEST]), limits[MOST])
    change_goals(plan, wanted, plans.places, cells, state)
    read_plan(plan, table)
    return count_goals(plan) == wanted and is_joined(table)


@kernel
def climb(plan: Plane, limits: Longs, plans: Plans, table: Table, memory: Memory, state: Words) -> Int:
    """Change a room at random, again and again, for a deeper start; return the depth of the deepest.

    plan: int8 (n,), modified. limits: int64 (9,). state: uint64 (1,), random, modified. Simulated annealing: a change
    that costs at most h is kept with probability 1 / 2, at most 2 * h with 1 / 4 and so on; h falls from limits[HEAT]
    to 0.
    """
    copy_into(plans.now, plan)
    copy_into(plans.best, plan)
    depth: Int = NOT_SEARCHED
    best: Int = NOT_SEARCHED
    spent: Int = 0
    while spent < limits[EFFORT]:
        spent += CHANGE
        copy_into(plan, plans.now)
        fits = True
        for _ in range(1 + halvings(state) if depth > NOT_SEARCHED else 0):
            fits = fits and _change(plan, limits, plans, state)
        if not fits or not _settle(plan, limits, plans, table, state):
            continue
        found = deepen(limits[AIM], 0, table, memory)
        spent += memory.facts[SPENT]
        if found >= depth and random(SELDOM, state) == 0:
            found = deepen(limits[AIM], ROUNDS, table, memory)
            spent += memory.facts[SPENT]
            for cell in range(table.cells[0]):
                plan[table.place[cell]] = GOAL if table.goals[0] & bit(cell) else FLOOR
        left = max(0.0, 1 - spent / limits[EFFORT])
        if found >= depth or depth - found <= limits[HEAT] * left * left * halvings(state):
            depth = found
            copy_into(plans.now, plan)
        if found > best:
            best = found
            copy_into(plans.best, plan)
    copy_into(plan, plans.best)
    return best
