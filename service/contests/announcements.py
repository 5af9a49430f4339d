"""Contests as organisers announce them, and the levels that they choose."""

from datetime import UTC, datetime

from generator import CheckedSolution
from generator.messages import Message
from service.contests.plain_text import lines, required_line
from service.errors import ContestError
from storage.contests import Announcement, NewContestLevel, Part
from storage.queries import LevelRow

LONGEST_TITLE = 120
LONGEST_TEXT = 20_000


def announcement(title: str, text: str, opens: str, closes: str) -> Announcement:
    """What is said about a contest, with times in ISO 8601 that are in UTC where they name no zone.

    Raises RefusedError or ContestError.
    """
    opens_at, closes_at = _time("opens", opens), _time("closes", closes)
    if closes_at <= opens_at:
        raise ContestError("the contest would close before it opens; give a later time to close")
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
