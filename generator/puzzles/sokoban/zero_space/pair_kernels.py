"""Slide graphs whose states are two words: the boxes in the rows' slots, and those in the columns'.

A state is known by how many boxes stand up to each slot on its line; a slide changes one of these figures by one. So
the line bound is the sum of their differences, and every slide brings it one nearer to an end or takes it one away.

The search from both ends is that of Sewell and Jacobson ("Dynamically improved bounds bidirectional search",
Artificial Intelligence 291, 2021). A state has the priority 2g + h - d, where g is its distance from the own end, h its
bound to the other and d its bound to the own end. Priorities do not fall along a way, and a slide raises them by 0, 2
or 4. States of one priority are a *shell*, and those of a shell with the same g a *cell*. A cell is closed when
all that leads to it has been, and as the graph is bipartite, its states need be compared with one another only: each
carries the slides that lead back, as in Korf's frontier search. There is no table of all states.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kernels import inline_kernel, plain_kernel
from generator.puzzles.sokoban.zero_space.word_kernels import population, trailing_zeros

Word = np.int64
Whole = int | np.int64
Words = NDArray[np.int64]
Ints = NDArray[np.int32]

JUNCTIONS, SLOTS = 64, 128
"""As many there may be, 56 of the slots in rows and 56 in columns; arrays over slots are as long as SLOTS."""

BLOCK = 256
"""Entries of a block of the pool."""

SLIDE = 56
"""From this bit on, the rows' word of a stored state has the slide that led to it, numbered from 1; 0 at an end."""
STATE = (1 << SLIDE) - 1
HALF = 64
"""What the numbers of the slides in columns are raised by."""

SHELLS = 3
"""A slide leads to the shell of its state or to one of the next two."""

DONE, FULL = 0, -1
CLOSED, FREE, FRESH = range(3)


class Board(NamedTuple):
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
    """What a search from both ends holds; ends are 0 (start) and 1 (goal), rings are shells modulo SHELLS.

    closed: int64 (nodes, 2) the states of all cells, one cell after the other. back: int64 (states, 2) the slides that
    lead back from the states of the last cell. pool: int64 (blocks * BLOCK, 2) states reached, some several times.
    following: int32 (blocks,) the next block of the cell or the next free one. head: int32 (2, SHELLS, slides) the last
    block of each open cell; entries: int64, alike, how many it has. table: int32 (a power of two,). control: int64 (3,)
    closed states, the first block that is free again, the first that was never used.
    """

    closed: Words
    back: Words
    pool: Words
    following: Ints
    head: Ints
    entries: Words
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


@inline_kernel
def _root(rows: Word, columns: Word, board: Board, above: Words, parent: Words) -> None:
    """Root the tree of open doors at junction 0, as `word_kernels` does: writes above and parent.

    `beyond` is -1 while the doors in rows are used up, and 0 before: the choice takes no branch.
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


@inline_kernel
def _legal(word: Word, candidates: Word, base: int, board: Board, above: Words, parent: Words) -> Word:
    """The mask of those candidates within a word that are legal slides; base is the number of the word's first slot."""
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


@plain_kernel
def legal_pair(rows: Word, columns: Word, board: Board, scratch: Words) -> tuple[Word, Word]:
    """The masks of the legal slides in rows and in columns; scratch: int64 (2, JUNCTIONS)."""
    _root(rows, columns, board, scratch[0], scratch[1])
    first = _legal(rows, board.inner[0], 0, board, scratch[0], scratch[1])
    return first, _legal(columns, board.inner[1], board.rows, board, scratch[0], scratch[1])


@inline_kernel
def _away(word: Word, slide: Word, base: int, counts: Words, board: Board) -> Word:
    """1 where a slide takes the state away from the end that has these counts of boxes up to each slot, else 0."""
    boxes = population(word & board.before[base + slide])
    excess = (boxes - counts[base + slide]) * (2 * ((word >> slide) & 1) - 1)
    return np.int64(excess <= 0)


@inline_kernel
def _place(rows: Word, columns: Word, size: int) -> Word:
    code = (rows * np.int64(0x1E3779B97F4A7C15)) ^ (columns * np.int64(0x2545F4914F6CDD1D))
    code = (code ^ (code >> 29)) * np.int64(0x1F58476D1CE4E5B9)
    return (code >> 30) & (size - 1)


@inline_kernel
def _look_up(rows: Word, columns: Word, states: Words, base: Whole, table: Ints, size: int) -> Word:
    """The place in table of a state, or the free place where it belongs; the table counts states from base on."""
    place = _place(rows, columns, size)
    while table[place] >= 0:
        known = base + table[place]
        if (states[known, 0] & STATE) == rows and states[known, 1] == columns:
            break
        place = (place + 1) & (size - 1)
    return place


@inline_kernel
def _table_size(entries: Whole, table: Ints) -> int:
    """A power of two, at least three halves of the entries where the table is large enough."""
    size = 64
    while 2 * size < 3 * entries and size < table.size:
        size *= 2
    return size


@plain_kernel
def enter(rows: Whole, columns: Whole, end: int, ring: int, made: int, memory: Memory) -> bool:
    """Add a state with its slide to an open cell, `made` slides from an end; False where memory is used up."""
    count = memory.entries[end, ring, made]
    if count & (BLOCK - 1) == 0:
        block = memory.control[FREE]
        if block >= 0:
            memory.control[FREE] = memory.following[block]
        else:
            block = memory.control[FRESH]
            if block == memory.following.size:
                return False
            memory.control[FRESH] = block + 1
        memory.following[block] = memory.head[end, ring, made]
        memory.head[end, ring, made] = block
    at = memory.head[end, ring, made] * BLOCK + (count & (BLOCK - 1))
    memory.pool[at, 0] = rows
    memory.pool[at, 1] = columns
    memory.entries[end, ring, made] = count + 1
    return True


@plain_kernel
def gather(end: int, ring: int, made: int, memory: Memory) -> Whole:
    """Close an open cell: its states go to `closed`, each once, the slides that lead back to `back`.

    Returns their number, or FULL where there is no room.
    """
    count = memory.entries[end, ring, made]
    table, size = memory.table, _table_size(count, memory.table)
    table[:size] = -1
    first = memory.control[CLOSED]
    found = np.int64(0)
    room = min(memory.closed.shape[0] - first, memory.back.shape[0], 3 * size // 4)
    block = memory.head[end, ring, made]
    inside = ((count - 1) & (BLOCK - 1)) + 1
    while block >= 0:
        for at in range(block * BLOCK, block * BLOCK + inside):
            rows, columns = memory.pool[at, 0], memory.pool[at, 1]
            place = _look_up(rows & STATE, columns, memory.closed, first, table, size)
            if table[place] < 0:
                if found == room:
                    return FULL
                table[place] = found
                memory.closed[first + found, 0], memory.closed[first + found, 1] = rows, columns
                memory.back[found, 0] = memory.back[found, 1] = 0
                found += 1
            slide = (rows >> SLIDE) - 1
            if slide >= 0:
                memory.back[table[place], slide // HALF] |= np.int64(1) << (slide % HALF)
        inside = BLOCK
        following = memory.following[block]
        memory.following[block] = memory.control[FREE]
        memory.control[FREE] = block
        block = following
    memory.head[end, ring, made] = -1
    memory.entries[end, ring, made] = 0
    memory.control[CLOSED] = first + found
    return found


@plain_kernel
def meet(gathered: int, entries: int, first: int, last: int, memory: Memory) -> tuple[int, int]:
    """A state of the cell just gathered, which begins there and had so many entries, that is in closed[first:last].

    Returns both its numbers, or -1 twice.
    """
    size = _table_size(entries, memory.table)
    for other in range(first, last):
        rows, columns = memory.closed[other, 0] & STATE, memory.closed[other, 1]
        place = _look_up(rows, columns, memory.closed, gathered, memory.table, size)
        if memory.table[place] >= 0:
            return gathered + memory.table[place], other
    return -1, -1


@plain_kernel
def touch(end: int, ring: int, made: int, first: int, last: int, memory: Memory) -> tuple[int, int]:
    """An entry of an open cell that is in closed[first:last]: its place in the pool and the number, or -1 twice."""
    table, size = memory.table, _table_size(last - first, memory.table)
    table[:size] = -1
    for number in range(first, last):
        rows, columns = memory.closed[number, 0] & STATE, memory.closed[number, 1]
        table[_look_up(rows, columns, memory.closed, first, table, size)] = number - first
    block = memory.head[end, ring, made]
    inside = ((memory.entries[end, ring, made] - 1) & (BLOCK - 1)) + 1
    while block >= 0:
        for at in range(block * BLOCK, block * BLOCK + inside):
            rows, columns = memory.pool[at, 0] & STATE, memory.pool[at, 1]
            place = _look_up(rows, columns, memory.closed, first, table, size)
            if table[place] >= 0:
                return at, first + table[place]
        inside = BLOCK
        block = memory.following[block]
    return -1, -1


@plain_kernel
def expand(first: int, last: int, cell: Words, counts: Words, board: Board, memory: Memory, scratch: Words) -> int:
    """Enter the neighbours of closed[first:last], which belong to the cell just gathered, into their open cells.

    cell: int64 (5,) end, ring, slides made, number of the cell's first state, and a mask: bit i is set where states i
    shells further on are wanted. counts: int64 (2, SLOTS) how many boxes the ends have on each line up to each slot.
    scratch: int64 (2, JUNCTIONS). Returns DONE or FULL.
    """
    end, ring, made, begin, wanted = cell[0], cell[1], cell[2], cell[3], cell[4]
    if made + 1 == memory.head.shape[2]:
        return FULL
    for at in range(first, last):
        rows, columns = memory.closed[at, 0] & STATE, memory.closed[at, 1]
        _root(rows, columns, board, scratch[0], scratch[1])
        for half in range(2):
            base = board.rows * half
            word = columns if half else rows
            ahead = board.inner[half] & ~memory.back[at - begin, half]
            mask = _legal(word, ahead, base, board, scratch[0], scratch[1])
            while mask != 0:
                slide = trailing_zeros(mask)
                mask &= mask - 1
                own = _away(word, slide, base, counts[end], board)
                raised = 1 + _away(word, slide, base, counts[1 - end], board) - own
                if (wanted >> raised) & 1 == 0:
                    continue
                moved = np.int64(3) << slide
                by = (half * HALF + slide + 1) << SLIDE
                onward = (rows | by, columns ^ moved) if half else ((rows ^ moved) | by, columns)
                if not enter(onward[0], onward[1], end, (ring + raised) % SHELLS, made + 1, memory):
                    return FULL
    return DONE


@plain_kernel
def find(rows: Whole, columns: Whole, first: int, last: int, closed: Words) -> int:
    """The number of a state among closed[first:last], or -1."""
    for number in range(first, last):
        if (closed[number, 0] & STATE) == rows and closed[number, 1] == columns:
            return number
    return -1


@plain_kernel
def follow(first: int, last: int, most: int, counts: Words, board: Board, beam: Beam, scratch: Words) -> Whole:
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
        _root(rows, columns, board, scratch[0], scratch[1])
        for half in range(2):
            base = board.rows * half
            word = columns if half else rows
            mask = _legal(word, board.inner[half] & ~back[at - first, half], base, board, scratch[0], scratch[1])
            while mask != 0:
                slide = trailing_zeros(mask)
                mask &= mask - 1
                gap = beam.gap[at] + 2 * _away(word, slide, base, counts, board) - 1
                if gap > most:
                    continue
                moved = np.int64(3) << slide
                onward = (rows, columns ^ moved) if half else (rows ^ moved, columns)
                place = _look_up(onward[0], onward[1], state, last, table, table.size)
                if table[place] < 0:
                    if count - last == room:
                        continue
                    table[place] = count - last
                    state[count, 0], state[count, 1] = onward
                    beam.parent[count], beam.gap[count] = at, gap
                    back[width + count - last, 0] = back[width + count - last, 1] = 0
                    count += 1
                    if gap == 0:
                        return count
                back[width + table[place], half] |= np.int64(1) << slide
    return count


@plain_kernel
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
