"""The numbers that the kernels of water sort share: ways to pour, and how a search ends."""

WATER, WHOLE, BALL = range(3)
"""How much of a run is poured: what has room; all of it or nothing; one unit."""

SOLVED, UNSOLVABLE, NODE_LIMIT, FULL = range(4)
"""What a search answers: a solution was found; there is none; its nodes are used up; its memory is."""
