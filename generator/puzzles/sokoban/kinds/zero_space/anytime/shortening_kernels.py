"""A solution made shorter: what it does in a window for a while is replaced by the fewest slides that do the same.

Slides in the window are made first and the others after them, as far as both stay legal: slides that do not touch one
another mostly commute.
"""

from typing import NamedTuple

from generator.kernels import kernel
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_kernels import (
    LENGTH,
    LIMIT,
    NODES,
    ROOM,
    Workspace,
    affordable,
    cut_out,
    measure,
    search,
    way_to,
)
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Words
from generator.puzzles.sokoban.slides.tree_kernels import Boxed, Ints, do_slide, hang, may_slide

STRETCH = 400
"""Slides of the solution that are looked at together."""
LOOKBACK = 30
"""A stretch begins at most so many slides before the one that was drawn."""
ATTEMPT = 32
"""An attempt counts as so many nodes beside those of its search."""
SIDEWAYS = 2
"""One attempt in so many takes another way that is as long, so that later ones find more."""
NONE = -1


class Shortener(NamedTuple):
    """What shortening keeps: start uint8 (slots,) the tree before the first slide; here the one before a stretch.

    inside: uint8 (slots + 1,), all 0. used: uint8 (slots,). within, outside: int32 (STRETCH,) the slides of a stretch,
    sorted out.
    """

    start: Boxed
    here: Boxed
    inside: Boxed
    used: Boxed
    within: Ints
    outside: Ints


@kernel(allocates=True)
def _exchange(boxed: Boxed, slide: int) -> None:
    """Exchange the slots of a slide in boxed, uint8 (slots,)."""
    boxed[slide], boxed[slide + 1] = boxed[slide + 1], boxed[slide]


@kernel(allocates=True)
def _sort_out(first: int, sideways: bool, workspace: Workspace, shortener: Shortener) -> tuple[int, int, int]:
    """Sort a stretch of the trail by whether its slides are inside; returns its end, and how many there are of each.

    The stretch is as long as all inside can be made first and the others then; the position is that after it. Fewer
    slides than 2 are none, and so are those that all differ unless another way as long is wanted: no box goes back.
    """
    boxed, parent = workspace.position.boxed, workspace.position.parent
    trail = workspace.trail
    end = min(trail.tally[LENGTH], first + STRETCH)
    while True:
        boxed[:] = shortener.here
        hang(boxed, workspace.floor, parent, workspace.position.order)
        shortener.used[:] = 0
        within, outside, again = 0, 0, 0
        for step in range(first, end):
            slide = trail.slides[step]
            if shortener.inside[slide] and shortener.inside[slide + 1]:
                if not may_slide(slide, boxed, workspace.floor, parent):
                    end = step
                    break
                do_slide(slide, boxed, workspace.floor, parent)
                shortener.within[within] = slide
                within += 1
                again += shortener.used[slide]
                shortener.used[slide] = 1
            else:
                shortener.outside[outside] = step
                outside += 1
        if within < 2 or not (again or sideways):
            return first, 0, 0
        legal = 0
        while legal < outside and may_slide(trail.slides[shortener.outside[legal]], boxed, workspace.floor, parent):
            do_slide(trail.slides[shortener.outside[legal]], boxed, workspace.floor, parent)
            legal += 1
        if legal == outside:
            return end, within, outside
        end = shortener.outside[legal]


@kernel(allocates=True)
def _aim_at(slots: Ints, within: Ints, workspace: Workspace, shortener: Shortener) -> int:
    """Aim the boxes of a window at where the slides within lead them; returns the distance.

    slots: int32 (size,) of the window. within: int32 (slides,).
    """
    boxed = shortener.here.copy()
    for slide in within:
        _exchange(boxed, slide)
    distance, target = 0, 0
    for slot in slots:
        if shortener.here[slot]:
            while not boxed[slots[target]]:
                target += 1
            workspace.position.aim[slot] = slots[target]
            distance += abs(slots[target] - slot)
            target += 1
    return distance


@kernel(allocates=True)
def _other_way(slots: Ints, longest: int, draw: int, workspace: Workspace) -> int:
    """Write into the buffers a way to the aims that is no longer than `longest`; returns its length or NONE.

    slots: int32 (size,) of the window.
    """
    potential, _ = measure(slots, workspace.even, workspace.position, workspace.buffers.cost)
    if potential == 0:
        return 0
    if potential > longest:
        return NONE
    state, board = cut_out(slots, workspace.floor, workspace.position, workspace.buffers)
    explored = affordable(workspace)
    best, nodes = search(state, potential, 0, longest - potential, board, workspace.buffers.cost, explored)
    workspace.trail.tally[NODES] += nodes
    if explored.potential[best] != 0:
        return NONE
    return way_to(best, explored.states, explored.back, explored.starts, workspace.buffers.way, draw)


@kernel(allocates=True)
def _shorten_at(first: int, slots: Ints, draw: int, workspace: Workspace, shortener: Shortener) -> int:
    """Shorten the slides of a window from an index of the trail on; returns by how many.

    slots: int32 (size,) of the window.
    """
    for slot in slots:
        shortener.inside[slot] = 1
    sideways = draw % SIDEWAYS == 0
    end, count, outside = _sort_out(first, sideways, workspace, shortener)
    for slot in slots:
        shortener.inside[slot] = 0
    if count == 0 or (_aim_at(slots, shortener.within[:count], workspace, shortener) == count and not sideways):
        return 0
    workspace.position.boxed[:] = shortener.here
    hang(workspace.position.boxed, workspace.floor, workspace.position.parent, workspace.position.order)
    fewer = _other_way(slots, count if sideways else count - 2, draw // SIDEWAYS, workspace)
    if fewer == NONE:
        return 0
    slides = workspace.trail.slides
    for step in range(outside):
        shortener.outside[step] = slides[shortener.outside[step]]
    at = first
    for step in range(fewer):
        slides[at] = slots[workspace.buffers.way[step]]
        at += 1
    for step in range(outside):
        slides[at] = shortener.outside[step]
        at += 1
    for step in range(end, workspace.trail.tally[LENGTH]):
        slides[at] = slides[step]
        at += 1
    saved = int(workspace.trail.tally[LENGTH] - at)
    workspace.trail.tally[LENGTH] = at
    return saved


@kernel(allocates=True)
def shorten(
    draws: Words,
    begin: Ints,
    slots: Ints,
    holders: tuple[Ints, Ints],
    workspace: Workspace,
    shortener: Shortener,
) -> int:
    """Try to shorten the trail at random indices, until its nodes are spent; returns by how many slides.

    draws: int64 (tries, 3), large numbers that choose a slide of the trail, one of the windows that hold it and where
    the stretch begins. begin, slots: as in `windows.Windows`; holders: begin and windows of `windows.Holders`. The
    position is used up.
    """
    saved = 0
    for one, two, three in draws:
        length = workspace.trail.tally[LENGTH]
        if length == 0 or workspace.trail.tally[NODES] + ATTEMPT + ROOM > workspace.trail.tally[LIMIT]:
            break
        drawn = one % length
        slide = workspace.trail.slides[drawn]
        first, last = holders[0][slide], holders[0][slide + 1]
        window = holders[1][first + two % (last - first)]
        beginning = max(0, drawn - three % LOOKBACK)
        shortener.here[:] = shortener.start
        for step in range(beginning):
            _exchange(shortener.here, workspace.trail.slides[step])
        workspace.trail.tally[NODES] += ATTEMPT
        saved += _shorten_at(
            beginning, slots[begin[window] : begin[window + 1]], three // LOOKBACK, workspace, shortener
        )
    return saved
