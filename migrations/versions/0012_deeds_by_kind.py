"""Sessions ask all the time which ids were given before: deeds are found by what was done."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_audit_action", "audit", ["action"])
