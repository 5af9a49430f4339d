"""Leaps of an iteration towards its end (reduced rank extrapolation: R. P. Eddy, 1979; M. Mesina, 1977)."""

import numpy as np
from numpy.typing import NDArray

from generator.kernels import kernel

DIRECTIONS = 6
"""A leap looks back on the changes of one sweep more than this."""

LEAST_SHARE = 1e-13
"""Directions that differ by less than this share of all are not told apart."""


@kernel(allocates=True)
def leap(begin: int, values: NDArray[np.float64], changes: NDArray[np.float32]) -> None:
    """Change values, from an index on, to where the next sweep would change them least.

    What the last sweeps changed tells how the changes of a sum of values go on. The values remain between 0 and 1.

    values: float64 (n,), modified. changes: float32 (DIRECTIONS + 1, n) of the last sweeps.
    """
    products, parts = _least_squares(begin, changes)
    if np.trace(products) == 0.0:
        # Values that still move by less than a float32 can tell.
        return
    _solve(products, parts)
    for index in range(begin, len(values)):
        value = values[index]
        for number in range(DIRECTIONS):
            value += (parts[number] - 1.0) * changes[number + 1, index]
        values[index] = min(1.0, max(0.0, value))


@kernel(allocates=True)
def _least_squares(begin: int, changes: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The equations for the sum of differences between one change and the next that adds the first one up to nearly 0.

    changes: float32 (DIRECTIONS + 1, n). Returns float64 (DIRECTIONS, DIRECTIONS), the lower half, and (DIRECTIONS,).
    """
    products, wanted, step = np.zeros((DIRECTIONS, DIRECTIONS)), np.zeros(DIRECTIONS), np.empty(DIRECTIONS)
    for index in range(begin, changes.shape[1]):
        for number in range(DIRECTIONS):
            step[number] = changes[number + 1, index] - changes[number, index]
            wanted[number] -= step[number] * changes[0, index]
            for other in range(number + 1):
                products[number, other] += step[number] * step[other]
    least = LEAST_SHARE * np.trace(products)
    for number in range(DIRECTIONS):
        products[number, number] += least
    return products, wanted


@kernel
def _solve(products: NDArray[np.float64], wanted: NDArray[np.float64]) -> None:
    """Replace the right side of symmetric equations by their solution (Cholesky, without square roots).

    products: float64 (k, k), the lower half of a positive definite matrix. wanted: float64 (k,). Both are modified.
    """
    size = len(wanted)
    for column in range(size):
        for row in range(column + 1, size):
            factor = products[row, column] / products[column, column]
            for other in range(row, size):
                products[other, row] -= factor * products[other, column]
            wanted[row] -= factor * wanted[column]
    for row in range(size - 1, -1, -1):
        for other in range(row + 1, size):
            wanted[row] -= products[other, row] * wanted[other]
        wanted[row] /= products[row, row]
