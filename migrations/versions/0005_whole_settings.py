"""All settings of a session; older programs left two of them to their defaults, which were always the same."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

DEFAULTS = {"population": 10, "patience": 500}


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
