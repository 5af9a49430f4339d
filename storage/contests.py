"""Contests and their levels, as organisers make them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select, update

from generator.messages import SILENCE, Message
from storage.audit import Actor, enter
from storage.database import Database
from storage.errors import ContestFixedError, LevelInContestError, UnknownContestError
from storage.levels import among
from storage.tables.contests import Contest, ContestLevel, Submission
from storage.tables.levels import Level


class Part(StrEnum):
    """The places of a contest that a level can have; the monthly contests have had those that have names here.

    There is any number of extra levels: `extra3` and so on are parts too.
    """

    MAIN = "main"
    EXTRA = "extra"
    EXTRA2 = "extra2"
    SPECIAL = "special"

    @classmethod
    def _missing_(cls, value: object) -> "Part | None":
        found = _FURTHER.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            return None
        further = str.__new__(cls, found[0])
        further._name_, further._value_ = found[0].upper(), found[0]
        return cls._value2member_map_.setdefault(found[0], further)  # type: ignore[return-value]

    @property
    def place(self) -> int:
        """Where the part stands among the others: the main level first, the special one last."""
        fixed = {Part.MAIN: 0, Part.EXTRA: 1, Part.SPECIAL: MOST_EXTRA + 1}
        return fixed[self] if self in fixed else int(self.removeprefix("extra"))

    @property
    def label(self) -> Message:
        """What people call the part."""
        return _LABELS.get(self) or Message("Extra level {number}", number=int(self.removeprefix("extra")))


MOST_EXTRA = 99
"""Extra levels that a contest may have."""
_FURTHER = re.compile("extra([3-9]|[1-9][0-9])")
_LABELS = {
    Part.MAIN: Message("Main level"),
    Part.EXTRA: Message("Extra level"),
    Part.EXTRA2: Message("Extra level {number}", number=2),
    Part.SPECIAL: Message("Special level"),
}


def next_part(taken: Iterable[str]) -> Part:
    """The first part that has no level yet: main, then the extra ones."""
    names = (Part.MAIN, Part.EXTRA, *(Part(f"extra{number}") for number in range(2, MOST_EXTRA + 1)))
    return next((part for part in names if part not in set(taken)), Part.SPECIAL)


class ContestState(StrEnum):
    """Whether a contest takes answers: not yet, now, or no longer."""

    UPCOMING = "upcoming"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Announcement:
    """What organisers say about a contest; its times are as `Database.now` writes them."""

    title: str
    text: str
    opens_at: str
    closes_at: str


@dataclass(frozen=True, slots=True)
class ContestRow(Announcement):
    """A contest; `published_at` is when its answers were made public, None while they are not."""

    id: int
    created_by: str
    created_at: str
    published_at: str | None

    def state(self, now: str) -> ContestState:
        """What the contest does at a time that is written as its own."""
        if now < self.opens_at:
            return ContestState.UPCOMING
        return ContestState.OPEN if now < self.closes_at else ContestState.CLOSED

    def shows_answers(self, now: str) -> bool:
        """Whether players may see answers; a contest that was opened again after they were published hides them."""
        return self.published_at is not None and self.state(now) is ContestState.CLOSED


@dataclass(frozen=True, slots=True)
class NewContestLevel:
    """A copy of a level for one part of a contest; `answer` is the best one that is known, with its metrics."""

    part: Part
    level_id: int | None
    family: str
    text: str
    title: str
    author: str
    answer: str
    metrics: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ContestLevelRow:
    """A level of a contest as players may see it."""

    id: int
    contest_id: int
    part: Part
    level_id: int | None
    family: str
    text: str
    title: str
    author: str


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """The best answer to a level that the organisers know; players must not see it while a contest is open."""

    answer: str
    metrics: Mapping[str, int]


def create_contest(database: Database, announcement: Announcement, by: Actor) -> int:
    """Enter a contest without levels, and return its id."""
    values = {**asdict(announcement), "created_by": by.who, "created_at": database.now()}
    with database.begin() as connection:
        contest_id = int(connection.execute(insert(Contest).values(values).returning(Contest.id)).scalar_one())
        _enter(connection, database, contest_id, by, "contest-created", _told(announcement))
    return contest_id


def change_contest(database: Database, contest_id: int, announcement: Announcement, by: Actor) -> None:
    """Say something else about a contest.

    Raises UnknownContestError, and ContestFixedError where its answers are public and it would get other times.
    """
    same_times = (Contest.opens_at == announcement.opens_at) & (Contest.closes_at == announcement.closes_at)
    with database.begin() as connection:
        if not connection.execute(select(exists().where(Contest.id == contest_id, same_times))).scalar_one():
            _require_unpublished(connection, contest_id)
        _update_contest(connection, contest_id, asdict(announcement))
        _enter(connection, database, contest_id, by, "contest-changed", _told(announcement))


def remove_contest(database: Database, contest_id: int, by: Actor) -> None:
    """Forget a contest and its levels.

    Raises UnknownContestError, and ContestFixedError where answers have come in or are public.
    """
    answered = select(Submission.id).join(ContestLevel, ContestLevel.id == Submission.contest_level_id)
    with database.begin() as connection:
        contest = _contest(connection, contest_id)
        if connection.execute(answered.where(ContestLevel.contest_id == contest_id).limit(1)).first():
            raise ContestFixedError("contest {contest} has answers, so it cannot be deleted", contest=contest_id)
        if contest.published_at is not None:
            raise ContestFixedError(
                "the answers to contest {contest} are public, so it cannot be deleted", contest=contest_id
            )
        connection.execute(delete(Contest).where(Contest.id == contest_id))
        _enter(connection, database, contest_id, by, "contest-removed")


def publish_answers(database: Database, contest_id: int, by: Actor) -> None:
    """Make the answers of a contest public, once and for all.

    Raises UnknownContestError, and ContestFixedError while it is not over.
    """
    with database.begin() as connection:
        contest, now = _contest(connection, contest_id), database.now()
        if contest.state(now) is not ContestState.CLOSED:
            raise ContestFixedError(
                "contest {id} is not over; its answers stay hidden until it has closed", id=contest_id
            )
        if contest.published_at is not None:
            return
        _update_contest(connection, contest_id, {"published_at": now})
        _enter(connection, database, contest_id, by, "answers-published")


def list_contests(database: Database) -> list[ContestRow]:
    """All contests, those that open last first."""
    query = select(*_CONTEST).order_by(Contest.opens_at.desc(), Contest.id.desc())
    with database.read() as connection:
        return [ContestRow(**row) for row in connection.execute(query).mappings()]


def get_contest(database: Database, contest_id: int) -> ContestRow:
    """One contest. Raises UnknownContestError."""
    with database.read() as connection:
        return _contest(connection, contest_id)


def put_level(database: Database, contest_id: int, level: NewContestLevel, by: Actor) -> None:
    """Give a part of a contest its level, in place of the one it had; it need not be stored any more.

    Raises UnknownContestError, ContestFixedError where answers have come in for the one it had, or are public, and
    LevelInContestError where another part has the level.
    """
    with database.begin() as connection:
        _require_unpublished(connection, contest_id)
        _require_elsewhere_unused(connection, contest_id, level)
        _remove_level(connection, contest_id, level.part)
        stored = select(Level.id).where(Level.id == level.level_id).scalar_subquery()
        connection.execute(insert(ContestLevel).values({**asdict(level), "contest_id": contest_id, "level_id": stored}))
        _enter(connection, database, contest_id, by, "level-put", _put_level(level))


def remove_level(database: Database, contest_id: int, part: Part, by: Actor) -> None:
    """Remove the level from a part of a contest.

    Raises UnknownContestError, and ContestFixedError where answers have come in for its level, or are public.
    """
    with database.begin() as connection:
        _require_unpublished(connection, contest_id)
        _remove_level(connection, contest_id, part)
        _enter(connection, database, contest_id, by, "level-removed", part.label)


def contest_levels(database: Database, contest_id: int) -> list[ContestLevelRow]:
    """The levels of a contest in the order of its parts."""
    query = select(*_LEVEL).where(ContestLevel.contest_id == contest_id)
    with database.read() as connection:
        rows = [ContestLevelRow(**{**row, "part": Part(row["part"])}) for row in connection.execute(query).mappings()]
    return sorted(rows, key=lambda row: row.part.place)


def contest_level(database: Database, contest_id: int, part: str) -> ContestLevelRow:
    """The level of a part of a contest. Raises UnknownContestError where there is none."""
    get_contest(database, contest_id)
    for level in contest_levels(database, contest_id):
        if level.part == part:
            return level
    raise UnknownContestError("contest {id} has no level in the part {part!r}", id=contest_id, part=part[:20])


def contests_with(database: Database, level_ids: Iterable[int]) -> Mapping[int, list[ContestRow]]:
    """The contests in which levels are, by the ids of the levels, those that open last first."""
    query = select(ContestLevel.level_id, *_CONTEST).join_from(Contest, ContestLevel)
    found: dict[int, list[ContestRow]] = {}
    with database.read() as connection:
        chosen = query.where(among(ContestLevel.level_id, level_ids)).order_by(Contest.opens_at.desc())
        for level_id, *contest in connection.execute(chosen):
            row = ContestRow(**dict(zip(_CONTEST_NAMES, contest, strict=True)))
            found.setdefault(level_id, []).append(row)
    return found


def known_answers(database: Database, contest_id: int) -> Mapping[Part, KnownAnswer]:
    """The answers that the organisers of a contest know, for their eyes while it is open."""
    columns = (ContestLevel.part, ContestLevel.answer, ContestLevel.metrics)
    with database.read() as connection:
        rows = connection.execute(select(*columns).where(ContestLevel.contest_id == contest_id)).all()
    return {Part(part): KnownAnswer(answer, metrics) for part, answer, metrics in rows}


def unknown_contest(contest_id: int) -> UnknownContestError:
    """The answer to an id that no contest has."""
    return UnknownContestError("there is no contest {id}; cenote contest list shows them", id=contest_id)


_CONTEST_NAMES = tuple(field.name for field in fields(ContestRow))
_CONTEST = tuple(getattr(Contest, name) for name in _CONTEST_NAMES)
_LEVEL = tuple(getattr(ContestLevel, field.name).label(field.name) for field in fields(ContestLevelRow))


def _contest(connection: Connection, contest_id: int) -> ContestRow:
    row = connection.execute(select(*_CONTEST).where(Contest.id == contest_id)).mappings().one_or_none()
    if row is None:
        raise unknown_contest(contest_id)
    return ContestRow(**row)


def _update_contest(connection: Connection, contest_id: int, values: Mapping[str, Any]) -> None:
    if not connection.execute(update(Contest).where(Contest.id == contest_id).values(values)).rowcount:
        raise unknown_contest(contest_id)


def _enter(
    connection: Connection, database: Database, contest_id: int, by: Actor, action: str, detail: Message = SILENCE
) -> None:
    enter(connection, by.did(action, f"contest {contest_id}", detail), database.now())


def _told(announcement: Announcement) -> Message:
    return Message(
        "{title}, {opens_at} to {closes_at}",
        title=announcement.title,
        opens_at=announcement.opens_at,
        closes_at=announcement.closes_at,
    )


def _put_level(level: NewContestLevel) -> Message:
    if level.level_id is None:
        return level.part.label
    return Message("{part}: level {level}", part=level.part.label, level=level.level_id)


def _require_unpublished(connection: Connection, contest_id: int) -> None:
    if _contest(connection, contest_id).published_at is not None:
        raise ContestFixedError(
            "the answers to contest {id} are public, so its times and levels cannot be changed; start a new contest",
            id=contest_id,
        )


def _require_elsewhere_unused(connection: Connection, contest_id: int, level: NewContestLevel) -> None:
    """Let pass a level that no other part of its contest has; levels with an id are equal where it is."""
    same = (ContestLevel.family == level.family) & (ContestLevel.text == level.text)
    if level.level_id is not None:
        same |= ContestLevel.level_id == level.level_id
    others = (ContestLevel.contest_id == contest_id) & (ContestLevel.part != level.part)
    part = connection.execute(select(ContestLevel.part).where(others, same).limit(1)).scalar_one_or_none()
    if part is not None:
        raise LevelInContestError(
            "this level is in the contest already ({part}); choose another one", part=Part(part).label
        )


def _remove_level(connection: Connection, contest_id: int, part: Part) -> None:
    here = (ContestLevel.contest_id == contest_id) & (ContestLevel.part == part)
    answered = select(Submission.id).join(ContestLevel, ContestLevel.id == Submission.contest_level_id).where(here)
    if connection.execute(answered.limit(1)).first():
        raise ContestFixedError(
            "{part}: it has answers in contest {id}, so it cannot be changed; start a new contest",
            part=part.label,
            id=contest_id,
        )
    connection.execute(delete(ContestLevel).where(here))
