"""The tables of curation."""

from sqlalchemy import (
    ForeignKey,
    Index,
)
from sqlalchemy.orm import Mapped, mapped_column

from storage.tables.base import Base


class Curation(Base):
    """What curators think of a level; only levels on the board have a row."""

    __tablename__ = "curation"
    __table_args__ = (Index(None, "state", "changed_at"),)

    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)
    state: Mapped[str]
    rating: Mapped[int | None]
    note: Mapped[str]
    changed_at: Mapped[str]


class Tag(Base):
    """A word that curators have put on a level."""

    __tablename__ = "tags"
    __table_args__ = ({"sqlite_with_rowid": False},)

    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)
    tag: Mapped[str] = mapped_column(primary_key=True, index=True)


class CurationChange(Base):
    """Who changed what of a level's curation; `field` is state, rating, note or tags."""

    __tablename__ = "curation_changes"

    id: Mapped[int] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), index=True)
    who: Mapped[str]
    created_at: Mapped[str]
    field: Mapped[str]
    before: Mapped[str]
    after: Mapped[str]


class SavedSearch(Base):
    """A search for levels under a name, as the query of its address."""

    __tablename__ = "saved_searches"
    __table_args__ = ({"sqlite_with_rowid": False},)

    name: Mapped[str] = mapped_column(primary_key=True)
    query: Mapped[str]
    who: Mapped[str]
    created_at: Mapped[str]
