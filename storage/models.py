"""The tables; they change only together with a new revision in `migrations`."""

import operator
import zlib
from enum import StrEnum
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    Boolean,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from storage.errors import NumberTooLargeError


class SessionState(StrEnum):
    """What a session is doing; one that was killed still says `running`, while nobody holds its lock."""

    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"


class Origin(StrEnum):
    """Where a level comes from."""

    EVOLVED = "evolved"
    GENERATED = "generated"
    IMPORTED = "imported"
    ATLAS = "atlas"


FIGURES = (
    "family",
    "type",
    "size",
    "boxes",
    "depth",
    "branching",
    "moves",
    "score",
    "proven",
    "origin",
    "session_id",
)
"""The columns of a level that filters and orders look at."""

BITS = 63
"""Of the largest integer that SQLite holds, without its sign."""


class Count(TypeDecorator[int]):
    """An integer of 64 bits, also where it is numpy's: sqlite3 would quietly store the bytes of a numpy integer.

    Raises NumberTooLargeError.
    """

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: int | None, _: Dialect) -> int | None:
        if value is None:
            return None
        number = operator.index(value)
        if number.bit_length() > BITS:
            raise NumberTooLargeError(f"a number is too large for the database, which holds up to {2**BITS - 1}")
        return number


class Packed(TypeDecorator[str]):
    """A text that may be long, as zlib's bytes; what an older program stored as text is read too."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> Any:
        return None if value is None else zlib.compress(value.encode())

    def process_result_value(self, value: Any, _: Dialect) -> str | None:
        return zlib.decompress(value).decode() if isinstance(value, bytes) else value


class Base(DeclarativeBase):
    """Root of the models; the naming convention lets a later migration name what it drops."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        int: Count(),
        float: Float(),
        bool: Boolean(),
        str: Text(),
        dict[str, Any]: JSON(none_as_null=True),
    }


class Session(Base):
    """A session: its settings, how far it is, and the snapshot from which it goes on.

    The snapshot is long and comes last, so that reading the other columns does not walk over it.
    """

    __tablename__ = "sessions"

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
    stop: Mapped[dict[str, Any]]
    program: Mapped[str]
    state: Mapped[str]
    created_at: Mapped[str]
    updated_at: Mapped[str]
    generation: Mapped[int]
    evaluations: Mapped[int]
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


def _covering(name: str, *first: str) -> Index:
    return Index(f"ix_levels_by_{name}", *dict.fromkeys((*first, "id", *FIGURES)))


class Level(Base):
    """A measured level, unique by its identity within its family.

    Session, generation, slot, score and objective say where and how it was found first. `depth` is the least
    depth where that is proven, and otherwise its lower bound. The rows are long: every order and everything
    that a user may ask for has an index with all figures, so that a page is found without touching them
    (`storage.level_scan`).
    """

    __tablename__ = "levels"
    __table_args__ = (
        UniqueConstraint("family", "identity"),
        *(_covering(name, name) for name in ("id", "depth", "score", "branching", "boxes", "moves")),
        *(_covering(name, name) for name in ("family", "size", "proven", "origin")),
        _covering("kind", "type", "size", "depth"),
        _covering("session", "session_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    family: Mapped[str]
    identity: Mapped[str]
    type: Mapped[str]
    size: Mapped[int]
    boxes: Mapped[int]
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
    note: Mapped[str]


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


class PoolMember(Base):
    """A level of a session's pool as of its last generation; rank 0 is the best."""

    __tablename__ = "pool"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    rank: Mapped[int] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"))


class ArchiveCell(Base):
    """The best level of one archive cell; the cell is written like 24:84:7."""

    __tablename__ = "archive_cells"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    cell: Mapped[str] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"))
    score: Mapped[float]


class Event(Base):
    """Something worth telling that happened in a session."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    generation: Mapped[int]
    kind: Mapped[str]
    text: Mapped[str]
    created_at: Mapped[str]


class Rediscovery(Base):
    """A level that a session met after it had come into the database in another way."""

    __tablename__ = "rediscoveries"
    __table_args__ = ({"sqlite_with_rowid": False},)

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)


class Score(Base):
    """The score of a level under an objective, from its session or from a later rescore."""

    __tablename__ = "scores"
    __table_args__ = (Index(None, "objective", "score"), {"sqlite_with_rowid": False})

    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)
    objective: Mapped[str] = mapped_column(primary_key=True)
    score: Mapped[float]


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
    """A chapter of an atlas, in the order in which it is worked off; its states stand for `images` times as many."""

    __tablename__ = "atlas_chapters"
    __table_args__ = ({"sqlite_with_rowid": False},)

    atlas_id: Mapped[int] = mapped_column(ForeignKey("atlases.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    states: Mapped[int]
    images: Mapped[int]
    done: Mapped[bool]


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
