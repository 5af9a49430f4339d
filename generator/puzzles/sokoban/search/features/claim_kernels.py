"""Who can have which of up to 64 things, one each: the most that can be content, by augmenting paths (Berge, 1957)."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import NO_CELL, bit, trailing_zeros
from generator.kernels import kernel

THINGS = 64
"""How many things there may be."""


class Claims(NamedTuple):
    """Claims, of which there may be k, and who has what, all modified.

    wanted: uint64 (k,) a bit for each thing that would do. owner, asker: int32 (THINGS,) who has a thing, and who asked
    for it last. held, queue: int32 (k,) what each has, and whose turn it is to ask.
    """

    wanted: NDArray[np.uint64]
    owner: NDArray[np.int32]
    asker: NDArray[np.int32]
    held: NDArray[np.int32]
    queue: NDArray[np.int32]


@kernel
def count_left_over(count: int, claims: Claims) -> int:
    """How many of the first claims get nothing, however the things are shared out."""
    taken, left = NO_CELL, 0
    for claim in range(count):
        thing = _find_free(claim, taken, claims)
        if thing < 0:
            left += 1
        else:
            taken |= bit(thing)
            _pass_on(claim, thing, claims)
    return left


@kernel
def _find_free(claim: int, taken: np.uint64, claims: Claims) -> int:
    """A free thing that contents a claim, if need be by others' taking something else; -1 where there is none."""
    claims.queue[0] = claim
    head, size, unseen = 0, 1, ~NO_CELL
    while head < size:
        asker = claims.queue[head]
        head += 1
        wanted = claims.wanted[asker] & unseen
        if wanted & ~taken:
            thing = trailing_zeros(wanted & ~taken)
            claims.asker[thing] = asker
            return int(thing)
        unseen &= ~wanted
        while wanted:
            thing = trailing_zeros(wanted)
            wanted &= ~bit(thing)
            claims.asker[thing] = asker
            claims.queue[size] = claims.owner[thing]
            size += 1
    return -1


@kernel
def _pass_on(claim: int, thing: int, claims: Claims) -> None:
    """Give a free thing to whoever asked for it, what that one had to whoever asked for that, and so on."""
    owner = claims.asker[thing]
    while owner != claim:
        before = claims.held[owner]
        claims.owner[thing], claims.held[owner] = owner, thing
        thing = before
        owner = claims.asker[thing]
    claims.owner[thing], claims.held[owner] = owner, thing
