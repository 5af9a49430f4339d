"""The work space of a push-optimal search, of which nothing but marks outlives an expansion."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Words
from generator.puzzles.sokoban.search.corral_kernels import Corrals
from generator.puzzles.sokoban.search.floor_kernels import Boxes
from generator.puzzles.sokoban.search.pattern_kernels import Patterns
from generator.puzzles.sokoban.search.prospect_kernels import Prospects


class Walks(NamedTuple):
    """Where the player walks before and after a push, all modified; n cells, w words of a board.

    reached: uint64 (2, w) the places that he can walk to. steps: int32 (n,) his steps to the cells that he can walk to.
    queue: int16 (n,).
    """

    reached: Words
    steps: NDArray[np.int32]
    queue: NDArray[np.int16]


class Assignments(NamedTuple):
    """The last assignments of boxes to goals, all 1-based and modified; k boxes, v words of a board.

    cost: int32 (4, k + 1, k + 1), potential: int32 (4, 2, k + 1), match, place: int32 (4, k + 1), held: uint8 (4, k +
    1): the last assignments and places and the goals that frozen boxes keep, for bounds ahead and behind in forward
    expansions and then in backward ones. frozen: uint64 (4, v) these boxes. before: uint8 (k + 1,) the goals that were
    kept before. changed: uint8 (k + 1,) rows to be assigned anew. augment: int32 (3, k + 1).
    """

    cost: NDArray[np.int32]
    potential: NDArray[np.int32]
    match: NDArray[np.int32]
    place: NDArray[np.int32]
    changed: NDArray[np.uint8]
    held: NDArray[np.uint8]
    frozen: Words
    before: NDArray[np.uint8]
    augment: NDArray[np.int32]


class Workspace(NamedTuple):
    """The state that is looked at, and what is found out about it; k boxes, w words, v words of
    a board.

    frozen: uint64 (2, v) the places of boxes that cannot move, before and after a push. word: int32 (w,) the boxes, 32
    cells each. hashed: uint64 (1,) their hash. led: uint64 (4, v) the places of boxes that a step in a direction can
    move, and step: int32 (4k, 4) these steps. counted: uint8 (k,) boxes whose conflicts are counted. All are modified,
    as all else.
    """

    boxes: Boxes
    walks: Walks
    corrals: Corrals
    assignments: Assignments
    prospects: Prospects
    patterns: Patterns
    frozen: Words
    word: NDArray[np.int32]
    hashed: NDArray[np.uint64]
    led: Words
    step: NDArray[np.int32]
    counted: NDArray[np.uint8]
