"""Which sets of goals may have a level of some depth: longest ways backwards, for all sets of boxes at once.

For a cell x, a pull q and a length m, P holds the sets of boxes with which a way of m moves or more begins with a pull
from x; A those with which it begins after q, where q has left the player. A pull moves all sets of A by the same number
of bits. Walks within a set of boxes are shortest ones, whose lengths are known. A way may meet a state twice, so it may
be longer than any level; it is never shorter, because a shortest way walks by shortest walks between its pulls.
"""

from typing import NamedTuple

import numpy as np

from generator.bit_kernels import Int, Words, trailing_zeros
from generator.kernels import kernel
from generator.line_kernels import LINE, either, load, shifted, store
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import Longs, Room
from generator.puzzles.sokoban.kinds.free.atlas.row_kernels import (
    PARTS,
    Rows,
    clear,
    mark,
    unite,
    unite_common,
    unite_within,
)
from generator.puzzles.sokoban.kinds.free.atlas.walk_kernels import MOST_MOVES, MOVES_MADE, PULLS, WALKS, Walks

MOVES, PUSHES = 0, 1
RECENT = MOST_MOVES + 1
"""Lengths of ways that are kept."""


class Ways(NamedTuple):
    """Work space, all arrays modified but the first.

    sized: (cells + 1, words) the sets with so many boxes. pulled: (16, cells, words) P of a length modulo 16. begun:
    (pulls, words) A of the last length. candidates: (2, words) the result, by aim.
    """

    sized: Rows
    pulled: Rows
    begun: Rows
    candidates: Rows


@kernel
def find_candidates(aim: Int, depths: Longs, room: Room, walks: Walks, ways: Ways) -> None:
    """Find the sets of goals that may have a level as deep as is asked for their number of boxes.

    depths: int64 (16,) by number of boxes, 1 or more; 0 where none is asked for.
    """
    cells, candidates, lines = room.facts[0], ways.candidates.words[aim], ways.candidates.lines[aim]
    clear(candidates, lines)
    for pull in range(walks.counts[PULLS]):
        _begin_far(pull, 0, walks, ways)
    longest: Int = 0
    for boxes in range(1, cells - 1):
        longest = max(longest, depths[boxes])
    for length in range(1, longest + 1):
        if not _pull_all(length, room, walks, ways):
            break
        pulled, pulled_lines = ways.pulled.words[length % RECENT], ways.pulled.lines[length % RECENT]
        for boxes in range(1, cells - 1):
            if depths[boxes] == length:
                those, their_lines = ways.sized.words[boxes], ways.sized.lines[boxes]
                for cell in range(cells):
                    unite_common(those, their_lines, pulled[cell], pulled_lines[cell], candidates, lines)
        if length < longest:
            _walk_all(aim, length, walks, ways)


@kernel
def _begin_far(pull: Int, moves: Int, walks: Walks, ways: Ways) -> None:
    """Make A of a pull the sets with which a walk after it takes so many moves or more."""
    begun, lines = ways.begun.words[pull], ways.begun.lines[pull]
    clear(begun, lines)
    if moves <= MOST_MOVES:
        unite(walks.far.words[moves, pull], walks.far.lines[moves, pull], begun, lines)


@kernel
def _pull_all(length: Int, room: Room, walks: Walks, ways: Ways) -> bool:
    """Find P of a length from A of the length before; returns whether it may hold any set."""
    anything = np.uint64(0)
    words, lines = ways.pulled.words[length % RECENT], ways.pulled.lines[length % RECENT]
    for cell in range(room.facts[0]):
        clear(words[cell], lines[cell])
    for pull in range(walks.counts[PULLS]):
        cell, _, behind = walks.pulls[pull]
        begun, begun_lines = ways.begun.words[pull], ways.begun.lines[pull]
        _pull(cell, behind, begun, begun_lines, words[cell], lines[cell])
        anything |= begun_lines[0] | begun_lines[1]
    return bool(anything)


@kernel
def _pull(cell: Int, behind: Int, begun: Words, begun_lines: Words, pulled: Words, lines: Words) -> None:
    """Add the sets from which a pull leads to one of A.

    begun: uint64 (words,) A of the pull, begun_lines: uint64 (2,). pulled: uint64 (words,) P of the cell, lines: uint64
    (2,), both modified. A line without a set may be marked.
    """
    shift = int((1 << cell) >> 6) - int((1 << behind) >> 6)
    left = np.uint64(1 << behind if behind < 6 else 0)
    right = np.uint64(1 << cell if cell < 6 else 0)
    for part in range(PARTS):
        waiting = begun_lines[part]
        while waiting:
            begin: Int = LINE * (64 * part + trailing_zeros(waiting)) - shift
            waiting &= waiting - np.uint64(1)
            first: Int = max(0, begin)
            last: Int = min(pulled.size, begin + LINE) - 1
            if last - first == LINE - 1:
                moved = shifted(load(begun, first + shift), left, right)
                store(pulled, first, either(load(pulled, first), moved))
            else:
                for word in range(first, last + 1):
                    pulled[word] |= begun[word + shift] << left >> right
            if first <= last:
                mark(first // LINE, lines)
                mark(last // LINE, lines)


@kernel
def _walk_all(aim: Int, length: Int, walks: Walks, ways: Ways) -> None:
    """Find A of a length: a walk, and a pull from its end where more moves are left."""
    for pull in range(walks.counts[PULLS]):
        _begin_far(pull, length if aim == MOVES else RECENT, walks, ways)
    for number in range(walks.counts[WALKS]):
        moves = walks.walks[number, MOVES_MADE]
        if aim == PUSHES:
            _begin(number, length, walks, ways)
        elif moves < length:
            _begin(number, length - moves, walks, ways)


@kernel
def _begin(number: Int, left: Int, walks: Walks, ways: Ways) -> None:
    """Add to A the sets with a walk and with so many moves or more from its end, a pull first."""
    pull, end, _ = walks.walks[number]
    pulled, pulled_lines = ways.pulled.words[left % RECENT, end], ways.pulled.lines[left % RECENT, end]
    for product in range(walks.first[number], walks.first[number + 1]):
        words, lines = walks.sets.words[product], walks.sets.lines[product]
        if lines[0] & pulled_lines[0] | lines[1] & pulled_lines[1]:
            unite_within(words, lines, pulled, pulled_lines, ways.begun.words[pull], ways.begun.lines[pull])


@kernel
def prepare(cells: Int, walks: Walks, ways: Ways) -> None:
    """Fill the tables that all rooms of a number of cells share; they are 0 before."""
    for boxes in range(1 << cells):
        size, word = 0, boxes >> 6
        bit = np.uint64(1) << np.uint64(boxes & 63)
        for cell in range(cells):
            if boxes >> cell & 1:
                walks.taken.words[cell, word % LINE] |= bit
                mark(word // LINE, walks.taken.lines[cell])
                size += 1
        ways.sized.words[size, word] |= bit
        mark(word // LINE, ways.sized.lines[size])
