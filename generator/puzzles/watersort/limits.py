"""The numbers that bound water sort, without numpy behind them."""

MOST_COLOURS = 24
"""A colour is a letter from a to x."""

LEAST_CAPACITY, LARGEST_CAPACITY = 2, 16
"""Units in a full tube."""

USUAL_CAPACITY, COLOURS_BEYOND = 12, 15
"""A tube is one word of 64 bits: up to this capacity a unit has 5, beyond it 4, which is enough for 15 colours."""

MOST_TUBES = 26
"""Tubes are named by capital letters."""

MOST_EMPTY = 6
"""Empty tubes of levels that are made here."""

MOST_SEEDS = 2**53
"""Seeds stay below this, so that every reader of JSON keeps them exactly."""

BUDGET = 100_000
"""Nodes for one candidate: random levels of 12 colours need 400 in the median, evolved ones a few thousand."""

MOST_STEPS = 10_000
"""Pours that are undone at most."""

ATLAS_COLOURS, ATLAS_EMPTY, ATLAS_LEVELS = (2, 6), (1, 3), 30_000_000
"""Colours and empty tubes of levels that are enumerated, and how many levels there may be."""
