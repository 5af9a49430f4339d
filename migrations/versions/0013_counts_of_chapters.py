"""Chapters of an atlas say how many components and levels they have, also where not all are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("components", "levels"):
        op.add_column("atlas_chapters", sa.Column(name, sa.Integer))
