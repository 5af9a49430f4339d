"""A contest as a visitor may see it, and the way of an answer through the sandbox into the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool

from generator import get_declaration
from service.contests.ranking import (
    Overall,
    Score,
    Standing,
    Tables,
    champions,
    copies,
    overall,
    place_of,
    rankings,
    scores,
)
from service.contests.submissions import Entrant, Receipt, accepted, boards_of, require_answer, require_open
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
from storage.submissions import Mark, Removals, SubmissionRow, removals, submission_mark, submissions


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


class Tab(NamedTuple):
    """One table of a contest: that of a part by what counts first there, or, where both are empty, the overall one."""

    part: str = ""
    by: str = ""


class Tally(NamedTuple):
    """What all answers to a contest come to: who solved its levels best, and equal answers of different players."""

    results: Mapping[Part, Result]
    overall: Sequence[Overall]
    copies: Sequence[Sequence[SubmissionRow]]

    @property
    def tabs(self) -> list[Tab]:
        """The tables that there are; an overall one where several levels were solved."""
        tables = [Tab(part, name) for part, result in self.results.items() for name in result.tables]
        return [*([Tab()] if len(self.results) > 1 else []), *tables]

    def chosen(self, part: str, by: str) -> Tab | None:
        """The table that is asked for, else the first that fits the part, else the first of all, if there is any."""
        fitting = [tab for tab in self.tabs if tab.part == part]
        return next((tab for tab in fitting if tab.by == by), next(iter(fitting or self.tabs), None))

    def table(self, tab: Tab | None) -> Sequence[Standing | Overall]:
        """The rows of a table."""
        if tab is None:
            return ()
        return self.results[Part(tab.part)].tables[tab.by] if tab.part else self.overall


@dataclass(frozen=True, slots=True)
class ContestView:
    """A contest as somebody may see it at some time; `answers` are those that the organisers know."""

    contest: ContestRow
    state: ContestState
    answers_are_public: bool
    levels: Sequence[ContestLevelRow]
    answers: Mapping[Part, KnownAnswer]
    removed: Removals

    def level(self, part: str) -> ContestLevelRow:
        """The level of a part. Raises NoSuchPageError."""
        for level in self.levels:
            if level.part == part:
                return level
        raise NoSuchPageError("contest {id} shows no level in this part", id=self.contest.id)


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
        removals(database, contest),
    )


def view_for(database: Database, contest_id: int, *, organises: bool) -> ContestView:
    """A contest for a visitor, who may be one of the organisers. Raises UnknownContestError."""
    return (organiser_view if organises else public_view)(database, contest_id)


def tally(database: Database, contest_id: int) -> Tally:
    """What the answers to a contest come to, counted anew only when there are others."""
    return _tally(database, contest_id, submission_mark(database, contest_id))


@lru_cache(maxsize=4)
def _tally(database: Database, contest_id: int, _: Mark) -> Tally:
    rows = submissions(database, contest_id)
    families = {level.part: level.family for level in contest_levels(database, contest_id)}
    found = {part: _result(families[part], [row for row in rows if row.part is part]) for part in families}
    results = {part: result for part, result in found.items() if result.tables}
    return Tally(results, overall({part: result.tables for part, result in results.items()}), copies(rows))


async def submit(
    database: Database, sandbox: Sandbox, contest_id: int, sender: Entrant, answer: str, part: str = ""
) -> Receipt:
    """Judge an answer that has just come in, and keep it if it is accepted.

    It is meant for a part, if one is named, which is tried first. Raises NotOpenError, RefusedError with the reason,
    or what Sandbox raises.
    """
    received_at = database.now()
    levels, boards = await run_in_threadpool(_levels_to_solve, database, contest_id, received_at, part)
    require_answer(answer)
    verdicts = await sandbox.judge(boards, answer)
    return await run_in_writing_thread(accepted, database, levels, verdicts, sender, received_at, part)


def places(database: Database, contest_id: int, receipt: Receipt, player: str) -> Mapping[str, tuple[int, int]]:
    """The rank that a player has now in each ranking of the level that he has just solved, and of how many."""
    result = tally(database, contest_id).results.get(receipt.level.part)
    found = {} if result is None else {name: place_of(table, player) for name, table in result.tables.items()}
    return {name: (rank, result.players) for name, rank in found.items() if result is not None and rank is not None}


def _levels_to_solve(
    database: Database, contest_id: int, now: str, part: str
) -> tuple[list[ContestLevelRow], list[Board]]:
    require_open(get_contest(database, contest_id), now)
    levels = sorted(contest_levels(database, contest_id), key=lambda level: level.part != part)
    return levels, boards_of(levels, known_answers(database, contest_id))


def _result(family: str, rows: Sequence[SubmissionRow]) -> Result:
    tables = rankings(rows, get_declaration(family).rankings)
    return Result(tables, champions(tables), scores(tables))
