"""What curators say of levels: states on a board, ratings, notes and tags, and who has changed which of them when."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from storage.curation_models import Curation, CurationChange, SavedSearch, Tag
from storage.database import Database
from storage.errors import CurationError, SearchExistsError, UnknownSearchError
from storage.levels import among
from storage.lineage import unknown_level
from storage.models import Level

LONGEST_NOTE = 10_000
LONGEST_TAG = 40
LONGEST_NAME = 100
LONGEST_QUERY = 2000
MOST_TAGS = 50
"""Tags of one level."""
RATINGS = range(1, 6)


class CurationState(StrEnum):
    """Where a level stands on the way into a contest; it may move from any of these to any other."""

    CANDIDATE = "candidate"
    SHORTLISTED = "shortlisted"
    APPROVED = "approved"
    PUBLISHED = "published"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class CurationRow:
    """What curators think of a level; `state` is None while it is not on the board."""

    level_id: int
    state: CurationState | None = None
    rating: int | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    changed_at: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Who changed what of a level's curation; `field` is state, rating, note or tags."""

    level_id: int
    who: str
    created_at: str
    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class SearchRow:
    """A search for levels under a name."""

    name: str
    query: str
    who: str
    created_at: str
