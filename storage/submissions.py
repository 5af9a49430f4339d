"""Answers that players have sent in and that were accepted; all are kept but those that organisers remove."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, insert, select

from generator.messages import Message
from storage.audit import Actor, enter
from storage.contests import ContestLevelRow, ContestRow, Part
from storage.database import Database
from storage.errors import QuotaError, UnknownContestError
from storage.levels import among
from storage.people.players import Claim, require_own
from storage.tables.accounts import AuditEntry
from storage.tables.contests import ContestLevel, Submission


@dataclass(frozen=True, slots=True)
class NewSubmission:
    """An accepted answer with who sent it; `digest` is equal for equal answers, `sender` for equal addresses.

    `level` is what it was judged by.
    """

    level: ContestLevelRow
    player: str
    country: str
    email: str
    received_at: str
    digest: str
    metrics: Mapping[str, int]
    answer: str
    sender: str = ""


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """An accepted answer, without its moves, which may be long."""

    id: int
    part: Part
    player: str
    country: str
    email: str
    received_at: str
    digest: str
    metrics: Mapping[str, int]


class Quotas(NamedTuple):
    """How many answers a contest keeps of one player, and from one address."""

    player: int
    sender: int


QUOTAS = Quotas(player=200, sender=500)
"""Nobody improves so often, and a school is behind one address."""


ANSWER_REMOVED = "answer-removed"


class Removals(NamedTuple):
    """How many answers were removed that had been public, and when the last of them was."""

    answers: int
    last: str | None


class Mark(NamedTuple):
    """How many answers a contest has, and the latest of them; another mark means other answers."""

    answers: int
    latest: int | None
    received_at: str | None


def store_submission(
    database: Database, submission: NewSubmission, claim: Claim | None = None, quotas: Quotas = QUOTAS
) -> bool:
    """Keep an answer, and return whether it is new: a player's own answer is not kept twice.

    Raises UnknownContestError where the level was removed or replaced while the answer was judged, NameTakenError, and
    QuotaError where there are as many as the contest keeps.
    """
    same = select(Submission.id).where(
        Submission.contest_level_id == submission.level.id,
        Submission.digest == submission.digest,
        Submission.player == submission.player,
    )
    with database.begin() as connection:
        _require_level(connection, submission.level)
        if claim is not None:
            require_own(connection, claim, database.now())
        if connection.execute(same.limit(1)).first():
            return False
        _require_room(connection, submission, quotas)
        values = {name: value for name, value in asdict(submission).items() if name != "level"}
        connection.execute(insert(Submission).values(contest_level_id=submission.level.id, **values))
    return True


def submissions(database: Database, contest_id: int) -> list[SubmissionRow]:
    """All answers to the levels of a contest as they came in."""
    with database.read() as connection:
        return _rows(connection, _of(contest_id, *_COLUMNS).order_by(Submission.received_at, Submission.id))


def submission_page(
    database: Database, contest_id: int, limit: int, after: int = 0, part: Part | None = None
) -> list[SubmissionRow]:
    """At most so many answers to the levels of a contest, or to one part, whose ids are beyond one."""
    query = _of(contest_id, *_COLUMNS).where(Submission.id > after).order_by(Submission.id).limit(limit)
    with database.read() as connection:
        return _rows(connection, query if part is None else query.where(ContestLevel.part == part))


def submission_mark(database: Database, contest_id: int) -> Mark:
    """A value that changes when answers to a contest come in or are removed."""
    latest = func.count(Submission.id), func.max(Submission.id), func.max(Submission.received_at)
    with database.read() as connection:
        return Mark(*connection.execute(_of(contest_id, *latest)).one())


def submissions_since(database: Database, since: str) -> int:
    """How many answers to all contests have come in after a moment."""
    with database.read() as connection:
        query = select(func.count(Submission.id)).where(Submission.received_at > since)
        return connection.execute(query).scalar_one()


def submitted_answer(database: Database, contest_id: int, submission_id: int) -> str:
    """The moves of an answer to a level of a contest. Raises UnknownContestError where there is no such answer."""
    with database.read() as connection:
        query = _of(contest_id, Submission.answer).where(Submission.id == submission_id)
        answer = connection.execute(query).scalar_one_or_none()
    if answer is None:
        raise _unknown(contest_id, submission_id)
    return str(answer)


def removals(database: Database, contest: ContestRow) -> Removals:
    """The answers to a contest that were removed after all had become public, as the audit log has them."""
    if contest.published_at is None:
        return Removals(0, None)
    deeds = AuditEntry.action == ANSWER_REMOVED, AuditEntry.subject == _subject(contest.id)
    query = select(func.count(), func.max(AuditEntry.created_at)).where(*deeds)
    with database.read() as connection:
        return Removals(*connection.execute(query.where(AuditEntry.created_at >= contest.published_at)).one())


def submission_row(database: Database, contest_id: int, submission_id: int) -> SubmissionRow:
    """An answer to a level of a contest. Raises UnknownContestError where there is no such answer."""
    with database.read() as connection:
        found = _rows(connection, _of(contest_id, *_COLUMNS).where(Submission.id == submission_id))
    if not found:
        raise _unknown(contest_id, submission_id)
    return found[0]


def answers_of(database: Database, submission_ids: Iterable[int]) -> Mapping[int, str]:
    """The moves of answers by their ids."""
    with database.read() as connection:
        query = select(Submission.id, Submission.answer).where(among(Submission.id, submission_ids))
        return {row.id: row.answer for row in connection.execute(query)}


def remove_submission(database: Database, contest_id: int, submission_id: int, by: Actor) -> None:
    """Remove an answer to a level of a contest, which `removals` reports if answers were public.

    Raises UnknownContestError where there is no such answer.
    """
    with database.begin() as connection:
        found = _rows(connection, _of(contest_id, *_COLUMNS).where(Submission.id == submission_id))
        if not found:
            raise _unknown(contest_id, submission_id)
        connection.execute(delete(Submission).where(Submission.id == submission_id))
        (row,) = found
        enter(connection, by.did(ANSWER_REMOVED, _subject(contest_id), _told(row)), database.now())


def _told(row: SubmissionRow) -> Message:
    return Message(
        "answer {id} of {player} to {part}, received {time}, {figures}",
        id=row.id,
        player=row.player,
        part=Part(row.part).label,
        time=row.received_at,
        figures=tuple(
            Message("{name} {count}", count=count, name=Message(name.replace("_", " ")))
            for name, count in row.metrics.items()
        ),
    )


_COLUMNS = (
    Submission.id,
    ContestLevel.part,
    Submission.player,
    Submission.country,
    Submission.email,
    Submission.received_at,
    Submission.digest,
    Submission.metrics,
)


def _subject(contest_id: int) -> str:
    return f"contest {contest_id}"


def _of(contest_id: int, *columns: Any) -> Select[Any]:
    """Columns of the answers to a contest."""
    joined = select(*columns).join_from(Submission, ContestLevel, ContestLevel.id == Submission.contest_level_id)
    return joined.where(ContestLevel.contest_id == contest_id)


def _rows(connection: Connection, query: Select[Any]) -> list[SubmissionRow]:
    return [SubmissionRow(id_, Part(part), *rest) for id_, part, *rest in connection.execute(query)]


def _unknown(contest_id: int, submission_id: int) -> UnknownContestError:
    return UnknownContestError("contest {id} has no answer {answer}", id=contest_id, answer=submission_id)


def _require_level(connection: Connection, level: ContestLevelRow) -> None:
    """Let pass a level that is in its contest; another one that has taken its place may have the same id."""
    same = ContestLevel.id == level.id, ContestLevel.contest_id == level.contest_id, ContestLevel.text == level.text
    if not connection.execute(select(exists().where(*same, ContestLevel.family == level.family))).scalar_one():
        raise UnknownContestError(
            "the level was removed from the contest or replaced meanwhile; load the page of the contest again"
        )


def _require_room(connection: Connection, new: NewSubmission, quotas: Quotas) -> None:
    contest = select(ContestLevel.contest_id).where(ContestLevel.id == new.level.id).scalar_subquery()
    answers = select(func.count()).select_from(Submission).join(ContestLevel).where(ContestLevel.contest_id == contest)

    def count(condition: ColumnElement[bool]) -> int:
        return connection.execute(answers.where(condition)).scalar_one()

    if count(Submission.player == new.player) >= quotas.player:
        raise QuotaError(
            "the contest already has {count} answers of this player and takes no more; ask its organisers",
            count=quotas.player,
        )
    if new.sender and count(Submission.sender == new.sender) >= quotas.sender:
        raise QuotaError(
            "the contest already has {count} answers from your address and takes no more; ask its organisers",
            count=quotas.sender,
        )
