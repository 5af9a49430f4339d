"""Curation, contests and accounts; the time of every generation; indexes that answer a page of levels."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

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


def upgrade() -> None:
    # A plain ALTER: a batch would make the table anew.
    op.add_column("generations", text("created_at", nullable=True))
    index_levels()
    create_rediscoveries()
    create_accounts()
    create_curation()
    create_tags()
    create_curation_changes()
    create_saved_searches()
    create_contests()
    create_contest_levels()
    create_submissions()


def index_levels() -> None:
    for name in ("type_size_depth", "depth", "score", "branching", "boxes", "moves", "session_id"):
        op.drop_index(f"ix_levels_{name}", "levels")
    for name in ("id", "depth", "score", "branching", "boxes", "moves", "family", "size", "proven", "origin"):
        create_covering_index(name, name)
    create_covering_index("kind", "type", "size", "depth")
    create_covering_index("session", "session_id")


def create_covering_index(name: str, *first: str) -> None:
    op.create_index(f"ix_levels_by_{name}", "levels", list(dict.fromkeys((*first, "id", *FIGURES))))


def create_rediscoveries() -> None:
    op.create_table(
        "rediscoveries",
        count("session_id"),
        count("level_id"),
        sa.PrimaryKeyConstraint("session_id", "level_id", name="pk_rediscoveries"),
        reference("rediscoveries", "session_id", "sessions", "CASCADE"),
        reference("rediscoveries", "level_id", "levels", "CASCADE"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO rediscoveries SELECT DISTINCT evaluations.session_id, levels.id FROM evaluations "
        "JOIN levels ON levels.id = evaluations.level_id WHERE levels.session_id IS NOT evaluations.session_id"
    )


def create_accounts() -> None:
    op.create_table(
        "accounts",
        text("name"),
        text("password"),
        text("created_at"),
        sa.PrimaryKeyConstraint("name", name="pk_accounts"),
        sqlite_with_rowid=False,
    )


def create_curation() -> None:
    op.create_table(
        "curation",
        count("level_id"),
        text("state"),
        count("rating", nullable=True),
        text("note"),
        text("changed_at"),
        sa.PrimaryKeyConstraint("level_id", name="pk_curation"),
        reference("curation", "level_id", "levels", "CASCADE"),
    )
    op.create_index("ix_curation_state_changed_at", "curation", ["state", "changed_at"])


def create_tags() -> None:
    op.create_table(
        "tags",
        count("level_id"),
        text("tag"),
        sa.PrimaryKeyConstraint("level_id", "tag", name="pk_tags"),
        reference("tags", "level_id", "levels", "CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tags_tag", "tags", ["tag"])


def create_curation_changes() -> None:
    op.create_table(
        "curation_changes",
        count("id"),
        count("level_id"),
        text("who"),
        text("created_at"),
        text("field"),
        text("before"),
        text("after"),
        sa.PrimaryKeyConstraint("id", name="pk_curation_changes"),
        reference("curation_changes", "level_id", "levels", "CASCADE"),
    )
    op.create_index("ix_curation_changes_level_id", "curation_changes", ["level_id"])


def create_saved_searches() -> None:
    op.create_table(
        "saved_searches",
        text("name"),
        text("query"),
        text("who"),
        text("created_at"),
        sa.PrimaryKeyConstraint("name", name="pk_saved_searches"),
        sqlite_with_rowid=False,
    )


def create_contests() -> None:
    op.create_table(
        "contests",
        count("id"),
        text("title"),
        text("text"),
        text("opens_at"),
        text("closes_at"),
        text("created_by"),
        text("created_at"),
        text("published_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_contests"),
    )


def create_contest_levels() -> None:
    op.create_table(
        "contest_levels",
        count("id"),
        count("contest_id"),
        text("part"),
        count("level_id", nullable=True),
        text("family"),
        text("level"),
        text("title"),
        text("author"),
        text("answer"),
        json("metrics"),
        sa.PrimaryKeyConstraint("id", name="pk_contest_levels"),
        sa.UniqueConstraint("contest_id", "part", name="uq_contest_levels_contest_id_part"),
        reference("contest_levels", "contest_id", "contests", "CASCADE"),
        reference("contest_levels", "level_id", "levels", "SET NULL"),
    )
    op.create_index("ix_contest_levels_level_id", "contest_levels", ["level_id"])


def create_submissions() -> None:
    op.create_table(
        "submissions",
        count("id"),
        count("contest_level_id"),
        text("player"),
        text("country"),
        text("email"),
        text("received_at"),
        text("digest"),
        json("metrics"),
        text("answer"),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        reference("submissions", "contest_level_id", "contest_levels", "CASCADE"),
    )
    op.create_index("ix_submissions_contest_level_id_digest", "submissions", ["contest_level_id", "digest"])


def count(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def text(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def json(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(), nullable=nullable)


def reference(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}", ondelete=ondelete)
