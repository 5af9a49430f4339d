"""Answers that players have sent in and that were accepted; all of them are kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy import insert, select

from storage.contests import Part
from storage.curation_models import ContestLevel, Submission
from storage.database import Database
from storage.errors import UnknownContestError


@dataclass(frozen=True, slots=True)
class NewSubmission:
    """An accepted answer with who sent it; `digest` is equal for equal answers."""

    contest_level_id: int
    player: str
    country: str
    email: str
    received_at: str
    digest: str
    metrics: Mapping[str, int]
    answer: str


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


def store_submission(database: Database, submission: NewSubmission) -> bool:
    """Keep an answer, and return whether it is new: a player's own answer is not kept twice."""
    same = select(Submission.id).where(
        Submission.contest_level_id == submission.contest_level_id,
        Submission.digest == submission.digest,
        Submission.player == submission.player,
    )
    with database.begin() as connection:
        if connection.execute(same.limit(1)).first():
            return False
        connection.execute(insert(Submission).values(asdict(submission)))
    return True


def submissions(database: Database, contest_id: int) -> list[SubmissionRow]:
    """All answers to the levels of a contest as they came in."""
    query = (
        select(*_COLUMNS)
        .join(ContestLevel, ContestLevel.id == Submission.contest_level_id)
        .where(ContestLevel.contest_id == contest_id)
        .order_by(Submission.received_at, Submission.id)
    )
    with database.read() as connection:
        return [SubmissionRow(**{**row, "part": Part(row["part"])}) for row in connection.execute(query).mappings()]


def submitted_answer(database: Database, contest_id: int, submission_id: int) -> str:
    """The moves of an answer to a level of a contest. Raises UnknownContestError where there is no such answer."""
    query = (
        select(Submission.answer)
        .join(ContestLevel, ContestLevel.id == Submission.contest_level_id)
        .where(ContestLevel.contest_id == contest_id, Submission.id == submission_id)
    )
    with database.read() as connection:
        answer = connection.execute(query).scalar_one_or_none()
    if answer is None:
        raise UnknownContestError(f"contest {contest_id} has no answer {submission_id}")
    return answer


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
