"""The tables of curation, contests and accounts; they change only together with a new revision in `migrations`."""

from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storage.models import Base, Packed


class Account(Base):
    """Somebody who may log in; `password` is a hash that argon2 made, `rights` are words with blanks between them."""

    __tablename__ = "accounts"
    __table_args__ = ({"sqlite_with_rowid": False},)

    name: Mapped[str] = mapped_column(primary_key=True)
    password: Mapped[str]
    created_at: Mapped[str]
    rights: Mapped[str] = mapped_column(server_default="author curator organiser")


class Login(Base):
    """A browser that is logged in, until it logs out; `token` is a digest of what its cookie holds."""

    __tablename__ = "logins"
    __table_args__ = ({"sqlite_with_rowid": False},)

    token: Mapped[str] = mapped_column(primary_key=True)
    account: Mapped[str] = mapped_column(ForeignKey("accounts.name", ondelete="CASCADE"), index=True)
    created_at: Mapped[str]
    used_at: Mapped[str]
    address: Mapped[str]


class AuditEntry(Base):
    """A login, or a change to accounts or contests: who did what, from which address, to what."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[str]
    who: Mapped[str]
    address: Mapped[str]
    action: Mapped[str]
    subject: Mapped[str]
    detail: Mapped[str]


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
    level: Mapped[str]
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


METADATA = Base.metadata
"""All tables: those of sessions and levels too."""
