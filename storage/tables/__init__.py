"""The tables, a module for each subject; they change only together with a new revision in `migrations`."""

from storage.tables import accounts, atlases, contests, curation, levels, ratings, sessions
from storage.tables.base import Base

__all__ = ["METADATA", "accounts", "atlases", "contests", "curation", "levels", "ratings", "sessions"]

METADATA = Base.metadata
