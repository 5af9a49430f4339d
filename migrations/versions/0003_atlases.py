"""Atlases: complete enumerations of small levels."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_atlases()
    create_chapters()
    create_components()


def create_atlases() -> None:
    op.create_table(
        "atlases",
        count("id"),
        text("family"),
        json("settings"),
        text("program"),
        text("created_at"),
        text("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_atlases"),
    )


def create_chapters() -> None:
    op.create_table(
        "atlas_chapters",
        count("atlas_id"),
        count("number"),
        text("name"),
        count("states"),
        count("images"),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("atlas_id", "number", name="pk_atlas_chapters"),
        reference("atlas_chapters", "atlas_id", "atlases", "CASCADE"),
        sqlite_with_rowid=False,
    )


def create_components() -> None:
    op.create_table(
        "atlas_components",
        count("atlas_id"),
        count("chapter"),
        count("number"),
        count("states"),
        text("invariant"),
        count("depth"),
        count("level_id", nullable=True),
        sa.PrimaryKeyConstraint("atlas_id", "chapter", "number", name="pk_atlas_components"),
        sa.ForeignKeyConstraint(
            ["atlas_id", "chapter"],
            ["atlas_chapters.atlas_id", "atlas_chapters.number"],
            name="fk_atlas_components_atlas_id_chapter_atlas_chapters",
            ondelete="CASCADE",
        ),
        reference("atlas_components", "level_id", "levels", "SET NULL"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_atlas_components_level_id", "atlas_components", ["level_id"])


def count(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False)


def json(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(), nullable=False)


def reference(table: str, column: str, target: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}", ondelete=ondelete)
