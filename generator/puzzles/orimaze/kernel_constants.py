"""The numbers that the kernels of orimaze share: directions, aims, and how a search goes on."""

LEFT, UP, RIGHT, DOWN = range(4)
"""Where the free cell goes, in the order of the letters l, u, r, d."""
WAYS = 4

NO_AIM, CORNER, ARRANGEMENT = range(3)
"""What is looked for: nothing, an H in the first cell, or one position."""

FREE = -1
"""In a hash table: no position is here. In a list of neighbours: no move leads this way."""

OPEN, SOLVED, MET, FULL = range(4)
"""After a layer: search on; a solved position was added; both ends have met; there is no room for a position more."""
