"""Settings of a search besides its levels: their bounds, the axes of the archive, and how many levels it has."""

from collections.abc import Mapping
from typing import NamedTuple

from generator import Option
from service.bounds import LARGEST


class SessionSizes(NamedTuple):
    """How many levels a session keeps, makes at a time and breeds from, after how many it starts again, and islands."""

    pool_size: int = 10
    batch: int = 16
    population: int = 10
    patience: int = 500
    islands: int = 1
    migration: int = 20


DEFAULT_SIZES = SessionSizes()
MOST_KEPT = 1000
"""Members of a pool, with each of which every good child is compared, and levels of a generation."""
MOST_ISLANDS = 256
REQUIRED = Option("require", str, "keep only levels within this bound, such as 'branching<=3'", multiple=True)
AXIS = Option("axis", str, "axis of the archive: a metric and the width of its bins, such as 'depth:4'", multiple=True)
SIZES: Mapping[Option, int] = {
    Option("pool", int, "levels that the session keeps as its best"): MOST_KEPT,
    Option("batch", int, "levels in a generation of an island"): MOST_KEPT,
    Option("population", int, "levels that breed"): MOST_KEPT,
    Option("patience", int, "evaluations without gain before a new population"): LARGEST,
    Option("islands", int, "populations that breed apart"): MOST_ISLANDS,
    Option("migration", int, "generations after which the best of an island goes to the next one"): LARGEST,
}
"""The options that ask for sizes, in their order, and the most that each may be; the least is 1."""
