"""The numbers that the kernels of water sort share: units, ways to pour, and how a search ends."""

BITS = 5
UNIT = 31
"""A unit has so many bits in the word of its tube, and this is their mask."""

WATER, WHOLE, BALL = range(3)
"""How much of a run is poured: what has room; all of it or nothing; one unit."""

SOLVED, UNSOLVABLE, NODE_LIMIT, FULL = range(4)
"""What a search answers: a solution was found; there is none; its nodes are used up; its memory is."""
