"""What guards a service: logins, rights, an audit log, names of players; and where sessions have been run."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Plain ALTERs: a batch would make the tables anew. Who could log in could do everything.
    op.add_column("accounts", text("rights", server_default="author curator organiser"))
    op.add_column("submissions", text("sender", server_default=""))
    create_logins()
    create_audit()
    create_players()
    create_runs()


def create_logins() -> None:
    op.create_table(
        "logins",
        text("token"),
        text("account"),
        text("created_at"),
        text("used_at"),
        text("address"),
        sa.PrimaryKeyConstraint("token", name="pk_logins"),
        sa.ForeignKeyConstraint(["account"], ["accounts.name"], name="fk_logins_account_accounts", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_logins_account", "logins", ["account"])


def create_audit() -> None:
    op.create_table(
        "audit",
        count("id"),
        text("created_at"),
        text("who"),
        text("address"),
        text("action"),
        text("subject"),
        text("detail"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )


def create_players() -> None:
    op.create_table(
        "players",
        text("skeleton"),
        text("name"),
        text("code"),
        text("created_at"),
        sa.PrimaryKeyConstraint("skeleton", name="pk_players"),
        sqlite_with_rowid=False,
    )


def create_runs() -> None:
    op.create_table(
        "runs",
        count("id"),
        count("session_id"),
        text("started_at"),
        count("generation"),
        text("program"),
        text("python"),
        text("numpy"),
        text("numba"),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_runs_session_id_sessions", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_runs_session_id", "runs", ["session_id"])


def count(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=False)


def text(name: str, *, server_default: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=server_default)
