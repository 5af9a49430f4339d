"""How many levels a session works with."""

from typing import NamedTuple


class SessionSizes(NamedTuple):
    """How many levels a session keeps, makes at a time and breeds from, and after how many it starts again."""

    pool_size: int = 10
    batch: int = 16
    population: int = 10
    patience: int = 500


DEFAULT_SIZES = SessionSizes()
MOST_KEPT = 1000
"""Members of a pool, with each of which every good child is compared, and levels of a generation."""
