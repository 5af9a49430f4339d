"""How hard a level is for players, as pages show it."""

from dataclasses import dataclass

from service.ratings.prior import prior
from storage.database import Database
from storage.queries import LevelRow
from storage.ratings import level_rating


@dataclass(frozen=True, slots=True)
class ShownRating:
    """The rating of a level by its games, or what it is expected to be where there are none."""

    rating: int
    deviation: int
    plays: int


def shown_rating(database: Database, level: LevelRow) -> ShownRating:
    """What the fragment `level_rating.html` shows as `rating`."""
    found = level_rating(database, level.id)
    if found is not None:
        return ShownRating(round(found.rating), round(found.deviation), found.plays)
    expected = prior(level.family, level.depth, level.metrics)
    return ShownRating(round(expected.rating), round(expected.deviation), 0)
