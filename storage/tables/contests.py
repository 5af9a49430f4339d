"""The tables of contests."""

from typing import Any

from sqlalchemy import (
    ForeignKey,
    Index,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from storage.tables.base import Base, Packed


class Player(Base):
    """A name that belongs to whoever knows its code; names that look alike have the same skeleton.

    `code` is a digest.
    """

    __tablename__ = "players"
    __table_args__ = ({"sqlite_with_rowid": False},)

    skeleton: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    code: Mapped[str]
    created_at: Mapped[str]


class Contest(Base):
    """A contest, open from `opens_at` until before `closes_at`, both as ISO 8601 in UTC.

    `published_at` is when its organisers have made the answers public.
    """

    __tablename__ = "contests"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    text: Mapped[str]
    opens_at: Mapped[str]
    closes_at: Mapped[str]
    created_by: Mapped[str]
    created_at: Mapped[str]
    published_at: Mapped[str | None]


class ContestLevel(Base):
    """A level as a contest shows it, with the best answer that its organisers know and hide.

    The text is a copy, so that nothing that becomes of the stored level changes a contest.
    """

    __tablename__ = "contest_levels"
    __table_args__ = (UniqueConstraint("contest_id", "part"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    contest_id: Mapped[int] = mapped_column(ForeignKey("contests.id", ondelete="CASCADE"))
    part: Mapped[str]
    level_id: Mapped[int | None] = mapped_column(ForeignKey("levels.id", ondelete="SET NULL"), index=True)
    family: Mapped[str]
    text: Mapped[str] = mapped_column("level", key="text")
    title: Mapped[str]
    author: Mapped[str]
    answer: Mapped[str] = mapped_column(Packed())
    metrics: Mapped[dict[str, Any]]


class Submission(Base):
    """An answer that was accepted, with what it is ranked by; `digest` is equal for equal answers.

    `sender` is a digest of the network address that it came from, empty for answers of older programs.
    """

    __tablename__ = "submissions"
    __table_args__ = (Index(None, "contest_level_id", "digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    contest_level_id: Mapped[int] = mapped_column(ForeignKey("contest_levels.id", ondelete="CASCADE"))
    player: Mapped[str]
    country: Mapped[str]
    email: Mapped[str]
    received_at: Mapped[str]
    digest: Mapped[str]
    metrics: Mapped[dict[str, Any]]
    answer: Mapped[str] = mapped_column(Packed())
    sender: Mapped[str] = mapped_column(server_default="")
