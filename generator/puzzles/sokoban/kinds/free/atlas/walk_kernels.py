"""The shortest walks in a room after each pull, for all sets of boxes at once.

After a pull there is a box on the cell that the player has left, and none where he stands or where it came from. So
only an eighth of all sets of boxes are possible. Mostly those with a walk have no box on its cells: a single product.
"""

from typing import NamedTuple

from generator.bit_kernels import Int
from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.free.atlas.room_kernels import ANY, Longs, Room, lowest, near
from generator.puzzles.sokoban.kinds.free.atlas.row_kernels import (
    Rows,
    clear,
    leave_out,
    split,
    unite,
    unite_others,
    unite_product,
)

NO_WALK = -1
MOST_MOVES = 15
"""No walk in a room of 16 cells takes more."""
PULLS, WALKS = range(2)
"""What is counted."""
CELL, AHEAD, BEHIND = range(3)
"""The cells of a pull: the player goes ahead from a cell, and the box behind it comes along."""
PULL, END, MOVES_MADE = range(3)
"""What a walk is: the pull before it, its last cell and its length."""


class Walks(NamedTuple):
    """Work space, all arrays modified but the first.

    taken: products (cells, 8 words) the sets with a box on a cell. counts: int64 (2,) how many pulls and walks there
    are. pulls: int64 (pulls, 3) their cells. walks: int64 (walks, 3) what each is. first: int64 (walks + 1,) where its
    products begin. sets: products (n, 8 words) the sets with which it is a shortest walk after its pull. far: (16,
    pulls, words) the sets with which some walk after a pull takes so many moves or more.

    Of the last pull alone: number: int64 (cells, 16) the number of a walk by its end and moves, or NO_WALK. reached:
    (cells, words) the sets with which a cell was met. grown: (1, words) those with which it is met now.
    """

    taken: Rows
    counts: Longs
    pulls: Longs
    walks: Longs
    first: Longs
    sets: Rows
    far: Rows
    number: Longs
    reached: Rows
    grown: Rows


@kernel
def find_walks(room: Room, walks: Walks) -> None:
    """List the pulls of a room, and the shortest walks after each with the sets of boxes."""
    walks.counts[:] = 0
    walks.first[0] = 0
    for cell in range(room.facts[0]):
        for d in range(4):
            ahead, behind = room.sides[d, cell], room.sides[3 - d, cell]
            if ahead >= 0 and behind >= 0:
                pull = walks.pulls[walks.counts[PULLS]]
                pull[CELL], pull[AHEAD], pull[BEHIND] = cell, ahead, behind
                _walk_after(walks.counts[PULLS], room, walks)
                walks.counts[PULLS] += 1


@kernel
def _walk_after(pull: Int, room: Room, walks: Walks) -> None:
    """List the walks after a pull."""
    walks.number[:] = NO_WALK
    for cell in range(room.facts[0]):
        clear(walks.reached.words[cell], walks.reached.lines[cell])
    for moves in range(MOST_MOVES + 1):
        clear(walks.far.words[moves, pull], walks.far.lines[moves, pull])
    box, ahead, behind = walks.pulls[pull]
    grown, lines, taken = walks.grown.words[0], walks.grown.lines[0], walks.taken
    unite_product(taken.words[box], taken.lines[box], grown, lines)
    leave_out(taken.words[ahead], taken.lines[ahead], grown, lines)
    leave_out(taken.words[behind], taken.lines[behind], grown, lines)
    _list_walk(pull, ahead, 0, walks)
    layer: Int = 1 << ahead
    distance: Int = 0
    while layer:
        distance += 1
        left: Int = near(ANY, layer, room)
        layer = 0
        while left:
            end = lowest(left)
            left &= left - 1
            if end != box and _grow_walk(end, distance, room, walks):
                _list_walk(pull, end, distance, walks)
                layer |= 1 << end
    for moves in range(MOST_MOVES - 1, 0, -1):
        far, far_lines = walks.far.words[moves, pull], walks.far.lines[moves, pull]
        unite(walks.far.words[moves + 1, pull], walks.far.lines[moves + 1, pull], far, far_lines)


@kernel
def _list_walk(pull: Int, end: Int, moves: Int, walks: Walks) -> None:
    """List the walk whose sets have grown."""
    number = walks.counts[WALKS]
    walks.counts[WALKS] += 1
    walk = walks.walks[number]
    walk[PULL], walk[END], walk[MOVES_MADE] = pull, end, moves
    walks.number[end, moves] = number
    grown, lines = walks.grown.words[0], walks.grown.lines[0]
    walks.first[number + 1] = split(grown, lines, walks.sets, walks.first[number])
    unite(grown, lines, walks.reached.words[end], walks.reached.lines[end])
    unite(grown, lines, walks.far.words[moves, pull], walks.far.lines[moves, pull])
    clear(grown, lines)


@kernel
def _grow_walk(cell: Int, moves: Int, room: Room, walks: Walks) -> bool:
    """Write the sets with which a cell is met first after so many moves; returns whether there are any."""
    grown, lines, sets = walks.grown.words[0], walks.grown.lines[0], walks.sets
    for d in range(4):
        side = room.sides[d, cell]
        walk = walks.number[side, moves - 1] if side >= 0 else NO_WALK
        if walk != NO_WALK:
            for product in range(walks.first[walk], walks.first[walk + 1]):
                words = sets.words[product]
                unite_others(words, sets.lines[product], walks.reached.words[cell], grown, lines)
    leave_out(walks.taken.words[cell], walks.taken.lines[cell], grown, lines)
    return bool(lines[0] | lines[1])
