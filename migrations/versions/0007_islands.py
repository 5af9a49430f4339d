"""The islands of a session; those of older programs had one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

DEFAULTS = {"islands": 1, "migration": 20}


def upgrade() -> None:
    with op.batch_alter_table("sessions", recreate="always") as sessions:
        for name, default in DEFAULTS.items():
            sessions.add_column(
                sa.Column(name, sa.Integer(), nullable=False, server_default=str(default)), insert_before="stop"
            )
    # Who forgets a setting of a new session is to fail.
    with op.batch_alter_table("sessions") as sessions:
        for name in DEFAULTS:
            sessions.alter_column(name, server_default=None)
