"""Distances in a graph of positions, whose neighbours are listed by way: int32 (n, 4), FREE where there is none."""

import numpy as np
from numpy.typing import NDArray

from generator.bit_kernels import Int
from generator.kernels import kernel
from generator.puzzles.orimaze.kernel_constants import FREE, WAYS

MOST_COUNTED = 2**53
"""Ways are counted up to here."""


@kernel
def spread(neighbours: NDArray[np.int32], distance: NDArray[np.int32], order: NDArray[np.int32], begun: int) -> int:
    """Write the distance of every position from the nearest source, and return how many can be reached.

    distance: int32 (n,), FREE where it is not known yet, 0 at the sources. order: int32 (n,), begins with the `begun`
    sources and then holds all that are reached, the nearest first. Both are written.
    """
    head, tail = 0, begun
    while head < tail:
        number = order[head]
        head += 1
        for way in range(WAYS):
            other = neighbours[number, way]
            if other != FREE and distance[other] == FREE:
                distance[other] = distance[number] + 1
                order[tail] = other
                tail += 1
    return tail


@kernel
def search_from(
    neighbours: NDArray[np.int32], count: int, source: Int, distance: NDArray[np.int32], order: NDArray[np.int32]
) -> Int:
    """Write the distances of the first `count` positions from one of them, and return the number of a farthest one.

    neighbours: int32 (n, 4). distance, order: int32 (n,), are written as `spread` does.
    """
    for number in range(count):
        distance[number] = FREE
    distance[source] = 0
    order[0] = source
    return np.int64(order[spread(neighbours, distance, order, 1) - 1])


@kernel
def count_ways(
    neighbours: NDArray[np.int32], distance: NDArray[np.int32], order: NDArray[np.int32], ways: NDArray[np.int64]
) -> None:
    """Count the shortest ways from every position to the sources, up to MOST_COUNTED.

    neighbours: int32 (n, 4). distance, order: int32 (n,), as `spread` has written them, all positions being reached.
    ways: int64 (n,), is written.
    """
    for number in order:
        total = np.int64(distance[number] == 0)
        for way in range(WAYS):
            other = neighbours[number, way]
            if other != FREE and distance[other] == distance[number] - 1:
                total += ways[other]
        ways[number] = total if total < MOST_COUNTED else MOST_COUNTED


@kernel
def diameter(
    neighbours: NDArray[np.int32], count: int, distance: NDArray[np.int32], order: NDArray[np.int32], most: int
) -> tuple[int, int, int, bool]:
    """The greatest distance of two positions, two that are so far apart, and whether this is exact.

    neighbours: int32 (n, 4), of a connected graph of `count` positions. distance, order: int32 (3, n), are written.
    After two sweeps the search goes on from the middle of the way that they have found. Two positions that are at most
    k from there are at most 2 k apart. So those beyond are searched from, the farthest first, until none of the rest
    can be better (Crescenzi and others, On computing the diameter of real-world undirected graphs, 2013). There are at
    most `most` searches.
    """
    far = search_from(neighbours, count, 0, distance[0], order[0])
    end = search_from(neighbours, count, far, distance[0], order[0])
    best, one, other = int(distance[0, end]), int(far), int(end)
    middle = end
    while distance[0, middle] > best // 2:
        for way in range(WAYS):
            following = neighbours[middle, way]
            if following != FREE and distance[0, following] < distance[0, middle]:
                middle = following
                break
    search_from(neighbours, count, np.int64(middle), distance[1], order[1])
    searches = 3
    for index in range(count - 1, -1, -1):
        number = order[1, index]
        if 2 * distance[1, number] <= best:
            return best, one, other, True
        if searches == most:
            return best, one, other, False
        end = search_from(neighbours, count, np.int64(number), distance[2], order[2])
        searches += 1
        if distance[2, end] > best:
            best, one, other = int(distance[2, end]), int(number), int(end)
    return best, one, other, True
