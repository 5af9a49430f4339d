"""The numbers that bound free wall layouts, without numpy behind them."""

TYPES = ("free",)
WALLS = ("evolve", "fixed")

AIMS = ("moves", "pushes")
"""What the rooms of a number of cells may be deepest in."""

MOST_CELLS = 64
"""Cells of floor of such a room."""

USUAL_BOXES = 5
"""The most boxes of such a room unless others are asked for."""

HEAT = 6
"""How much depth a change of such a room may cost at first to be kept every second time."""

HEATS = (1, 2, 4, HEAT)
"""That of children in a frame: little keeps what is good in a room, much leaves it for something else."""

LARGEST_SIDE = 20
"""Most rows and columns of a room, inside its outer wall."""

MOST_BOXES = 20
MOST_SEEDS = 2**53
"""Seeds stay below this, so that every reader of JSON keeps them exactly."""

MOST_EFFORT = 1_000_000_000

SPARE = 2
"""Floor cells that a room needs beside those of its goals, so that a box can be pulled."""

BUDGET = 1_000_000
"""States for one candidate: nearly every layout of 4 boxes in a room of 7 x 7, in a second at most."""

EFFORT = 5_000_000
"""States that are searched while one room is changed for a deeper start: some thousand changes, a second or two."""

ATLAS_CELLS = range(3, 17)
"""The numbers of cells at which all rooms can be listed and searched: 13,079,255 of 16 cells."""
