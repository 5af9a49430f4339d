"""Which cells can be walked to."""

import numpy as np

from generator.puzzles.sokoban.level import Mask


def reachable(free: Mask, start: tuple[int, int]) -> Mask:
    """The cells joined to `start` through cells that are free, `start` among them."""
    height, width = free.shape
    stride = width + 2
    bordered = np.zeros((height + 2, stride), np.bool_)
    bordered[1:-1, 1:-1] = free
    unseen = bytearray(bordered.tobytes())
    frontier = [(start[0] + 1) * stride + start[1] + 1]
    unseen[frontier[0]] = 0
    while frontier:
        cell = frontier.pop()
        for neighbour in (cell - stride, cell - 1, cell + 1, cell + stride):
            if unseen[neighbour]:
                unseen[neighbour] = 0
                frontier.append(neighbour)
    left = np.frombuffer(unseen, np.bool_).reshape(bordered.shape)
    return (bordered & ~left)[1:-1, 1:-1]
