"""The numbers that the kernels of Linjat share: rules, outcomes, and what a line may be."""

MOST_VALUE = 9
ORIENTATIONS = 2 * MOST_VALUE

UNCONTESTED, COVER, SINGLE_SOLUTION, CANT_FIT, SQUARE, DEPENDENCY, ONE_OF, NONE = range(8)
"""The rules in the order in which they are tried; NONE: nothing follows."""

RULES = 7
EVERY_RULE = (1 << RULES) - 1
FAIR_RULES = EVERY_RULE & ~(1 << UNCONTESTED | 1 << SINGLE_SOLUTION)
"""Sets of rules, a bit for each; the fair ones do not take it for granted that there is one solution alone."""

SOLVED, STUCK, CONTRADICTORY = range(3)

NO_SCORE = -(1 << 60)

SHORTEST, LONGEST, NEW_LONGEST = 2, 8, 6
"""Cells of a line: the least, the most, and the most of one that is drawn anew."""
