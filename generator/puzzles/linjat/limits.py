"""The numbers that bound Linjat, without numpy behind them."""

LEAST_SIDE, LARGEST_SIDE = 2, 16
"""Rows and columns of a grid."""

LEAST_VALUE, LARGEST_VALUE = 2, 8
"""A line of length 1 would have no direction; the original has none longer than 8."""

MOST_NUMBERS = 64
"""Sets of numbers are words of 64 bits."""

MOST_EFFORT = 10_000_000
MOST_SEEDS = 2**53
"""Seeds stay below this, so that every reader of JSON keeps them exactly."""

MOST_COUNTED = 1000
"""Solutions of a level that are counted; where there are so many, there may be more."""

BUDGET = 1_000_000
"""Nodes for counting the solutions of one level; few need 10,000."""

FIRST_VERSION, VERSION = 1, 2
"""How candidates are made: first those whose lines do not follow were dropped, now they are mended with dots, and some
changes make two dots for the same two numbers."""
