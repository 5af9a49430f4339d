"""Sessions that go on from what another one has found: from one of its levels, or with the same settings."""

from typing import NamedTuple

from generator.values import SEEDS
from service.errors import ServiceError
from service.sessions.spaces import WholeSpace
from storage.database import Database
from storage.queries import SessionRow, get_level, get_session


class Likeness(NamedTuple):
    """The session that found a level, and the levels of one that begins with it."""

    session: SessionRow
    whole: WholeSpace


def like_level(database: Database, level_id: int) -> Likeness:
    """What makes more levels like a stored one: the settings of the session that found it, and its genome as a seed.

    Raises UnknownLevelError, or ServiceError where no session of this database has found it.
    """
    row = get_level(database, level_id)
    if row.session is None:
        raise ServiceError(
            "no session of this database has found level {id}; export it, and begin with cenote run --seed-levels FILE",
            id=level_id,
        )
    session = get_session(database, row.session)
    return Likeness(session, WholeSpace({**session.space, SEEDS: [row.genome]}, session.budget))


def space_like(database: Database, level: int | None, session: int | None) -> tuple[str, WholeSpace] | None:
    """The family and the space of a level, or else of a session; None where neither is named.

    Raises UnknownLevelError, UnknownSessionError or ServiceError.
    """
    if level is not None:
        found = like_level(database, level)
        return found.session.family, found.whole
    if session is not None:
        row = get_session(database, session)
        return row.family, WholeSpace(row.space, row.budget)
    return None
