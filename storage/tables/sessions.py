"""The tables of sessions."""

from typing import Any

from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from generator.messages import Message
from storage.tables.base import Base


class Session(Base):
    """A session: its settings, how far it is, and the snapshot from which it goes on.

    `name` may stand for the id, and is None where nobody gave one; `note` is what its owner says of it. The snapshot is
    long and comes last, so that reading the other columns does not walk over it.
    """

    __tablename__ = "sessions"
    __table_args__ = (UniqueConstraint("name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    family: Mapped[str]
    space: Mapped[dict[str, Any]]
    seed: Mapped[int]
    objective: Mapped[str]
    weights: Mapped[dict[str, Any]]
    replacement: Mapped[str]
    budget: Mapped[int]
    pool_size: Mapped[int]
    batch: Mapped[int]
    population: Mapped[int]
    patience: Mapped[int]
    islands: Mapped[int]
    migration: Mapped[int]
    stop: Mapped[dict[str, Any]]
    program: Mapped[str]
    state: Mapped[str]
    created_at: Mapped[str]
    updated_at: Mapped[str]
    generation: Mapped[int]
    evaluations: Mapped[int]
    name: Mapped[str | None]
    note: Mapped[str]
    keep: Mapped[str]
    snapshot: Mapped[dict[str, Any] | None]


class Run(Base):
    """A process that ran a session from some generation on, with the versions that its figures may depend on."""

    __tablename__ = "runs"

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    started_at: Mapped[str]
    generation: Mapped[int]
    program: Mapped[str]
    python: Mapped[str]
    numpy: Mapped[str]
    numba: Mapped[str]


class Generation(Base):
    """One generation of a session with its statistics; revision 0001 had no times."""

    __tablename__ = "generations"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    evaluations: Mapped[int]
    best: Mapped[float | None]
    mean: Mapped[float | None]
    diversity: Mapped[float | None]
    statistics: Mapped[dict[str, Any]]
    created_at: Mapped[str | None]


class Evaluation(Base):
    """What became of one candidate; `level_id` where its level was worth keeping."""

    __tablename__ = "evaluations"
    __table_args__ = (
        ForeignKeyConstraint(
            ["session_id", "generation"],
            ["generations.session_id", "generations.number"],
            ondelete="CASCADE",
        ),
        {"sqlite_with_rowid": False},
    )

    session_id: Mapped[int] = mapped_column(primary_key=True)
    generation: Mapped[int] = mapped_column(primary_key=True)
    slot: Mapped[int] = mapped_column(primary_key=True)
    operator: Mapped[str]
    outcome: Mapped[str]
    score: Mapped[float | None]
    nodes: Mapped[int]
    level_id: Mapped[int | None] = mapped_column(ForeignKey("levels.id", ondelete="SET NULL"), index=True)
    note: Mapped[Message]


class PoolMember(Base):
    """A level of a session's pool as of its last generation; rank 0 is the best."""

    __tablename__ = "pool"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    rank: Mapped[int] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), index=True)


class ArchiveCell(Base):
    """The best level of one archive cell; the cell is written like 24:84:7."""

    __tablename__ = "archive_cells"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    cell: Mapped[str] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), index=True)
    score: Mapped[float]


class Event(Base):
    """Something worth telling that happened in a session."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    generation: Mapped[int]
    kind: Mapped[str]
    text: Mapped[Message]
    created_at: Mapped[str]
