"""The tables of atlases."""

from typing import Any

from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from storage.tables.base import Base


class Atlas(Base):
    """A complete enumeration of the levels of one size, which its settings name."""

    __tablename__ = "atlases"

    id: Mapped[int] = mapped_column(primary_key=True)
    family: Mapped[str]
    settings: Mapped[dict[str, Any]]
    program: Mapped[str]
    created_at: Mapped[str]
    updated_at: Mapped[str]


class AtlasChapter(Base):
    """A chapter of an atlas, in the order in which it is worked off; its states stand for `images` times as many.

    `components` and `levels` are how many it has, where some are kept and all were counted.
    """

    __tablename__ = "atlas_chapters"
    __table_args__ = ({"sqlite_with_rowid": False},)

    atlas_id: Mapped[int] = mapped_column(ForeignKey("atlases.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    states: Mapped[int]
    images: Mapped[int]
    done: Mapped[bool]
    components: Mapped[int | None]
    levels: Mapped[int | None]


class AtlasComponent(Base):
    """A component of a chapter, and the deepest level in it."""

    __tablename__ = "atlas_components"
    __table_args__ = (
        ForeignKeyConstraint(
            ["atlas_id", "chapter"],
            ["atlas_chapters.atlas_id", "atlas_chapters.number"],
            ondelete="CASCADE",
        ),
        {"sqlite_with_rowid": False},
    )

    atlas_id: Mapped[int] = mapped_column(primary_key=True)
    chapter: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    states: Mapped[int]
    invariant: Mapped[str]
    depth: Mapped[int]
    level_id: Mapped[int | None] = mapped_column(ForeignKey("levels.id", ondelete="SET NULL"), index=True)
