"""What walls decide about where boxes and the player can go.

Directions are 0 up, 1 left, 2 right, 3 down; the opposite of d is 3 - d. A box on a cell divides the floor into at most
four *zones*; a zone is called by the least direction in which it touches the box. The *place* of a box is 4 * cell +
zone of the player: the player cannot leave a box's zone but by pushing that very box, so that distances between places
give a consistent bound, which distances between cells do not.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

UNREACHED = 30_000
"""More pushes than any box needs, as in the tables of a floor."""


class Floor(NamedTuple):
    """What the walls decide.

    near: int16 (n, 4) neighbours, -1 for a wall. zone: uint8 (n, n) the zone of a player (second index) around a
    box (first index). ahead: int16 (4n, k) pushes from a place to each goal. behind: int16 (4n, k) pushes from
    each box's first place to a place. alive: uint8 (n,) whether a box there can get to some goal. goal: int16 (n,)
    the number of the goal on a cell plus 1. keys: uint64 (2, n) random numbers that hash boxes and player.
    """

    near: NDArray[np.int16]
    zone: NDArray[np.uint8]
    ahead: NDArray[np.int16]
    behind: NDArray[np.int16]
    alive: NDArray[np.uint8]
    goal: NDArray[np.int16]
    keys: NDArray[np.uint64]


class Scratch(NamedTuple):
    """Work space, of which nothing but `mark` outlives an expansion; n cells, k boxes, w words.

    box: int32 (k,) cells of the boxes. at: int16 (n,) number of the box on a cell plus 1. reach: int32 (2, n) marks of
    cells that the player walks to before and after a push, valid where equal to mark: int64 (2,). stack: int16 (n,).
    frozen: uint8 (2, k) boxes that cannot move, before and after. cost: int32 (4, k + 1, k + 1), potential: int32
    (4, 2, k + 1), match, place: int32 (4, k + 1), held: uint8 (5, k + 1): the last assignments and places and the goals
    that frozen boxes keep, all 1-based, for bounds ahead and behind in forward expansions and then in backward ones.
    changed: uint8 (k + 1,) rows to be assigned anew. augment: int32 (3, k + 1). region: int16 (n,) number of the part
    of the floor that cannot be walked to, from 1. member: uint8 (2, n + k + 1), chosen: uint8 (k,): the regions and
    boxes of a corral, and the boxes of the best. word: int32 (w,) the boxes, 32 cells each. hashed: uint64 (1,) their
    hash. steps: int32 (n,) the player's steps to the cells that he can walk to.
    """

    box: NDArray[np.int32]
    at: NDArray[np.int16]
    reach: NDArray[np.int32]
    mark: NDArray[np.int64]
    stack: NDArray[np.int16]
    frozen: NDArray[np.uint8]
    cost: NDArray[np.int32]
    potential: NDArray[np.int32]
    match: NDArray[np.int32]
    place: NDArray[np.int32]
    changed: NDArray[np.uint8]
    held: NDArray[np.uint8]
    augment: NDArray[np.int32]
    steps: NDArray[np.int32]
    region: NDArray[np.int16]
    member: NDArray[np.uint8]
    chosen: NDArray[np.uint8]
    word: NDArray[np.int32]
    hashed: NDArray[np.uint64]
