"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPLICATION_ID = 0x43454E4F


def upgrade() -> None:
    op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    create_sessions()
    create_generations()
    create_levels()
    create_evaluations()
    create_lineage()
    create_pool()
    create_archive_cells()
    create_events()
    create_scores()


def create_sessions() -> None:
    op.create_table(
        "sessions",
        count("id"),
        text("family"),
        json("space"),
        count("seed"),
        text("objective"),
        json("weights"),
        text("replacement"),
        count("budget"),
        count("pool_size"),
        count("batch"),
        json("stop"),
        text("program"),
        text("state"),
        text("created_at"),
        text("updated_at"),
        count("generation"),
        count("evaluations"),
        json("snapshot", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )


def create_generations() -> None:
    op.create_table(
        "generations",
        count("session_id"),
        count("number"),
        count("evaluations"),
        number("best", nullable=True),
        number("mean", nullable=True),
        number("diversity", nullable=True),
        json("statistics"),
        sa.PrimaryKeyConstraint("session_id", "number", name="pk_generations"),
        reference("generations", "session_id", "sessions", "CASCADE"),
        sqlite_with_rowid=False,
    )


def create_levels() -> None:
    op.create_table(
        "levels",
        count("id"),
        text("family"),
        text("identity"),
        text("type"),
        count("size"),
        count("boxes"),
        count("depth"),
        count("lower_bound"),
        count("upper_bound", nullable=True),
        sa.Column("proven", sa.Boolean(), nullable=False),
        count("moves", nullable=True),
        number("branching", nullable=True),
        count("nodes"),
        count("budget"),
        text("origin"),
        count("session_id", nullable=True),
        count("generation", nullable=True),
        count("slot", nullable=True),
        number("score", nullable=True),
        text("objective", nullable=True),
        text("title"),
        text("author"),
        text("comment"),
        text("created_at"),
        text("text"),
        text("solution", nullable=True),
        json("metrics"),
        json("genome"),
        sa.PrimaryKeyConstraint("id", name="pk_levels"),
        sa.UniqueConstraint("family", "identity", name="uq_levels_family_identity"),
        reference("levels", "session_id", "sessions", "SET NULL"),
    )
    op.create_index("ix_levels_type_size_depth", "levels", ["type", "size", "depth"])
    for column in ("depth", "score", "branching", "boxes", "moves", "session_id"):
        op.create_index(f"ix_levels_{column}", "levels", [column])


def create_evaluations() -> None:
    op.create_table(
        "evaluations",
        count("session_id"),
        count("generation"),
        count("slot"),
        text("operator"),
        text("outcome"),
        number("score", nullable=True),
        count("nodes"),
        count("level_id", nullable=True),
        text("note"),
        sa.PrimaryKeyConstraint("session_id", "generation", "slot", name="pk_evaluations"),
        sa.ForeignKeyConstraint(
            ["session_id", "generation"],
            ["generations.session_id", "generations.number"],
            name="fk_evaluations_session_id_generation_generations",
            ondelete="CASCADE",
        ),
        reference("evaluations", "level_id", "levels", "SET NULL"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evaluations_level_id", "evaluations", ["level_id"])


def create_lineage() -> None:
    op.create_table(
        "lineage",
        count("id"),
        count("child_id"),
        count("parent_id"),
        text("operator"),
        number("parent_score"),
        number("child_score", nullable=True),
        count("session_id", nullable=True),
        count("generation"),
        count("slot"),
        sa.PrimaryKeyConstraint("id", name="pk_lineage"),
        reference("lineage", "child_id", "levels", "CASCADE"),
        reference("lineage", "parent_id", "levels", "CASCADE"),
        reference("lineage", "session_id", "sessions", "SET NULL"),
    )
    op.create_index("ix_lineage_child_id", "lineage", ["child_id"])
    op.create_index("ix_lineage_parent_id", "lineage", ["parent_id"])


def create_pool() -> None:
    op.create_table(
        "pool",
        count("session_id"),
        count("rank"),
        count("level_id"),
        sa.PrimaryKeyConstraint("session_id", "rank", name="pk_pool"),
        reference("pool", "session_id", "sessions", "CASCADE"),
        reference("pool", "level_id", "levels", "CASCADE"),
        sqlite_with_rowid=False,
    )


def create_archive_cells() -> None:
    op.create_table(
        "archive_cells",
        count("session_id"),
        text("cell"),
        count("level_id"),
        number("score"),
        sa.PrimaryKeyConstraint("session_id", "cell", name="pk_archive_cells"),
        reference("archive_cells", "session_id", "sessions", "CASCADE"),
        reference("archive_cells", "level_id", "levels", "CASCADE"),
        sqlite_with_rowid=False,
    )


def create_events() -> None:
    op.create_table(
        "events",
        count("id"),
        count("session_id"),
        count("generation"),
        text("kind"),
        text("text"),
        text("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        reference("events", "session_id", "sessions", "CASCADE"),
    )
    op.create_index("ix_events_session_id", "events", ["session_id"])


def create_scores() -> None:
    op.create_table(
        "scores",
        count("level_id"),
        text("objective"),
        number("score"),
        sa.PrimaryKeyConstraint("level_id", "objective", name="pk_scores"),
        reference("scores", "level_id", "levels", "CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_scores_objective_score", "scores", ["objective", "score"])


def count(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def number(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Float(), nullable=nullable)


def text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def json(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(), nullable=nullable)


def reference(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}", ondelete=ondelete)
