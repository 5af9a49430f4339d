"""Windows of any zero-space board searched exactly: their slots are free, all other boxes and doors stay.

Doors that stay open join their junctions to one, so that a window is a small board of its own (`word_kernels.Board`)
whose states fit one word: bit i is a box in the window's slot i. A state's *potential* is how many slides its boxes
still have to make at least, or what these cost where they are dearer in one place than in another. A search follows
slides whose number and the potential together stay within a limit, so that at most half of `excess` slides lead away
from the goals.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population, trailing_zeros
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.tree_kernels import Boxed, Floor, Ints, do_slide, hang, may_slide
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Board, Word, Words, further_slides, place_of

FIRST_TABLE = 1 << 8
ROOM = 2
"""States for which every search has room."""
MULTIPLIER, LARGEST_DRAW = 0x5851F42D, (1 << 31) - 1
"""A linear congruential generator that needs no more than 62 bits."""
LENGTH, CLOCK, NODES, LIMIT = 0, 1, 2, 3
"""The places of a trail's tally."""


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


class Scratch(NamedTuple):
    """Memory of a window: free uint8 (slots,), all 0; label int64 (junctions,); the arrays of a Board and `way`, int64.

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


class Store(NamedTuple):
    """The states of a search in order of their depth, as `word_kernels.explore` keeps them, and their potentials."""

    states: Words
    back: Words
    potential: Ints
    table: Ints
    starts: Words


class Desk(NamedTuple):
    """Everything that a window is searched with."""

    floor: Floor
    position: Position
    trail: Trail
    scratch: Scratch
    store: Store
    even: Words
    """Heights of the slots where every slide costs the same: 0, 1, 2 ..."""


@kernel(allocates=True)
def cut_out(slots: Ints, floor: Floor, position: Position, scratch: Scratch) -> tuple[Word, Board]:
    """The state of a window and the board on which it is searched; the board lies in the scratch memory.

    slots: int32 (size,) of the window.
    """
    label = scratch.label
    for slot in slots:
        scratch.free[slot] = 1
    junctions = 0
    for junction in position.order:
        door = position.parent[junction]
        if door < 0 or scratch.free[door]:
            label[junction] = junctions
            junctions += 1
        else:
            label[junction] = label[floor.junctions[door, 0] + floor.junctions[door, 1] - junction]
    scratch.doors[:junctions] = 0
    state, inner = np.int64(0), np.int64(0)
    for at in range(slots.size):
        slot = slots[at]
        scratch.free[slot] = 0
        one, other = label[floor.junctions[slot, 0]], label[floor.junctions[slot, 1]]
        scratch.near[at], scratch.across[at] = one, one ^ other
        if one != other:
            scratch.doors[one] |= np.int64(1) << at
            scratch.doors[other] |= np.int64(1) << at
        state |= np.int64(position.boxed[slot]) << at
        scratch.face[at] = 0
        if at + 1 < slots.size and slots[at + 1] == slot + 1 and floor.face[slot] >= 0:
            scratch.face[at] = label[floor.face[slot]]
            inner |= np.int64(1) << at
    size = slots.size
    near, across, face = scratch.near[:size], scratch.across[:size], scratch.face[:size]
    return state, Board(scratch.doors[:junctions], near, across, face, inner)  # type: ignore[arg-type]


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
        for place in range(slots.size):
            cost[box, place] = abs(heights[slots[place]] - heights[goal])
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
    root: Word, potential: int, least: int, excess: int, board: Board, cost: NDArray[np.int32], store: Store
) -> tuple[int, int]:
    """Breadth-first search as far as the excess allows, until the least potential is found or the store is full.

    Returns the number of the first state with the least potential of all that were found, and how many these are.

    cost: int32 (64, 64), of the window's k-th box in its slot p.
    """
    scratch = np.full((2, 64), np.int64(-1))
    above, parent = scratch[0], scratch[1]
    states, back, table = store.states, store.back, store.table
    size = min(FIRST_TABLE, table.size)
    table[:size] = -1
    states[0], back[0], store.potential[0] = root, 0, potential
    store.starts[0], store.starts[1] = 0, 1
    first, last, depth, best = 0, 1, 0, 0
    limit = potential + excess
    while first < last and store.potential[best] != least:
        count = last
        for number in range(first, last):
            state = states[number]
            ahead = further_slides(state, back[number], board, above, parent)
            while ahead != 0:
                slide = ahead & -ahead
                ahead ^= slide
                place = trailing_zeros(slide)
                box = population(state & (slide - 1))
                forward = 2 * ((state >> place) & 1) - 1
                value = store.potential[number] + forward * (cost[box, place + 1] - cost[box, place])
                if depth + 1 + value > limit:
                    continue
                neighbour = state ^ (slide | slide << 1)
                at = place_of(neighbour, size)
                while table[at] >= last and states[table[at]] != neighbour:
                    at = (at + 1) & (size - 1)
                if table[at] >= last:
                    back[table[at]] |= slide
                    continue
                table[at] = count
                states[count], back[count], store.potential[count] = neighbour, slide, value
                if value < store.potential[best]:
                    best = count
                count += 1
                if value == least or count == states.size:
                    store.starts[depth + 2] = count
                    return best, count
                if 4 * (count - last) > size and 2 * size <= table.size:
                    size *= 2
                    table[:size] = -1
                    for other in range(last, count):
                        at = place_of(states[other], size)
                        while table[at] >= last:
                            at = (at + 1) & (size - 1)
                        table[at] = other
        depth += 1
        first, last = last, count
        store.starts[depth + 1] = last
    return best, last


@kernel(allocates=True)
def way_to(number: int, states: Words, back: Words, starts: Words, way: Words, draw: int) -> int:
    """Write the slides from the root of a search to one of its states, of several ways one that `draw` chooses.

    Returns how many slides these are.

    states, back: int64 (limit,) and starts: int64 (depths,), as `search` leaves them in its store. way: int64
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
def make(slide: int, desk: Desk) -> None:
    """Make a legal slide and keep it on the trail."""
    position, trail = desk.position, desk.trail
    old = slide if position.boxed[slide] else slide + 1
    position.aim[2 * slide + 1 - old] = position.aim[old]
    do_slide(slide, position.boxed, desk.floor, position.parent)
    trail.slides[trail.tally[LENGTH]] = slide
    trail.tally[LENGTH] += 1
    trail.changed[slide] = trail.changed[slide + 1] = trail.tally[CLOCK]


@kernel(allocates=True)
def make_all(way: Words, slots: Ints, desk: Desk) -> None:
    """Make slides of a window.

    way: int64 (slides,) of the window. slots: int32 (size,), the window's slots.
    """
    desk.trail.tally[CLOCK] += 1
    for slide in way:
        make(slots[slide], desk)
    hang(desk.position.boxed, desk.floor, desk.position.parent, desk.position.order)


@kernel(allocates=True)
def is_spent(desk: Desk) -> bool:
    """Whether too few nodes are left for any search."""
    return bool(desk.trail.tally[NODES] + ROOM > desk.trail.tally[LIMIT])


@kernel(allocates=True)
def affordable(desk: Desk) -> Store:
    """The store with room for no more states than may still be searched."""
    store, tally = desk.store, desk.trail.tally
    room = max(ROOM, min(store.states.size, tally[LIMIT] - tally[NODES]))
    return Store(store.states[:room], store.back, store.potential, store.table, store.starts)


@kernel(allocates=True)
def improve(slots: Ints, excess: int, heights: Words, desk: Desk) -> int:
    """Go to the state of a window with the least potential at these heights; returns how much less it is.

    slots: int32 (size,) of the window. heights: int64 (slots,).
    """
    store, scratch = affordable(desk), desk.scratch
    potential, least = measure(slots, heights, desk.position, scratch.cost)
    if potential == least or is_spent(desk):
        return 0
    state, board = cut_out(slots, desk.floor, desk.position, scratch)
    best, count = search(state, potential, least, excess, board, scratch.cost, store)
    desk.trail.tally[NODES] += count
    if best == 0:
        return 0
    depth = way_to(best, store.states, store.back, store.starts, scratch.way, 0)
    make_all(scratch.way[:depth], slots, desk)
    return potential - int(store.potential[best])


@kernel(allocates=True)
def sweep(begin: Ints, slots: Ints, seen: Words, excess: int, desk: Desk) -> int:
    """Improve every window with a slot that has changed since the window was last seen; returns what was gained.

    begin, slots: as in `windows.Windows`. seen: int64 (windows,) when each was found to allow nothing, changed.
    """
    total = 0
    for window in range(begin.size - 1):
        inside = slots[begin[window] : begin[window + 1]]
        newest = np.int64(0)
        for slot in inside:
            newest = max(newest, desk.trail.changed[slot])
        if seen[window] >= newest:
            continue
        gain = improve(inside, excess, desk.even, desk)
        total += gain
        if gain == 0:
            seen[window] = desk.trail.tally[CLOCK]
    return total


@kernel(allocates=True)
def improve_one(numbers: Ints, begin: Ints, slots: Ints, detours: Ints, heights: Words, desk: Desk) -> int:
    """Improve the first of some windows where something is gained, with the least detour; returns what was gained.

    begin, slots: as in `windows.Windows`, of which only those with these numbers are tried. detours: int32, rising.

    numbers: int32 (windows,). heights: int64 (slots,).
    """
    for excess in detours:
        for number in numbers:
            gain = improve(slots[begin[number] : begin[number + 1]], excess, heights, desk)
            if gain > 0:
                return gain
    return 0


@kernel(allocates=True)
def follow(slides: Ints, desk: Desk) -> None:
    """Make the legal ones of these slides; slides: int32 (slides,)."""
    position = desk.position
    desk.trail.tally[CLOCK] += 1
    for slide in slides:
        if may_slide(slide, position.boxed, desk.floor, position.parent):
            make(slide, desk)
    hang(position.boxed, desk.floor, position.parent, position.order)
