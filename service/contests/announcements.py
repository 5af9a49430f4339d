"""Contests as organisers announce them, and the levels that they choose."""

from datetime import UTC, datetime

from generator import CheckedSolution
from generator.messages import Message
from service.contests.plain_text import lines, required_line
from service.errors import ContestError
from storage import contests
from storage.audit import Actor
from storage.contests import Announcement, ContestState, NewContestLevel, Part
from storage.database import Database
from storage.queries import LevelRow

LONGEST_TITLE = 120
LONGEST_TEXT = 20_000


def announcement(title: str, text: str, opens: str, closes: str) -> Announcement:
    """What is said about a contest, with times in ISO 8601 that are in UTC where they name no zone.

    Raises RefusedError or ContestError.
    """
    opens_at, closes_at = _time("opens", opens), _time("closes", closes)
    if closes_at <= opens_at:
        # A time is read also where a line ends between its date and its hour.
        opens, closes = " ".join(opens.split()), " ".join(closes.split())
        raise ContestError(
            "the contest would close ({closes}) before it opens ({opens}); give a later time to close",
            closes=closes,
            opens=opens,
        )
    return Announcement(
        required_line(Message("title"), title, LONGEST_TITLE),
        lines(Message("text"), text, LONGEST_TEXT),
        opens_at,
        closes_at,
    )


def known_solution(row: LevelRow) -> str:
    """The stored solution of a level, as the answer that organisers know. Raises ContestError where there is none."""
    if not row.solution:
        raise ContestError("level {id} has no stored solution; give the best known answer with it", id=row.id)
    return row.solution


def chosen_level(row: LevelRow, part: Part, answer: CheckedSolution) -> NewContestLevel:
    """A copy of a stored level for a part of a contest, with the best answer that is known."""
    return NewContestLevel(
        part=part,
        level_id=row.id,
        family=row.family,
        text=row.text,
        title=row.title,
        author=row.author,
        answer=answer.moves,
        metrics=dict(answer.metrics),
    )


def publish_answers(database: Database, contest_id: int, by: Actor) -> None:
    """Make the answers of a contest public. Raises UnknownContestError, and ContestError while it is not over."""
    contest = contests.get_contest(database, contest_id)
    if contest.state(database.now()) is not ContestState.CLOSED:
        raise ContestError("contest {id} is not over; its answers stay hidden until it has closed", id=contest_id)
    contests.publish_answers(database, contest_id, by)


def _time(what: str, said: str) -> str:
    """A time as `Database.now` writes it, so that the two compare as text."""
    try:
        time = datetime.fromisoformat(said.strip())
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError) as error:
        raise ContestError(
            "{text!r} is not an opening time; write it like 2026-05-01 12:00, in UTC"
            if what == "opens"
            else "{text!r} is not a closing time; write it like 2026-05-01 12:00, in UTC",
            text=said[:40],
        ) from error
