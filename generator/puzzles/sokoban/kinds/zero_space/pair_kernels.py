"""Slide graphs whose states are two words: the boxes in the rows' slots, and those in the columns'.

A state is known by how many boxes stand up to each slot on its line; a slide changes one of these figures by one. So
the line bound is the sum of their differences, and every slide brings it one nearer to an end or takes it one away.

The search from both ends is that of Sewell and Jacobson ("Dynamically improved bounds bidirectional search",
Artificial Intelligence 291, 2021). A state has the priority 2g + h - d, where g is its distance from the own end, h its
bound to the other and d its bound to the own end. Priorities do not fall along a way, and a slide raises them by 0, 2
or 4. States of one priority are a *shell*, and those of a shell with the same g a *cell*. A cell is closed when
all that leads to it has been, and as the graph is bipartite, its states need be compared with one another only: each
carries the slides that lead back, as in Korf's frontier search. There is no table of all states, and no queue: what
leads to a shell is found again from the two before it, which are much smaller.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import population, trailing_zeros
from generator.kernels import kernel

Word = np.int64
Whole = int | np.int64
Words = NDArray[np.int64]
Ints = NDArray[np.int32]

JUNCTIONS, SLOTS = 64, 128
"""As many there may be, 56 of the slots in rows and 56 in columns; arrays over slots are as long as SLOTS."""

SLIDE = 56
"""From this bit on, the rows' word of a stored state has the slide that led to it, numbered from 1; 0 at an end."""
STATE = (1 << SLIDE) - 1
HALF = 64
"""What the numbers of the slides in columns are raised by."""

DONE, FULL = 0, -1
CLOSED, POOLED, RAISED = 0, 1, 2
"""Places in control: closed states, entries of the pool, and slides found that lead one and two shells further on."""


class PairBoard(NamedTuple):
    """A geometry as these kernels read it, all int64; slots are numbered through, rows first.

    doors: (junctions, 2) masks of the slots around each. near: (SLOTS,) one junction of each slot. across: (SLOTS,) the
    exclusive or of both. face: (SLOTS,) the junction between a slot and the next. before: (SLOTS,) mask, within its
    word, of the slots of a line up to each. inner: (2,) masks of the slides. rows: how many slots lie in rows.
    """

    doors: Words
    near: Words
    across: Words
    face: Words
    before: Words
    inner: Words
    rows: int


class Memory(NamedTuple):
    """What a search from both ends holds; ends are 0 (start) and 1 (goal).

    closed: int64 (nodes, 2) the states of all cells, one cell after the other. back: int64, alike, the slides that lead
    back from each. pool: int64 (entries, 2) states of the next cell, some several times. table: int32 (a power of
    two,). control: int64 (4,).
    """

    closed: Words
    back: Words
    pool: Words
    table: Ints
    control: Words


class Beam(NamedTuple):
    """What a beam holds.

    state: int64 (nodes, 2). parent: int32 (nodes,). gap: int32 (nodes,) line bound to the end that is looked for. back:
    int64 (width + children, 2) the slides that lead back from the states of a layer, then from those of the next.
    table: int32 (a power of two, above children). tally: int32 (gaps,).
    """

    state: Words
    parent: Ints
    gap: Ints
    back: Words
    table: Ints
    tally: Ints


@kernel(inline=True)
def _root(rows: Word, columns: Word, board: PairBoard, above: Words, parent: Words) -> None:
    """Root the tree of open doors at junction 0, as `word_kernels` does: writes above and parent.

    `beyond` is -1 while the doors in rows are used up, and 0 before: the choice takes no branch.

    above, parent: int64 (JUNCTIONS,).
    """
    above[0] = 0
    seen = np.int64(1)
    first = board.doors[0, 0] & ~rows
    second = board.doors[0, 1] & ~columns
    for _ in range(board.doors.shape[0] - 1):
        beyond = -np.int64(first == 0)
        word = first | (second & beyond)
        low = word & -word
        door = (trailing_zeros(word) + (board.rows & beyond)) & (SLOTS - 1)
        child = (board.near[door] ^ (board.across[door] & -((seen >> board.near[door]) & 1))) & (JUNCTIONS - 1)
        above[child] = above[(child ^ board.across[door]) & (JUNCTIONS - 1)] | (np.int64(1) << child)
        parent[child] = door
        seen |= np.int64(1) << child
        first = (first | (board.doors[child, 0] & ~rows)) & ~(low & ~beyond)
        second = (second | (board.doors[child, 1] & ~columns)) & ~(low & beyond)


@kernel(inline=True)
def _legal(word: Word, candidates: Word, base: int, board: PairBoard, above: Words, parent: Words) -> Word:
    """The mask of those candidates within a word that are legal slides; base is the number of the word's first slot.

    above, parent: int64 (JUNCTIONS,), as `_root` leaves them.
    """
    slides = np.int64(0)
    candidates &= word ^ (word >> 1)
    while candidates != 0:
        slide = trailing_zeros(candidates)
        candidates &= candidates - 1
        boxed = (word >> slide) & 1
        slot = base + slide
        closing = (slot + boxed) & (SLOTS - 1)
        face = board.face[slot & (SLOTS - 1)] & (JUNCTIONS - 1)
        downward = np.int64(parent[face] != closing)
        cut = face ^ (board.across[closing] & -downward)
        beyond = (board.across[(slot + 1 - boxed) & (SLOTS - 1)] ^ face) & (JUNCTIONS - 1)
        slides |= (((above[beyond] >> cut) & 1) ^ downward ^ 1) << slide
    return slides


@kernel(inline=True)
def _away(word: Word, slide: Word, base: int, counts: Words, board: PairBoard) -> Word:
    """1 where a slide takes the state away from the end that has these counts of boxes up to each slot, else 0.

    counts: int64 (SLOTS,).
    """
    boxes = population(word & board.before[base + slide])
    excess = (boxes - counts[base + slide]) * (2 * ((word >> slide) & 1) - 1)
    return np.int64(excess <= 0)


@kernel(inline=True)
def _first_index(rows: Word, columns: Word, size: int) -> Word:
    """The index at which a state is looked for first in a table whose size is a power of two."""
    code = (rows * np.int64(0x1E3779B97F4A7C15)) ^ (columns * np.int64(0x2545F4914F6CDD1D))
    code = (code ^ (code >> 29)) * np.int64(0x1F58476D1CE4E5B9)
    return (code >> 30) & (size - 1)


@kernel(inline=True)
def _look_up(rows: Word, columns: Word, states: Words, base: Whole, table: Ints, size: int) -> Word:
    """The index in table of a state, or the free one where it belongs; the table counts states from base on.

    states: int64 (entries, 2). table: int32 (a power of two,), -1 where free.
    """
    # Apart from slot_of_row: the first word of a state holds more than the state, and the table counts from a base.
    index = _first_index(rows, columns, size)
    while table[index] >= 0:
        known = base + table[index]
        if (states[known, 0] & STATE) == rows and states[known, 1] == columns:
            break
        index = (index + 1) & (size - 1)
    return index


@kernel(inline=True)
def _table_size(entries: Whole, table: Ints) -> int:
    """A power of two, at least three halves of the entries where the table is large enough; table: int32 (size,)."""
    size = 64
    while 2 * size < 3 * entries and size < table.size:
        size *= 2
    return size


@kernel
def expand(
    first: int, last: int, end: int, raised: int, counts: Words, board: PairBoard, memory: Memory, buffer: Words
) -> int:
    """Enter into the pool what slides make of closed[first:last], the cell of an end, in the shell `raised` further on.

    Where that is the cell's own shell, the slides that lead to the next two are counted. counts: int64 (2, SLOTS) how
    many boxes the ends have on each line up to each slot. buffer: int64 (2, JUNCTIONS). Returns DONE or FULL.
    """
    pool, entry = memory.pool, memory.control[POOLED]
    once, twice = np.int64(0), np.int64(0)
    for at in range(first, last):
        rows, columns = memory.closed[at, 0] & STATE, memory.closed[at, 1]
        _root(rows, columns, board, buffer[0], buffer[1])
        for half in range(2):
            base = board.rows * half
            word = columns if half else rows
            mask = _legal(word, board.inner[half] & ~memory.back[at, half], base, board, buffer[0], buffer[1])
            while mask != 0:
                slide = trailing_zeros(mask)
                mask &= mask - 1
                own = _away(word, slide, base, counts[end], board)
                raises = 1 + _away(word, slide, base, counts[1 - end], board) - own
                once += raises & 1
                twice += raises >> 1
                if raises != raised:
                    continue
                if entry == pool.shape[0]:
                    return FULL
                moved = np.int64(3) << slide
                by = (half * HALF + slide + 1) << SLIDE
                pool[entry, 0] = (rows if half else rows ^ moved) | by
                pool[entry, 1] = columns ^ moved if half else columns
                entry += 1
    memory.control[POOLED] = entry
    if raised == 0:
        memory.control[RAISED] += once
        memory.control[RAISED + 1] += twice
    return DONE


@kernel
def gather(memory: Memory) -> Whole:
    """Close the cell in the pool: its states go to `closed`, each once, and the pool is empty.

    Returns their number, or FULL where there is no room.
    """
    entries = memory.control[POOLED]
    table, size = memory.table, _table_size(entries, memory.table)
    table[:size] = -1
    first = memory.control[CLOSED]
    found = np.int64(0)
    room = min(memory.closed.shape[0] - first, 3 * size // 4)
    for entry in range(entries):
        rows, columns = memory.pool[entry, 0], memory.pool[entry, 1]
        index = _look_up(rows & STATE, columns, memory.closed, first, table, size)
        if table[index] < 0:
            if found == room:
                return FULL
            table[index] = found
            memory.closed[first + found, 0], memory.closed[first + found, 1] = rows, columns
            memory.back[first + found, 0] = memory.back[first + found, 1] = 0
            found += 1
        slide = (rows >> SLIDE) - 1
        if slide >= 0:
            memory.back[first + table[index], slide // HALF] |= np.int64(1) << (slide % HALF)
    memory.control[POOLED] = 0
    memory.control[CLOSED] = first + found
    return found


@kernel
def meet(gathered: int, entries: int, first: int, last: int, memory: Memory) -> tuple[int, int]:
    """A state of the cell just gathered, which begins there and had so many entries, that is in closed[first:last].

    Returns both its numbers, or -1 twice.
    """
    size = _table_size(entries, memory.table)
    for other in range(first, last):
        rows, columns = memory.closed[other, 0] & STATE, memory.closed[other, 1]
        index = _look_up(rows, columns, memory.closed, gathered, memory.table, size)
        if memory.table[index] >= 0:
            return gathered + memory.table[index], other
    return -1, -1


@kernel
def touch(first: int, last: int, memory: Memory) -> tuple[int, int]:
    """An entry of the pool that is in closed[first:last]: its index and the number, or -1 twice."""
    table, size = memory.table, _table_size(last - first, memory.table)
    table[:size] = -1
    for number in range(first, last):
        rows, columns = memory.closed[number, 0] & STATE, memory.closed[number, 1]
        table[_look_up(rows, columns, memory.closed, first, table, size)] = number - first
    for entry in range(memory.control[POOLED]):
        rows, columns = memory.pool[entry, 0] & STATE, memory.pool[entry, 1]
        index = _look_up(rows, columns, memory.closed, first, table, size)
        if table[index] >= 0:
            return entry, first + table[index]
    return -1, -1


@kernel
def find(rows: Whole, columns: Whole, first: int, last: int, closed: Words) -> int:
    """The number of a state among closed[first:last], or -1; closed: int64 (nodes, 2)."""
    for number in range(first, last):
        if (closed[number, 0] & STATE) == rows and closed[number, 1] == columns:
            return number
    return -1


@kernel
def follow(first: int, last: int, most: int, counts: Words, board: PairBoard, beam: Beam, buffer: Words) -> Whole:
    """One layer of a beam search: the neighbours of the states from first to last, from `last` on.

    Left out are those whose gap is above `most`, and those for which there is no room. counts: int64 (SLOTS,) of the
    end that is looked for, which is the only state without a gap and ends the layer. Returns the number after the last.
    """
    state, back, table = beam.state, beam.back, beam.table
    width = last - first
    room = min(state.shape[0] - last, back.shape[0] - width)
    table[:] = -1
    count = np.int64(last)
    for at in range(first, last):
        rows, columns = state[at, 0], state[at, 1]
        _root(rows, columns, board, buffer[0], buffer[1])
        for half in range(2):
            base = board.rows * half
            word = columns if half else rows
            mask = _legal(word, board.inner[half] & ~back[at - first, half], base, board, buffer[0], buffer[1])
            while mask != 0:
                slide = trailing_zeros(mask)
                mask &= mask - 1
                gap = beam.gap[at] + 2 * _away(word, slide, base, counts, board) - 1
                if gap > most:
                    continue
                moved = np.int64(3) << slide
                onward = (rows, columns ^ moved) if half else (rows ^ moved, columns)
                index = _look_up(onward[0], onward[1], state, last, table, table.size)
                if table[index] < 0:
                    if count - last == room:
                        continue
                    table[index] = count - last
                    state[count, 0], state[count, 1] = onward
                    beam.parent[count], beam.gap[count] = at, gap
                    back[width + count - last, 0] = back[width + count - last, 1] = 0
                    count += 1
                    if gap == 0:
                        return count
                back[width + table[index], half] |= np.int64(1) << slide
    return count


@kernel
def keep_nearest(width: int, first: int, last: int, origin: int, beam: Beam) -> int:
    """Close up the `width` states with the least gaps, the earlier ones among equals; returns how many.

    origin: where the slides that lead back from the first one stand; those of the states that are kept come first.
    """
    beam.tally[:] = 0
    for at in range(first, last):
        beam.tally[beam.gap[at]] += 1
    widest, room = 0, width
    while widest < beam.tally.size and beam.tally[widest] <= room:
        room -= beam.tally[widest]
        widest += 1
    kept = 0
    for at in range(first, last):
        gap = beam.gap[at]
        if gap > widest or (gap == widest and room == 0):
            continue
        room -= gap == widest
        beam.state[first + kept, 0], beam.state[first + kept, 1] = beam.state[at, 0], beam.state[at, 1]
        beam.parent[first + kept], beam.gap[first + kept] = beam.parent[at], gap
        old = origin + at - first
        beam.back[kept, 0], beam.back[kept, 1] = beam.back[old, 0], beam.back[old, 1]
        kept += 1
    return kept
