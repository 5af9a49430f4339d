"""What the page of the gallery shows: cards in an order that compares like with like, and what may be asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple, Self

from service.web.levels.search import LevelSearch
from storage.curation import tags_in_use
from storage.database import Database
from storage.gallery import Page, families_in_use, families_of, objectives_in_use, page, types_in_use
from storage.level_filter import RATING, LevelFilter, are_comparable, order_name
from storage.queries import count_levels
from storage.ratings import LevelRatingRow, ratings_of

DIFFICULTY = "difficulty"
OF_EACH = 8
"""Levels of a family that are shown where there are several."""


class Shelf(NamedTuple):
    """Levels that a search finds, and how many there are.

    `ratings` are those of the levels that are ordered by them. If `is_by_depth`, the search asked for the order of
    difficulty, but no level has an estimate of it.
    """

    search: LevelSearch
    total: int
    found: Page
    ratings: Mapping[int, LevelRatingRow]
    is_by_depth: bool


class Choices(NamedTuple):
    """Values that stored levels have, for lists to choose from."""

    families: Sequence[str]
    types: Sequence[str]
    objectives: Sequence[str]
    tags: Sequence[str]

    @classmethod
    def of(cls, database: Database, family: str | None) -> Self:
        """What a search for levels of a family, or of any, may ask for."""
        families = families_in_use(database)
        return cls(
            families,
            types_in_use(database, _known(family, families)),
            objectives_in_use(database),
            [tag for tag, _ in tags_in_use(database)],
        )

    def meant(self, search: LevelSearch) -> LevelSearch:
        """A search with its words as levels have them, in capital letters or not."""
        known: Mapping[str, Sequence[str]] = {
            "family": self.families,
            "type": self.types,
            "objective": self.objectives,
            "tag": self.tags,
        }
        return search.model_copy(update={name: _known(getattr(search, name), words) for name, words in known.items()})


def shelves(database: Database, search: LevelSearch, families: Sequence[str]) -> list[Shelf]:
    """What a search finds: one page, or the first levels of each family where their figures do not compare."""
    if are_comparable(search.wanted, search.sorting):
        return [_shelf(database, search)]
    found = [search.model_copy(update={"family": family}) for family in families_of(database, search.wanted, families)]
    if len(found) < 2:
        return [_shelf(database, each) for each in found or [search]]
    return [_shelf(database, each.model_copy(update={"limit": OF_EACH, "after": None})) for each in found]


def chips(search: LevelSearch) -> dict[str, str]:
    """What a search asks for, by its fields, each with the query of the address that no longer asks for it."""
    asked = (field.name for field in fields(LevelFilter) if getattr(search, field.name) is not None)
    return {name: search.model_copy(update={name: None, "after": None}).query for name in asked}


def _shelf(database: Database, search: LevelSearch) -> Shelf:
    found = _page(database, search)
    by = order_name(search.sorting)
    # levels without a figure come last, so if the first of all has none, no level has
    is_by_depth = by == DIFFICULTY and search.after is None and any(row.difficulty is None for row in found.rows[:1])
    if is_by_depth:
        search = search.model_copy(update={"order": search.sorting.replace(DIFFICULTY, "depth")})
        found = _page(database, search)
    ratings = ratings_of(database, [row.id for row in found.rows]) if by == RATING else {}
    return Shelf(search, count_levels(database, search.wanted, search.sorting), found, ratings, is_by_depth)


def _page(database: Database, search: LevelSearch) -> Page:
    return page(database, search.wanted, search.sorting, search.cursor, search.limit)


def _known(word: str | None, words: Sequence[str]) -> str | None:
    if word is None or word in words:
        return word
    return next((known for known in words if known.casefold() == word.casefold()), word)
