"""Beam searches for short ways between two trees: what they find is a bound from above, rarely far from the least."""

from collections.abc import Callable

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space import pair_kernels as kernels
from generator.puzzles.sokoban.kinds.zero_space.pairs import Ends
from generator.puzzles.sokoban.slides.finding import Slides

CHILDREN = 24
"""Room for the neighbours of each state of a beam; what does not fit is left out."""


def shortest_beam(
    ends: Ends, width: int, most: int, nodes: int, ended: Callable[[], bool]
) -> tuple[Slides | None, int]:
    """The shorter one of the ways of at most `most` slides that beams find from the start and from the goal, if any.

    Each keeps at most `nodes` states. Returns the slides in their order from the start, and how many states were kept.
    """
    forward, kept = _beam(ends, 0, width, most, nodes, ended)
    if forward is not None:
        if len(forward) == ends.distance:
            return forward, kept
        most = len(forward) - 2
    backward, more = _beam(ends, 1, width, most, nodes, ended)
    return (forward if backward is None else backward[::-1].copy()), kept + more


def _beam(
    ends: Ends, end: int, width: int, most: int, nodes: int, ended: Callable[[], bool]
) -> tuple[Slides | None, int]:
    """The slides of a beam search from one end to the other."""
    beam = _memory(width, most, min(nodes, width * most))
    beam.state[0], beam.gap[0], beam.parent[0], beam.back[0] = ends.states[end], ends.distance, -1, 0
    counts, buffer = ends.counts[1 - end], np.empty((2, kernels.JUNCTIONS), np.int64)
    first, last = 0, 1
    for left in range(most - 1, -1, -1):
        if last >= nodes or ended():
            break
        count = int(kernels.follow(first, last, left, counts, ends.board, beam, buffer))
        if count > last and beam.gap[count - 1] == 0:
            return _way(ends, beam, count - 1), last
        kept = int(kernels.keep_nearest(min(width, nodes - last), last, count, last - first, beam))
        if kept == 0:
            break
        first, last = last, last + kept
    return None, last


def _way(ends: Ends, beam: kernels.Beam, node: int) -> Slides:
    """The slides that led to a state."""
    slides = []
    while beam.parent[node] >= 0:
        before = int(beam.parent[node])
        moved = beam.state[node] ^ beam.state[before]
        half = int(moved[0] == 0)
        slides.append((int(moved[half]).bit_length() - 2) + half * ends.board.rows)
        node = before
    return np.array(slides[::-1], np.int32)


def _memory(width: int, most: int, nodes: int) -> kernels.Beam:
    children = CHILDREN * width
    return kernels.Beam(
        state=np.empty((nodes + children, 2), np.int64),
        parent=np.empty(nodes + children, np.int32),
        gap=np.empty(nodes + children, np.int32),
        back=np.empty((width + children, 2), np.int64),
        table=np.empty(1 << (2 * children).bit_length(), np.int32),
        tally=np.empty(most + 1, np.int32),
    )
