"""Codes, from which names of levels are made; the difficulty of levels beside its metrics, and in every index."""

import json
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ORDERS = ("id", "depth", "score", "branching", "boxes", "moves")
FIRST = {name: [name] for name in (*ORDERS, "family", "size", "proven", "origin")} | {
    "kind": ["type", "size", "depth"],
    "session": ["session_id"],
}
"""The indexes that there are, and what each begins with."""
FIGURES = (
    "family",
    "type",
    "size",
    "boxes",
    "depth",
    "branching",
    "moves",
    "score",
    "difficulty",
    "proven",
    "origin",
    "session_id",
)


def upgrade() -> None:
    # Plain ALTERs: a batch would make the table anew.
    op.add_column("levels", sa.Column("code", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("levels", sa.Column("difficulty", sa.Float(), nullable=True))
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.create_function("code_of", 2, code_of, deterministic=True)
    driver.create_function("difficulty_of", 1, difficulty_of, deterministic=True)
    op.execute("UPDATE levels SET code = code_of(family, identity), difficulty = difficulty_of(metrics)")
    for name, first in FIRST.items():
        op.drop_index(f"ix_levels_by_{name}", "levels")
        create_covering(name, first)
    create_covering("difficulty", ["difficulty"])
    op.create_index("ix_levels_code", "levels", ["code"])
    op.create_index("ix_levels_title", "levels", ["title"], sqlite_where=sa.text("title <> ''"))


def code_of(family: str, identity: str) -> int:
    return int.from_bytes(sha256(f"{family}\n{identity}".encode()).digest()[:8]) >> 6


def difficulty_of(metrics: str) -> float | None:
    # SQLite reads no JSON that has the word Infinity, and Python writes it.
    value = json.loads(metrics).get("difficulty")
    return None if value is None or not abs(value) < 1e300 else float(value)


def create_covering(name: str, first: list[str]) -> None:
    op.create_index(f"ix_levels_by_{name}", "levels", list(dict.fromkeys((*first, "id", *FIGURES))))
