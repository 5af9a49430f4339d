"""The numbers that the kernels of Linjat share: rules, outcomes, and what a line may be."""

MOST_NUMBERS = 64
MOST_VALUE = 9
ORIENTATIONS = 2 * MOST_VALUE

UNCONTESTED, COVER, SINGLE_SOLUTION, CANT_FIT, SQUARE, DEPENDENCY, ONE_OF, NONE = range(8)
"""The rules in the order in which they are tried; NONE: nothing follows."""

RULES = 7

SOLVED, STUCK, CONTRADICTORY = range(3)

NO_SCORE = -(1 << 60)

SHORTEST, LONGEST, NEW_LONGEST = 2, 8, 6
"""Cells of a line: the least, the most, and the most of one that is drawn anew."""
