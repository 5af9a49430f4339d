"""Plays of levels, and the strengths of players and levels that come of them.

A day in UTC is a rating period. Whoever plays against somebody plays against the strength before that day, so the order
of the games of a day does not matter. What is shown is up to date after each game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import starmap
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert

from storage.database import Database
from storage.levels import among
from storage.lineage import unknown_level
from storage.tables.levels import Level
from storage.tables.ratings import LevelRating, Play, RatedPlayer

PATIENCE = timedelta(days=1)
"""How long after its first moves a level may still be solved."""


class Strength(NamedTuple):
    """What is known of a player or a level: the rating, how far it may be off, and how much it changes."""

    rating: float
    deviation: float
    volatility: float


class Bout(NamedTuple):
    """A game as one of its sides sees it: 1 for a win, 0 for a loss; `weight` is how much it counts."""

    opponent: Strength
    score: float
    weight: float = 1.0


class System(NamedTuple):
    """How strengths change with the games of a period, and over periods without one; and how they begin.

    `prior` is the strength of a level of a family, a depth and metrics before anybody has played it.
    """

    rated: Callable[[Strength, Sequence[Bout]], Strength]
    rested: Callable[[Strength, int], Strength]
    newcomer: Strength
    prior: Callable[[str, int, Mapping[str, Any]], Strength]


class Kind(StrEnum):
    """Who plays: somebody who is logged in, a name in contests, or somebody of whom only the address is known."""

    ACCOUNT = "account"
    CONTESTANT = "contestant"
    STRANGER = "stranger"


class Outcome(StrEnum):
    """What became of a level: solved, left for now, or given up for its solution."""

    SOLVED = "solved"
    LEFT = "left"
    SHOWN = "shown"


class Who(NamedTuple):
    """A player; the key is the name of an account, what a name in contests looks like, or a digest of an address."""

    kind: Kind
    key: str


@dataclass(frozen=True, slots=True)
class NewPlay:
    """What somebody did with a level, after so many moves; `is_game` says whether that is enough to lose a game."""

    level_id: int
    who: Who
    outcome: Outcome
    moves: int
    is_game: bool
    weight: float


@dataclass(frozen=True, slots=True)
class LevelRatingRow:
    """How hard a level is by its finished games, as an opponent of players."""

    family: str
    identity: str
    rating: float
    deviation: float
    plays: int


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A finished game: `player` is a number that says nothing, `score` is that of the player."""

    family: str
    identity: str
    player: int
    kind: str
    day: str
    score: float
    weight: float
    moves: int


def record_play(database: Database, play: NewPlay, system: System) -> bool:
    """Keep what somebody did with a level; whether it has decided a game, which happens once for both.

    Games that were left too long ago are decided first. Raises UnknownLevelError where the level was deleted meanwhile.
    """
    now = database.now()
    with database.begin() as connection:
        if not connection.execute(select(exists().where(Level.id == play.level_id))).scalar_one():
            raise unknown_level(play.level_id)
        _settle(connection, now, system)
        player = _player(connection, play.who, now, system)
        known = connection.execute(_PLAYS.where(Play.level_id == play.level_id, Play.player_id == player)).one_or_none()
        if known is not None and known.period is not None:
            return False
        if not play.is_game and known is None and play.outcome is Outcome.LEFT:
            return False
        score = _score(play, has_begun=known is not None)
        decided = play.outcome is not Outcome.LEFT
        _put(connection, play, player, known.began_at if known else now, now[:10] if decided else None, score)
        if score is not None:
            _rate(connection, play.level_id, player, now[:10], system)
    return score is not None


def last_begun(database: Database, who: Who) -> str | None:
    """When a player began the latest game, None before the first."""
    latest = select(func.max(Play.began_at)).join(RatedPlayer)
    with database.read() as connection:
        found: str | None = connection.execute(
            latest.where(RatedPlayer.kind == who.kind, RatedPlayer.key == who.key)
        ).scalar_one()
    return found


def settle(database: Database, system: System) -> None:
    """Decide the games that were left too long ago."""
    with database.begin() as connection:
        _settle(connection, database.now(), system)


def forget_player(connection: Connection, who: Who) -> None:
    """Keep the games of a player, and not whose they are."""
    named = (RatedPlayer.kind == who.kind) & (RatedPlayer.key == who.key)
    connection.execute(update(RatedPlayer).where(named).values(key=None))


def level_rating(database: Database, level_id: int) -> LevelRatingRow | None:
    """How hard a level is by its games, None where it has none."""
    with database.read() as connection:
        row = connection.execute(_RATINGS.where(LevelRating.level_id == level_id)).one_or_none()
    return None if row is None else LevelRatingRow(*row)


def ratings_of(database: Database, level_ids: Iterable[int]) -> Mapping[int, LevelRatingRow]:
    """The ratings of those of the levels that have games."""
    with database.read() as connection:
        rows = connection.execute(_RATINGS.add_columns(Level.id).where(among(LevelRating.level_id, level_ids)))
        return {row.id: LevelRatingRow(*row[:-1]) for row in rows}


def level_ratings(database: Database) -> list[LevelRatingRow]:
    """All levels that have games, the hardest first."""
    with database.read() as connection:
        rows = connection.execute(_RATINGS.order_by(LevelRating.rating.desc(), LevelRating.level_id))
        return [LevelRatingRow(*row) for row in rows]


def finished_plays(database: Database, page: int = 5000) -> Iterator[PlayRow]:
    """All finished games as they were begun; no transaction stays open from one page to the next."""
    columns = (Play.id, Level.family, Level.identity, Play.player_id, RatedPlayer.kind)
    finished = select(*columns, Play.period, Play.score, Play.weight, Play.moves).join(Level).join(RatedPlayer)
    finished = finished.where(Play.score.is_not(None)).order_by(Play.id).limit(page)
    last = 0
    while True:
        with database.read() as connection:
            rows = connection.execute(finished.where(Play.id > last)).all()
        if not rows:
            return
        yield from starmap(PlayRow, (row[1:] for row in rows))
        last = rows[-1].id


_RATINGS = select(Level.family, Level.identity, LevelRating.rating, LevelRating.deviation, LevelRating.plays).join_from(
    LevelRating, Level
)
_PLAYS = select(Play.level_id, Play.player_id, Play.began_at, Play.period)


def _score(play: NewPlay, *, has_begun: bool) -> float | None:
    """The player's score, None where nothing is decided or there was no game."""
    if play.outcome is Outcome.SOLVED:
        return 1.0
    return 0.0 if play.outcome is Outcome.SHOWN and (play.is_game or has_begun) else None


def _put(
    connection: Connection, play: NewPlay, player: int, began_at: str, period: str | None, score: float | None
) -> None:
    row = {"began_at": began_at, "period": period, "score": score, "weight": play.weight, "moves": play.moves}
    put = insert(Play).values(level_id=play.level_id, player_id=player, **row)
    connection.execute(put.on_conflict_do_update(index_elements=["level_id", "player_id"], set_=row))


def _settle(connection: Connection, now: str, system: System) -> None:
    """Whoever has left a level for too long has lost."""
    before = (datetime.fromisoformat(now) - PATIENCE).isoformat(timespec="milliseconds")
    for play in connection.execute(_PLAYS.where(Play.period.is_(None), Play.began_at < before)).all():
        of_play = (Play.level_id == play.level_id) & (Play.player_id == play.player_id)
        connection.execute(update(Play).where(of_play).values(period=now[:10], score=0.0))
        _rate(connection, play.level_id, play.player_id, now[:10], system)


def _player(connection: Connection, who: Who, now: str, system: System) -> int:
    new = {"kind": who.kind, "key": who.key, "period": now[:10], **_before(system.newcomer), **_after(system.newcomer)}
    connection.execute(insert(RatedPlayer).values(new).on_conflict_do_nothing(index_elements=["kind", "key"]))
    named = (RatedPlayer.kind == who.kind) & (RatedPlayer.key == who.key)
    return int(connection.execute(select(RatedPlayer.id).where(named)).scalar_one())


def _rate(connection: Connection, level_id: int, player_id: int, day: str, system: System) -> None:
    """Rate both sides of a game that was decided today, by all their games of today."""
    level = _level_before(connection, level_id, day, system)
    is_stranger, player = _player_before(connection, player_id, day, system)
    _rate_level(connection, level_id, level, day, system)
    if not is_stranger:
        _rate_player(connection, player_id, player, day, system)


def _rate_level(connection: Connection, level_id: int, before: Strength, day: str, system: System) -> None:
    met = select(Play.score, Play.weight, RatedPlayer.kind, *_columns_before(RatedPlayer)).join(RatedPlayer)
    bouts = [
        Bout(system.newcomer if kind == Kind.STRANGER else Strength(*strength), 1 - score, weight)
        for score, weight, kind, *strength in connection.execute(met.where(_decided(day), Play.level_id == level_id))
    ]
    plays = select(func.count()).where(Play.level_id == level_id, Play.score.is_not(None)).scalar_subquery()
    after = _after(system.rated(before, bouts))
    connection.execute(update(LevelRating).where(LevelRating.level_id == level_id).values(**after, plays=plays))


def _rate_player(connection: Connection, player_id: int, before: Strength, day: str, system: System) -> None:
    met = select(Play.score, Play.weight, *_columns_before(LevelRating))
    met = met.join(LevelRating, LevelRating.level_id == Play.level_id)
    bouts = [
        Bout(Strength(*strength), score, weight)
        for score, weight, *strength in connection.execute(met.where(_decided(day), Play.player_id == player_id))
    ]
    after = _after(system.rated(before, bouts))
    connection.execute(update(RatedPlayer).where(RatedPlayer.id == player_id).values(after))


def _decided(day: str) -> ColumnElement[bool]:
    return Play.score.is_not(None) & (Play.period == day)


def _level_before(connection: Connection, level_id: int, day: str, system: System) -> Strength:
    """The strength of a level before the games of a day; levels do not change while nobody plays them."""
    row = connection.execute(select(LevelRating.__table__).where(LevelRating.level_id == level_id)).one_or_none()
    if row is None:
        figures = select(Level.family, Level.depth, Level.metrics).where(Level.id == level_id)
        before = system.prior(*connection.execute(figures).one())
        new = {"level_id": level_id, "plays": 0, "period": day, **_before(before), **_after(before)}
        connection.execute(insert(LevelRating).values(new))
        return before
    if row.period >= day:
        return Strength(row.rating_before, row.deviation_before, row.volatility_before)
    before = Strength(row.rating, row.deviation, row.volatility)
    new = {"period": day, **_before(before)}
    connection.execute(update(LevelRating).where(LevelRating.level_id == level_id).values(new))
    return before


def _player_before(connection: Connection, player_id: int, day: str, system: System) -> tuple[bool, Strength]:
    """Whether a player is a stranger, and the strength before the games of a day."""
    row: Row[Any] = connection.execute(select(RatedPlayer.__table__).where(RatedPlayer.id == player_id)).one()
    if row.period >= day:
        return row.kind == Kind.STRANGER, Strength(row.rating_before, row.deviation_before, row.volatility_before)
    days = (date.fromisoformat(day) - date.fromisoformat(row.period)).days
    before = system.rested(Strength(row.rating, row.deviation, row.volatility), days - 1)
    new = {"period": day, **_before(before)}
    connection.execute(update(RatedPlayer).where(RatedPlayer.id == player_id).values(new))
    return row.kind == Kind.STRANGER, before


def _columns_before(table: type[RatedPlayer | LevelRating]) -> tuple[Any, ...]:
    return table.rating_before, table.deviation_before, table.volatility_before


def _before(strength: Strength) -> dict[str, float]:
    return {f"{name}_before": value for name, value in strength._asdict().items()}


def _after(strength: Strength) -> dict[str, float]:
    return strength._asdict()
