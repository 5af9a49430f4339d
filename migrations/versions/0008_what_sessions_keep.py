"""What sessions keep, which is everything where nobody asked; and indexes by which levels go while a session runs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("sessions", recreate="always") as sessions:
        sessions.add_column(
            sa.Column("keep", sa.Text(), nullable=False, server_default="everything"), insert_before="snapshot"
        )
    with op.batch_alter_table("sessions") as sessions:
        sessions.alter_column("keep", server_default=None)
    for table in ("pool", "archive_cells", "rediscoveries"):
        op.create_index(f"ix_{table}_level_id", table, ["level_id"])
