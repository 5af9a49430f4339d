"""The tables of levels."""

from typing import Any

from sqlalchemy import (
    ForeignKey,
    Index,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from optimiser.recorder import PIECES_KEY
from storage.tables.base import FIGURES, Base


def _covering(name: str, *first: str) -> Index:
    return Index(f"ix_levels_by_{name}", *dict.fromkeys((*first, "id", *FIGURES)))


class Level(Base):
    """A measured level, unique by its identity within its family.

    Session, generation, slot, score and objective say where and how it was found first. `code` is where its name
    comes from (`storage.names`), `difficulty` the one of its metrics. `depth` is the least
    depth where that is proven, and otherwise its lower bound. The rows are long: every order and everything
    that a user may ask for has an index with all figures, so that a page is found without touching them
    (`storage.level_scan`).
    """

    __tablename__ = "levels"
    __table_args__ = (
        UniqueConstraint("family", "identity"),
        *(_covering(name, name) for name in ("id", "depth", "score", "branching", PIECES_KEY, "moves", "difficulty")),
        *(_covering(name, name) for name in ("family", "size", "proven", "origin")),
        _covering("kind", "type", "size", "depth"),
        _covering("session", "session_id"),
        Index("ix_levels_code", "code"),
        Index("ix_levels_title", "title", sqlite_where=text("title <> ''")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    family: Mapped[str]
    identity: Mapped[str]
    type: Mapped[str]
    size: Mapped[int]
    pieces: Mapped[int] = mapped_column(PIECES_KEY)
    depth: Mapped[int]
    lower_bound: Mapped[int]
    upper_bound: Mapped[int | None]
    proven: Mapped[bool]
    moves: Mapped[int | None]
    branching: Mapped[float | None]
    nodes: Mapped[int]
    budget: Mapped[int]
    origin: Mapped[str]
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id", ondelete="SET NULL"))
    generation: Mapped[int | None]
    slot: Mapped[int | None]
    score: Mapped[float | None]
    objective: Mapped[str | None]
    title: Mapped[str]
    author: Mapped[str]
    comment: Mapped[str]
    created_at: Mapped[str]
    text: Mapped[str]
    solution: Mapped[str | None]
    metrics: Mapped[dict[str, Any]]
    genome: Mapped[dict[str, Any]]
    code: Mapped[int] = mapped_column(server_default="0")
    difficulty: Mapped[float | None]


class Lineage(Base):
    """One parent of one derivation of a level; a level found again by another way has several derivations."""

    __tablename__ = "lineage"

    id: Mapped[int] = mapped_column(primary_key=True)
    child_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), index=True)
    parent_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), index=True)
    operator: Mapped[str]
    parent_score: Mapped[float]
    child_score: Mapped[float | None]
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id", ondelete="SET NULL"))
    generation: Mapped[int]
    slot: Mapped[int]


class Rediscovery(Base):
    """A level that a session met after it had come into the database in another way."""

    __tablename__ = "rediscoveries"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True, index=True)


class Score(Base):
    """The score of a level under an objective, from its session or from a later rescore."""

    __tablename__ = "scores"
    __table_args__ = (Index(None, "objective", "score"), {"sqlite_with_rowid": False})

    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)
    objective: Mapped[str] = mapped_column(primary_key=True)
    score: Mapped[float]
