"""The tables of ratings: who has played which level, and how strong players and levels are."""

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storage.tables.base import Base


class _Rated:
    """The strength before the games of the last `period`, a day, and after them."""

    period: Mapped[str]
    rating_before: Mapped[float]
    deviation_before: Mapped[float]
    volatility_before: Mapped[float]
    rating: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]


class RatedPlayer(_Rated, Base):
    """Somebody who has played: an account, a name in contests, or a stranger by a digest of the address.

    `key` is NULL when the account has gone.
    """

    __tablename__ = "rated_players"
    __table_args__ = (UniqueConstraint("kind", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    key: Mapped[str | None]


class LevelRating(_Rated, Base):
    """How hard a level is that has been played, like the strength of a player; `plays` counts finished games."""

    __tablename__ = "level_ratings"
    __table_args__ = (Index(None, "rating", "level_id"),)

    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True)
    plays: Mapped[int]


class Play(Base):
    """What a player did with a level, once for each player and level.

    `score` is 1 where the level was solved and 0 where it was not. It is NULL while nobody knows, and where the
    solution was looked at first, so that it is no game. `period` is the day on which it was decided, else NULL.
    """

    __tablename__ = "plays"
    __table_args__ = (
        UniqueConstraint("level_id", "player_id"),
        Index(None, "player_id", "period"),
        Index(None, "period", "began_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    level_id: Mapped[int] = mapped_column(ForeignKey("levels.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("rated_players.id", ondelete="CASCADE"))
    began_at: Mapped[str]
    period: Mapped[str | None]
    score: Mapped[float | None]
    weight: Mapped[float]
    moves: Mapped[int]
