"""Which cells can be walked to."""

import numpy as np

from generator.puzzles.sokoban.level import Mask


def reachable(free: Mask, start: tuple[int, int]) -> Mask:
    """The cells joined to `start` through cells that are free, `start` among them."""
    height, width = free.shape
    # One bit for each cell, and one behind each row that is not free; all cells of the frontier spread at once.
    bits = np.zeros((height, width + 1), np.bool_)
    bits[:, :-1] = free
    cells = int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")
    row, frontier = width + 1, 1 << start[0] * (width + 1) + start[1]
    unseen = cells & ~frontier
    while frontier:
        frontier = (frontier << 1 | frontier >> 1 | frontier << row | frontier >> row) & unseen
        unseen ^= frontier
    seen = np.frombuffer((cells ^ unseen).to_bytes((bits.size + 7) // 8, "little"), np.uint8)
    return np.unpackbits(seen, count=bits.size, bitorder="little").view(np.bool_).reshape(bits.shape)[:, :-1]
