"""The numbers that all kernels of Sokoban share: directions, and how a search ends."""

UP, LEFT, RIGHT, DOWN = range(4)
"""Directions; the opposite of d is 3 - d."""

RUNNING, SOLVED, UNSOLVABLE, NODE_LIMIT, CROWDED, COMPLETE = range(6)
"""What a search answers: it goes on; a solution was found; there is none; nodes or memory are used up; its table needs
more room; all that there is was searched."""
