"""What happened while a visitor was away."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from service.sessions.activity import Activity, all_seen
from storage.contests import ContestRow, list_contests
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.progress import progress
from storage.queries import SessionRow, newest_sessions
from storage.submissions import submissions_since

LOOKED_AT = 100
"""Sessions that are looked at, the newest ones."""
MOST = 5
"""The most sessions of each kind that are listed."""
ENDED = (Activity.FINISHED, Activity.STOPPED, Activity.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class News:
    """What happened since a moment; `bettered` are sessions that go on and have found a better level."""

    since: str
    ended: Sequence[SessionRow]
    bettered: Sequence[SessionRow]
    opened: Sequence[ContestRow]
    closed: Sequence[ContestRow]
    answers: int

    def __bool__(self) -> bool:
        return bool(self.ended or self.bettered or self.opened or self.closed or self.answers)


def news(database: Database, since: str) -> News:
    """What happened between a moment and now."""
    now, begin = datetime.fromisoformat(database.now()), datetime.fromisoformat(since)

    def is_new(time: str | None) -> bool:
        return time is not None and begin < datetime.fromisoformat(time) <= now

    late = [row for row in newest_sessions(database, LOOKED_AT) if is_new(row.updated_at)]
    seen = all_seen(database, late)
    contests = list_contests(database)
    ended = [row for row in seen if row.state in ENDED]
    going = [row for row in seen if row.state not in ENDED]
    return News(
        since=since,
        ended=ended[:MOST],
        bettered=[row for row in going[:MOST] if is_new(_best_at(database, row))],
        opened=[row for row in contests if is_new(row.opens_at)],
        closed=[row for row in contests if is_new(row.closes_at)],
        answers=submissions_since(database, since),
    )


def _best_at(database: Database, row: SessionRow) -> str | None:
    with suppress(UnknownSessionError):
        return progress(database, row.id).best_at
    return None
