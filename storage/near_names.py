"""What a level may be called that somebody has named wrongly."""

from collections.abc import Sequence
from difflib import get_close_matches

from sqlalchemy import or_, select

from storage.database import Database
from storage.names import patterns_near
from storage.summaries import NAME
from storage.tables.levels import Level

MOST = 3
"""Names that are told."""
LIKE = 0.7
"""From which likeness on, between 0 and 1, a name is told."""
MOST_TITLES = 10_000
"""Titles that are looked at, the newest first, so that an answer comes at once."""


def names_like(database: Database, words: str) -> Sequence[str]:
    """Names and titles of levels that are like these words, the most similar first."""
    ranges = [
        Level.code.between(pattern.first << pattern.shift, (pattern.last + 1 << pattern.shift) - 1)
        for pattern in patterns_near(words)
    ]
    with database.read() as connection:
        named = connection.execute(select(NAME).where(or_(*ranges))).scalars().all() if ranges else []
        titled = select(Level.title).where(Level.title != "").order_by(Level.id.desc()).limit(MOST_TITLES)
        titles = connection.execute(titled).scalars().all()
    called = {name.lower(): name for name in (*titles, *named)}
    found = get_close_matches(words.lower(), called, MOST, LIKE)
    return [called[name] for name in found]
