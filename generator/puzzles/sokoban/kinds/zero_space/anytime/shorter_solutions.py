"""Solutions made shorter and shorter."""

from collections.abc import Iterator

import numpy as np

from generator.puzzles.sokoban.kinds.zero_space.anytime import annealing_kernels, shortening_kernels
from generator.puzzles.sokoban.kinds.zero_space.anytime.approach import Approach
from generator.puzzles.sokoban.kinds.zero_space.anytime.shortening_kernels import ATTEMPT, STRETCH, Shortener
from generator.puzzles.sokoban.kinds.zero_space.anytime.window_kernels import ROOM
from generator.puzzles.sokoban.kinds.zero_space.anytime.windows import holders_of
from generator.puzzles.sokoban.slides.tree_kernels import Ints

FORMS = ((4, 4), (5, 5), (6, 6))
TRIES = 1000
"""Attempts between two looks at the budget."""
PATIENCE = 50
"""Attempts in vain for every slide of a solution, after which it counts as short as this gets."""
HORIZON = 4000
"""Slides behind among which one that is taken back is looked for, before anything is searched."""
PART = 20_000
"""Slides that are retraced between two looks at the clock."""
_DRAWS = 2**62


def shortened(approach: Approach, slides: Ints, seed: int, nodes: int) -> Iterator[Ints]:
    """Yield ever shorter solutions, now and then the same, until none is found or the approach has spent its nodes."""
    windows, holders = holders_of(approach.zero.type, approach.zero.size, FORMS)
    shortener = _shortener(approach)
    rng = np.random.Generator(np.random.PCG64(seed))
    for _ in _retraced(approach, slides):
        yield slides
    approach.limit(nodes)
    yield approach.slides
    in_vain = 0
    while approach.length and in_vain < PATIENCE * approach.length and approach.nodes + ATTEMPT + ROOM <= nodes:
        draws = rng.integers(_DRAWS, size=(TRIES, 3))
        saved = shortening_kernels.shorten(
            draws,
            windows.begin,
            windows.slots,
            (holders.begin, holders.windows),
            approach.workspace,
            shortener,
        )
        in_vain = 0 if saved else in_vain + TRIES
        yield approach.slides


def _retraced(approach: Approach, slides: Ints) -> Iterator[None]:
    """Lead an approach along these slides without what is taken back; yields between two parts of them."""
    approach.set_out()
    for begin in range(0, len(slides), PART):
        if begin:
            yield
        annealing_kernels.retrace(slides[begin : begin + PART], HORIZON, approach.workspace)


def _shortener(approach: Approach) -> Shortener:
    slots = approach.shape.slots
    return Shortener(
        start=approach.start,
        here=np.empty(slots, np.uint8),
        inside=np.zeros(slots + 1, np.uint8),
        used=np.empty(slots, np.uint8),
        within=np.empty(STRETCH, np.int32),
        outside=np.empty(STRETCH, np.int32),
    )
