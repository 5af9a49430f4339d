"""Names that stand for sessions, and notes on them; older sessions have neither."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sessions", recreate="always") as sessions:
        sessions.add_column(sa.Column("name", sa.Text(), nullable=True), insert_before="snapshot")
        sessions.add_column(sa.Column("note", sa.Text(), nullable=False, server_default=""), insert_before="snapshot")
        sessions.create_unique_constraint("uq_sessions_name", ["name"])
    # Who forgets the note of a new session is to fail.
    with op.batch_alter_table("sessions") as sessions:
        sessions.alter_column("note", server_default=None)
