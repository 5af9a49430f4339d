"""Windows of any zero-space board searched exactly: their slots are free, all other boxes and doors stay.

Doors that stay open join their junctions to one, so that a window is a small board of its own (a `WordBoard`) whose
states fit one word: bit i is a box in the window's slot i. A state's *potential* is how many slides its boxes still
have to make at least, or what these cost where they are dearer in one place than in another. A search follows slides
whose number and the potential together stay within a limit, so that at most half of `excess` slides lead away from the
goals.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population, slot_of_word, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import (
    Word,
    WordBoard,
    Words,
    fill_table,
    further_slides,
    index_of,
)
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, TreeFloor, do_slide, hang, may_slide

FIRST_TABLE = 1 << 8
ROOM = 2
"""States for which every search has room."""
MULTIPLIER, LARGEST_DRAW = 0x5851F42D, (1 << 31) - 1
"""A linear congruential generator that needs no more than 62 bits."""
LENGTH, CLOCK, NODES, LIMIT = 0, 1, 2, 3
"""The indices of a trail's tally."""


class Position(NamedTuple):
    """A tree on its way to the goals.

    boxed: uint8 (slots,). aim: int32 (slots,) the goal of the box in a slot. parent, order: int32 (junctions,) the
    floor as `tree_kernels.hang` roots it.
    """

    boxed: Boxed
    aim: Ints
    parent: Ints
    order: Ints


class Trail(NamedTuple):
    """The slides made so far, int32; changed: int64 (slots,) when a slot last changed; tally: int64 (4,).

    Of its nodes no more are spent than its limit says.
    """

    slides: Ints
    changed: Words
    tally: Words


class Buffers(NamedTuple):
    """Memory of a window.

    free: uint8 (slots,), all 0. label: int64 (junctions,). `way` and the arrays of a WordBoard: int64.
    cost: int32 (64, 64), of the window's k-th box in its slot p.
    """

    free: Boxed
    label: Words
    doors: Words
    near: Words
    across: Words
    face: Words
    cost: NDArray[np.int32]
    way: Words


class Explored(NamedTuple):
    """The states of a search in order of their depth, as `word_kernels.explore` keeps them, and their potentials."""

    states: Words
    back: Words
    potential: Ints
    table: Ints
    starts: Words


class Workspace(NamedTuple):
    """Everything that a window is searched with."""

    floor: TreeFloor
    position: Position
    trail: Trail
    buffers: Buffers
    explored: Explored
    even: Words
    """Heights of the slots where every slide costs the same: 0, 1, 2 ..."""


@kernel(allocates=True)
def cut_out(slots: Ints, floor: TreeFloor, position: Position, buffers: Buffers) -> tuple[Word, WordBoard]:
    """The state of a window and the board on which it is searched; the board lies in the buffers.

    slots: int32 (size,) of the window.
    """
    label = buffers.label
    for slot in slots:
        buffers.free[slot] = 1
    junctions = 0
    for junction in position.order:
        door = position.parent[junction]
        if door < 0 or buffers.free[door]:
            label[junction] = junctions
            junctions += 1
        else:
            label[junction] = label[floor.junctions[door, 0] + floor.junctions[door, 1] - junction]
    buffers.doors[:junctions] = 0
    state, inner = np.int64(0), np.int64(0)
    for at in range(slots.size):
        slot = slots[at]
        buffers.free[slot] = 0
        one, other = label[floor.junctions[slot, 0]], label[floor.junctions[slot, 1]]
        buffers.near[at], buffers.across[at] = one, one ^ other
        if one != other:
            buffers.doors[one] |= np.int64(1) << at
            buffers.doors[other] |= np.int64(1) << at
        state |= np.int64(position.boxed[slot]) << at
        buffers.face[at] = 0
        if at + 1 < slots.size and slots[at + 1] == slot + 1 and floor.face[slot] >= 0:
            buffers.face[at] = label[floor.face[slot]]
            inner |= np.int64(1) << at
    size = slots.size
    near, across, face = buffers.near[:size], buffers.across[:size], buffers.face[:size]
    return state, WordBoard(buffers.doors[:junctions], near, across, face, inner)  # type: ignore[arg-type]


@kernel(allocates=True)
def measure(slots: Ints, heights: Words, position: Position, cost: NDArray[np.int32]) -> tuple[int, int]:
    """Write how far every box is from its goal in every slot of a window; returns the potential and the least one.

    heights: int64 (slots,) of the board, rising along every line; how far two slots are is the difference of theirs.
    """
    potential, least, box = 0, 0, 0
    for at in range(slots.size):
        if not position.boxed[slots[at]]:
            continue
        goal = position.aim[slots[at]]
        for index in range(slots.size):
            cost[box, index] = abs(heights[slots[index]] - heights[goal])
        first, last = at, at
        while first > 0 and slots[first - 1] == slots[first] - 1:
            first -= 1
        while last + 1 < slots.size and slots[last + 1] == slots[last] + 1:
            last += 1
        potential += cost[box, at]
        least += cost[box, first : last + 1].min()
        box += 1
    return potential, least


@kernel(allocates=True)
def search(
    root: Word, potential: int, least: int, excess: int, board: WordBoard, cost: NDArray[np.int32], explored: Explored
) -> tuple[int, int]:
    """Breadth-first search as far as the excess allows, until the least potential is found or there is no room.

    Returns the number of the first state with the least potential of all that were found, and how many these are.

    cost: int32 (64, 64), of the window's k-th box in its slot p.
    """
    buffer = np.full((2, 64), np.int64(-1))
    above, parent = buffer[0], buffer[1]
    states, back, table = explored.states, explored.back, explored.table
    size = min(FIRST_TABLE, table.size)
    table[:size] = -1
    states[0], back[0], explored.potential[0] = root, 0, potential
    explored.starts[0], explored.starts[1] = 0, 1
    first, last, depth, best = 0, 1, 0, 0
    limit = potential + excess
    while first < last and explored.potential[best] != least:
        count = last
        for number in range(first, last):
            state = states[number]
            ahead = further_slides(state, back[number], board, above, parent)
            while ahead != 0:
                slide = ahead & -ahead
                ahead ^= slide
                index = trailing_zeros(slide)
                box = population(state & (slide - 1))
                forward = 2 * ((state >> index) & 1) - 1
                value = explored.potential[number] + forward * (cost[box, index + 1] - cost[box, index])
                if depth + 1 + value > limit:
                    continue
                neighbour = state ^ (slide | slide << 1)
                at = slot_of_word(neighbour, index_of(neighbour, size), last, size, states, table)
                if table[at] >= last:
                    back[table[at]] |= slide
                    continue
                table[at] = count
                states[count], back[count], explored.potential[count] = neighbour, slide, value
                if value < explored.potential[best]:
                    best = count
                count += 1
                if value == least or count == states.size:
                    explored.starts[depth + 2] = count
                    return best, count
                if 4 * (count - last) > size and 2 * size <= table.size:
                    size *= 2
                    fill_table(last, count, size, states, table)
        depth += 1
        first, last = last, count
        explored.starts[depth + 1] = last
    return best, last


@kernel(allocates=True)
def way_to(number: int, states: Words, back: Words, starts: Words, way: Words, draw: int) -> int:
    """Write the slides from the root of a search to one of its states, of several ways one that `draw` chooses.

    Returns how many slides these are.

    states, back: int64 (limit,) and starts: int64 (depths,), as `search` leaves them. way: int64
    (depth,), written.
    """
    depth = 0
    while starts[depth + 1] <= number:
        depth += 1
    state, mask = states[number], back[number]
    for step in range(depth - 1, -1, -1):
        for _ in range(draw % population(mask)):
            mask &= mask - 1
        draw = (draw * MULTIPLIER + 1) & LARGEST_DRAW
        slide = trailing_zeros(mask)
        way[step] = slide
        state ^= np.int64(3) << slide
        for other in range(starts[step], starts[step + 1]):
            if states[other] == state:
                mask = back[other]
                break
    return depth


@kernel(allocates=True)
def make(slide: int, workspace: Workspace) -> None:
    """Make a legal slide and keep it on the trail."""
    position, trail = workspace.position, workspace.trail
    old = slide if position.boxed[slide] else slide + 1
    position.aim[2 * slide + 1 - old] = position.aim[old]
    do_slide(slide, position.boxed, workspace.floor, position.parent)
    trail.slides[trail.tally[LENGTH]] = slide
    trail.tally[LENGTH] += 1
    trail.changed[slide] = trail.changed[slide + 1] = trail.tally[CLOCK]


@kernel(allocates=True)
def make_all(way: Words, slots: Ints, workspace: Workspace) -> None:
    """Make slides of a window.

    way: int64 (slides,) of the window. slots: int32 (size,), the window's slots.
    """
    workspace.trail.tally[CLOCK] += 1
    for slide in way:
        make(slots[slide], workspace)
    hang(workspace.position.boxed, workspace.floor, workspace.position.parent, workspace.position.order)


@kernel(allocates=True)
def is_spent(workspace: Workspace) -> bool:
    """Whether too few nodes are left for any search."""
    return bool(workspace.trail.tally[NODES] + ROOM > workspace.trail.tally[LIMIT])


@kernel(allocates=True)
def affordable(workspace: Workspace) -> Explored:
    """The explored states with room for no more states than may still be searched."""
    explored, tally = workspace.explored, workspace.trail.tally
    room = max(ROOM, min(explored.states.size, tally[LIMIT] - tally[NODES]))
    return Explored(explored.states[:room], explored.back, explored.potential, explored.table, explored.starts)


@kernel(allocates=True)
def improve(slots: Ints, excess: int, heights: Words, workspace: Workspace) -> int:
    """Go to the state of a window with the least potential at these heights; returns how much less it is.

    slots: int32 (size,) of the window. heights: int64 (slots,).
    """
    explored, buffers = affordable(workspace), workspace.buffers
    potential, least = measure(slots, heights, workspace.position, buffers.cost)
    if potential == least or is_spent(workspace):
        return 0
    state, board = cut_out(slots, workspace.floor, workspace.position, buffers)
    best, count = search(state, potential, least, excess, board, buffers.cost, explored)
    workspace.trail.tally[NODES] += count
    if best == 0:
        return 0
    depth = way_to(best, explored.states, explored.back, explored.starts, buffers.way, 0)
    make_all(buffers.way[:depth], slots, workspace)
    return potential - int(explored.potential[best])


@kernel(allocates=True)
def sweep(begin: Ints, slots: Ints, seen: Words, excess: int, workspace: Workspace) -> int:
    """Improve every window with a slot that has changed since the window was last seen; returns what was gained.

    begin, slots: as in `windows.Windows`. seen: int64 (windows,) when each was found to allow nothing, changed.
    """
    total = 0
    for window in range(begin.size - 1):
        inside = slots[begin[window] : begin[window + 1]]
        newest = np.int64(0)
        for slot in inside:
            newest = max(newest, workspace.trail.changed[slot])
        if seen[window] >= newest:
            continue
        gain = improve(inside, excess, workspace.even, workspace)
        total += gain
        if gain == 0:
            seen[window] = workspace.trail.tally[CLOCK]
    return total


@kernel(allocates=True)
def improve_one(numbers: Ints, begin: Ints, slots: Ints, detours: Ints, heights: Words, workspace: Workspace) -> int:
    """Improve the first of some windows where something is gained, with the least detour; returns what was gained.

    begin, slots: as in `windows.Windows`, of which only those with these numbers are tried. detours: int32, rising.

    numbers: int32 (windows,). heights: int64 (slots,).
    """
    for excess in detours:
        for number in numbers:
            gain = improve(slots[begin[number] : begin[number + 1]], excess, heights, workspace)
            if gain > 0:
                return gain
    return 0


@kernel(allocates=True)
def follow(slides: Ints, workspace: Workspace) -> None:
    """Make the legal ones of these slides; slides: int32 (slides,)."""
    position = workspace.position
    workspace.trail.tally[CLOCK] += 1
    for slide in slides:
        if may_slide(slide, position.boxed, workspace.floor, position.parent):
            make(slide, workspace)
    hang(position.boxed, workspace.floor, position.parent, position.order)
