"""A contest as a visitor may see it, and the way of an answer through the sandbox into the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from generator import get_declaration
from service.contests.ranking import Score, Tables, champions, copies, rankings, scores
from service.contests.submissions import Entrant, Receipt, accepted, boards_of, require_open
from service.contests.verdicts import Board
from service.web.errors import NoSuchPageError
from service.web.sandbox.pool import Sandbox
from service.web.write_threads import run_in_writing_thread
from storage.contests import (
    ContestLevelRow,
    ContestRow,
    ContestState,
    KnownAnswer,
    Part,
    contest_levels,
    get_contest,
    known_answers,
)
from storage.database import Database
from storage.submissions import Mark, SubmissionRow, submission_mark, submissions


class Result(NamedTuple):
    """The tables of one level by the name of what counts first, and who has won; champions and points of two tables."""

    tables: Tables
    champions: Mapping[str, str | None]
    scores: Sequence[Score]

    @property
    def players(self) -> int:
        """How many players have solved the level."""
        return len(next(iter(self.tables.values())))

    def page(self, after: int, limit: int) -> "Result":
        """The result with only so many ranks, those after one."""
        return self._replace(tables={name: table[after : after + limit] for name, table in self.tables.items()})


class Tally(NamedTuple):
    """What all answers to a contest come to: who solved its levels best, and equal answers of different players."""

    results: Mapping[Part, Result]
    copies: Sequence[Sequence[SubmissionRow]]


@dataclass(frozen=True, slots=True)
class ContestView:
    """A contest as somebody may see it at some time; `answers` are those that the organisers know."""

    contest: ContestRow
    state: ContestState
    answers_are_public: bool
    levels: Sequence[ContestLevelRow]
    answers: Mapping[Part, KnownAnswer]

    def level(self, part: str) -> ContestLevelRow:
        """The level of a part. Raises NoSuchPageError."""
        for level in self.levels:
            if level.part == part:
                return level
        raise NoSuchPageError("contest {id} shows no level in this part", id=self.contest.id)

    def ranked(self, part: str) -> list[str]:
        """The metrics that answers to a part are ranked by, the first of each ranking."""
        return [order[0] for order in get_declaration(self.level(part).family).rankings]


def public_view(database: Database, contest_id: int) -> ContestView:
    """A contest for everybody: no level before it opens, no answer before that is published.

    Raises UnknownContestError.
    """
    view = organiser_view(database, contest_id)
    return replace(
        view,
        levels=[] if view.state is ContestState.UPCOMING else view.levels,
        answers=view.answers if view.answers_are_public else {},
    )


def organiser_view(database: Database, contest_id: int) -> ContestView:
    """A contest with all that is hidden from players. Raises UnknownContestError."""
    contest, now = get_contest(database, contest_id), database.now()
    return ContestView(
        contest,
        contest.state(now),
        contest.shows_answers(now),
        contest_levels(database, contest_id),
        known_answers(database, contest_id),
    )


def view_for(visitor: str | None, database: Database, contest_id: int) -> ContestView:
    """A contest for a visitor; those who are logged in are organisers. Raises UnknownContestError."""
    return (public_view if visitor is None else organiser_view)(database, contest_id)


def tally(database: Database, contest_id: int) -> Tally:
    """What the answers to a contest come to, counted anew only when there are others."""
    return _tally(database, contest_id, submission_mark(database, contest_id))


@lru_cache(maxsize=4)
def _tally(database: Database, contest_id: int, _: Mark) -> Tally:
    rows = submissions(database, contest_id)
    families = {level.part: level.family for level in contest_levels(database, contest_id)}
    found = {
        part: _result(families[part], [row for row in rows if row.part is part]) for part in Part if part in families
    }
    return Tally({part: result for part, result in found.items() if result.tables}, copies(rows))


async def submit(database: Database, sandbox: Sandbox, contest_id: int, sender: Entrant, answer: str) -> Receipt:
    """Judge an answer that has just come in, and keep it if it is accepted.

    Raises NotOpenError, RefusedError with the reason, or what Sandbox raises.
    """
    received_at = database.now()
    levels, boards = await run_in_threadpool(_levels_to_solve, database, contest_id, received_at)
    verdicts = await sandbox.judge(boards, answer)
    return await run_in_writing_thread(accepted, database, levels, verdicts, sender, received_at)


def _levels_to_solve(database: Database, contest_id: int, now: str) -> tuple[list[ContestLevelRow], list[Board]]:
    require_open(get_contest(database, contest_id), now)
    levels = contest_levels(database, contest_id)
    return levels, boards_of(levels, known_answers(database, contest_id))


def _result(family: str, rows: Sequence[SubmissionRow]) -> Result:
    tables = rankings(rows, get_declaration(family).rankings)
    return Result(tables, champions(tables), scores(tables))
