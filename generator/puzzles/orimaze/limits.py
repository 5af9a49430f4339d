"""The numbers that bound orimazes, without numpy behind them."""

LEAST_SIDE, LARGEST_SIDE = 2, 8
"""Rows and columns: a set of cells is one word of 64 bits."""

BUDGET = 300_000
"""Positions that are kept for one candidate: components of 5 x 5 have 10,273 at most."""

MOST_KEPT = 2**24
"""Positions that are kept in any search, about 64 bytes each."""

MOST_EXPLORED = 100_000
"""Positions of a component among which the deepest level is looked for, and which are counted."""

MOST_STEPS = 4_000_000
"""Positions in all searches for the two that are farthest apart."""

ATLAS_CELLS = 30
"""Cells of the grids of which there is an atlas: the largest chapter of 5 x 6 takes half a gigabyte."""
