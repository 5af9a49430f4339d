"""Random numbers for kernels that change rooms: streams of S. Vigna's splitmix64, which need no generator of numpy.

A stream is its state, uint64 (1,), which every draw modifies.
"""

import numpy as np

from generator.bit_kernels import GOLDEN, Int, Words
from generator.kernels import kernel


@kernel
def random(below: Int, state: Words) -> Int:
    """A random number from 0; the slight bias of the remainder does no harm here. state: uint64 (1,), modified."""
    state[0] += GOLDEN
    mixed = state[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.int64((mixed ^ mixed >> np.uint64(31)) >> np.uint64(1)) % below


@kernel
def halvings(state: Words) -> Int:
    """How often a coin shows heads before it shows tails; state: uint64 (1,), modified."""
    count = 0
    while random(2, state):
        count += 1
    return count
