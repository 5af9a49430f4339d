"""How large the numbers may be that users give."""

LARGEST = 2**53
"""Numbers stay below this, so that SQLite and every reader of JSON keep them exactly."""
MOST_NODES = 500_000_000
"""States whose numbers the solvers' tables can hold."""
MOST_WORKERS = 512
SEEDS = 2**32
"""How many seeds there are to choose from where the user names none: few digits to type again."""
