"""Who has played which level, and how strong players and levels are by that."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_STRENGTH = ("rating_before", "deviation_before", "volatility_before", "rating", "deviation", "volatility")


def upgrade() -> None:
    op.create_table(
        "rated_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("period", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Float(), nullable=False) for name in _STRENGTH),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rated_players")),
        sa.UniqueConstraint("kind", "key", name=op.f("uq_rated_players_kind_key")),
    )
    op.create_table(
        "level_ratings",
        sa.Column("level_id", sa.Integer(), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Float(), nullable=False) for name in _STRENGTH),
        sa.ForeignKeyConstraint(
            ["level_id"], ["levels.id"], name=op.f("fk_level_ratings_level_id_levels"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("level_id", name=op.f("pk_level_ratings")),
    )
    op.create_index("ix_level_ratings_rating_level_id", "level_ratings", ["rating", "level_id"])
    op.create_table(
        "plays",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("level_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["level_id"], ["levels.id"], name=op.f("fk_plays_level_id_levels"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["rated_players.id"], name=op.f("fk_plays_player_id_rated_players"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plays")),
        sa.UniqueConstraint("level_id", "player_id", name=op.f("uq_plays_level_id_player_id")),
    )
    op.create_index("ix_plays_player_id_period", "plays", ["player_id", "period"])
    op.create_index("ix_plays_period_began_at", "plays", ["period", "began_at"])
