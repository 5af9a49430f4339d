"""Random changes of a room: cells are moved, parts shifted, lines taken out or doubled, goals moved."""

import numpy as np

from generator.bit_kernels import Int, Words
from generator.kernels import copy_into, kernel
from generator.puzzles.sokoban.kinds.free.cells.plan_kernels import FLOOR, GOAL, SIDE, STEPS, WALL, Longs, Plane
from generator.puzzles.sokoban.kinds.free.random_kernels import random

TRIES = 200
"""How often a cell is looked for that can be opened or closed."""


@kernel
def is_inside(place: Int) -> bool:
    """Whether a place of the plane is not of its margin."""
    return bool(0 < place // SIDE < SIDE - 1 and 0 < place % SIDE < SIDE - 1)


@kernel
def places_of(plan: Plane, places: Longs) -> Int:
    """List the cells of a room, and return how many there are. plan: int8 (n,). places: int64 (n,), written."""
    count = 0
    for place in range(len(plan)):
        if plan[place] != WALL:
            places[count] = place
            count += 1
    return count


@kernel
def fits_into(rows: Int, cols: Int, places: Longs, count: Int) -> bool:
    """Whether the cells of a room, listed in order, lie in so many rows and columns. places: int64 (n,)."""
    left, right = places[0] % SIDE, places[0] % SIDE
    for index in range(count):
        column = places[index] % SIDE
        left, right = min(left, column), max(right, column)
    return bool(right - left < cols and places[count - 1] // SIDE - places[0] // SIDE < rows)


@kernel
def open_one(plan: Plane, places: Longs, count: Int, state: Words) -> bool:
    """Make a wall beside one of the cells floor. plan: int8 (n,), modified. places: int64 (n,)."""
    for _ in range(TRIES):
        place = places[random(count, state)] + STEPS[random(4, state)]
        if plan[place] == WALL and is_inside(place):
            plan[place] = FLOOR
            return True
    return False


@kernel
def close_one(plan: Plane, places: Longs, count: Int, state: Words) -> Int:
    """Make a cell that is no goal a wall; returns it, or -1. plan: int8 (n,), modified. places: int64 (n,)."""
    for _ in range(TRIES):
        place: Int = places[random(count, state)]
        if plan[place] == FLOOR:
            plan[place] = WALL
            return place
    return np.int64(-1)


@kernel
def fit(plan: Plane, cells: Int, places: Longs, state: Words) -> bool:
    """Open or close cells until there are so many. plan: int8 (n,), modified. places: int64 (n,), work space."""
    while True:
        count = places_of(plan, places)
        if count == cells:
            return True
        if count < cells and not open_one(plan, places, count, state):
            return False
        if count > cells and close_one(plan, places, count, state) < 0:
            return False


@kernel
def slide_cell(plan: Plane, places: Longs, count: Int, state: Words) -> None:
    """Close a cell, and open a wall next to it or one further away. plan: int8 (n,), modified. places: int64 (n,)."""
    closed = close_one(plan, places, count, state)
    if closed < 0:
        return
    for _ in range(TRIES):
        place = closed + SIDE * (random(5, state) - 2) + random(5, state) - 2
        if place != closed and 0 <= place < len(plan) and plan[place] == WALL and is_inside(place):
            for d in range(4):
                if plan[place + STEPS[d]] != WALL:
                    plan[place] = FLOOR
                    return


@kernel
def move_goal(plan: Plane, places: Longs, count: Int, state: Words) -> None:
    """Move a goal to a cell beside it or, as often, anywhere. plan: int8 (n,), modified. places: int64 (n,)."""
    for _ in range(TRIES):
        old = places[random(count, state)]
        if plan[old] == GOAL:
            new = places[random(count, state)] if random(2, state) else old + STEPS[random(4, state)]
            if plan[new] == FLOOR:
                plan[old], plan[new] = FLOOR, GOAL
            return


@kernel
def count_goals(plan: Plane) -> Int:
    """How many goals a room has. plan: int8 (n,)."""
    count = 0
    for place in range(len(plan)):
        count += plan[place] == GOAL
    return count


@kernel
def change_goals(plan: Plane, wanted: Int, places: Longs, count: Int, state: Words) -> None:
    """Add or remove goals until there are so many. plan: int8 (n,), modified. places: int64 (n,)."""
    goals = count_goals(plan)
    for _ in range(TRIES):
        if goals == wanted:
            return
        place = places[random(count, state)]
        if goals < wanted and plan[place] == FLOOR:
            plan[place] = GOAL
            goals += 1
        elif goals > wanted and plan[place] == GOAL:
            plan[place] = FLOOR
            goals -= 1


@kernel
def shift_part(plan: Plane, line: Int, step: Int, across: Int, other: Plane) -> bool:
    """Shift all lines from one on by a place; False where a cell would come into the margin.

    plan: int8 (n,), modified. across: 1 for rows, which move along themselves by `step` 1 or -1, SIDE for columns.
    other: int8 (n,), work space.
    """
    along = SIDE if across == 1 else 1
    copy_into(other, plan)
    for number in range(line, SIDE):
        for index in range(SIDE):
            other[number * along + index * across] = WALL
    for number in range(line, SIDE):
        for index in range(SIDE):
            letter = plan[number * along + index * across]
            if letter != WALL:
                if not 0 < index + step < SIDE - 1:
                    return False
                other[number * along + (index + step) * across] = letter
    copy_into(plan, other)
    return True


@kernel
def move_lines(plan: Plane, line: Int, step: Int, across: Int, other: Plane) -> bool:
    """Take a line out (`step` -1) or double it (1), and move all lines behind it; False where the plane has no room.

    plan: int8 (n,), modified. across: 1 for rows, SIDE for columns. other: int8 (n,), work space.
    """
    along = SIDE if across == 1 else 1
    copy_into(other, plan)
    for number in range(line if step < 0 else line + 1, SIDE - 1):
        before = number - step
        for index in range(SIDE):
            letter = plan[before * along + index * across] if before < SIDE else np.int8(WALL)
            other[number * along + index * across] = letter
    if step > 0:
        for index in range(SIDE):
            if plan[(SIDE - 2) * along + index * across] != WALL:
                return False
            if other[line * along + index * across] == GOAL:
                other[line * along + index * across] = FLOOR
    copy_into(plan, other)
    return True
