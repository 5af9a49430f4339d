"""Contests as JSON: for everybody what everybody may see, for organisers the rest."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from service.contests.announcements import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    announcement,
    chosen_level,
    known_solution,
)
from service.contests.names import LONGEST_CODE, LONGEST_NAME, meant, skeleton
from service.contests.submissions import LONGEST_COUNTRY, LONGEST_EMAIL, entrant
from service.web.contests.views import places, submit, tally
from service.web.dependencies import ORGANISER, By, ContestSandbox, Id, OpenDatabase, OpenSandbox, Sender
from service.web.routes.contests import ANSWERS, After, View
from service.web.security.bodies import LONGEST, NOTES
from service.web.security.guarded_routes import PrivateRoute, PublicRoute, body_of
from service.web.security.headers import SECRET
from service.web.security.limits import limited
from service.web.write_threads import run_in_writing_thread
from storage import contests
from storage.contests import ContestState, Part
from storage.people.players import erase_emails, release_name
from storage.queries import get_level
from storage.submissions import remove_submission, submission_page

router = APIRouter(route_class=PublicRoute, prefix="/api/contests", tags=["contests"])
organisers = APIRouter(route_class=PrivateRoute, prefix="/api/contests", tags=["contests"])


PlayerName = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME)]
Whom = Annotated[str, Path(min_length=1, max_length=LONGEST_EMAIL)]
Limit = Annotated[int, Query(ge=1, le=1000)]


class ContestSummary(BaseModel):
    """A contest; its times are ISO 8601 in UTC."""

    id: int
    title: str
    text: str
    opens_at: str
    closes_at: str
    state: ContestState


class ContestLevelResponse(BaseModel):
    """A level of a contest as its family writes it."""

    model_config = ConfigDict(from_attributes=True)

    part: Part
    family: str
    level: str = Field(validation_alias="text")
    title: str
    author: str


class ContestResponse(ContestSummary):
    """A contest with its levels; there are none before it opens."""

    levels: list[ContestLevelResponse]


class Place(BaseModel):
    """A player's rank, with the figures of the player's best answer."""

    model_config = ConfigDict(from_attributes=True)

    rank: int
    player: str
    country: str
    received_at: str
    metrics: dict[str, int]


class LevelResult(BaseModel):
    """Some ranks of a level by the name of what counts first, its champions, and how many players solved it."""

    players: int
    rankings: dict[str, list[Place]]
    champion_of_moves: str | None
    champion_of_pushes: str | None


_CHAMPION = "champion_of_"
_CHAMPIONS = [name for name in LevelResult.model_fields if name.startswith(_CHAMPION)]
"""The fields for champions, each with what counts for him."""


class NewAnswer(BaseModel):
    """An answer as text, in any notation of the family; the level that it solves is detected.

    A `part` is tried first, and a refusal says what is wrong there alone. A `code` reserves the name for whoever knows
    it.
    """

    name: Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME)]
    country: Annotated[str, Field(max_length=4 * LONGEST_COUNTRY)] = ""
    email: Annotated[str, Field(max_length=2 * LONGEST_EMAIL)] = ""
    code: Annotated[str, Field(max_length=4 * LONGEST_CODE)] = ""
    answer: str
    part: Annotated[str, Field(max_length=20)] = ""


class AnswerReceipt(BaseModel):
    """An answer that was accepted: what it solves, its figures, how many moves were cut, whether it is new.

    `ranks` are those of the player now, in each ranking of the level.
    """

    part: Part
    metrics: dict[str, int]
    cut: int
    is_new: bool
    ranks: dict[str, int]


class NewContest(BaseModel):
    """The announcement of a contest; times without a zone are in UTC."""

    title: Annotated[str, Field(max_length=4 * LONGEST_TITLE)]
    text: Annotated[str, Field(max_length=2 * LONGEST_TEXT)] = ""
    opens_at: Annotated[str, Field(max_length=40)]
    closes_at: Annotated[str, Field(max_length=40)]


class ChosenLevel(BaseModel):
    """A stored level for a part, and the best answer that is known; null for the stored solution."""

    level_id: Annotated[int, Field(ge=1, lt=2**53)]
    answer: str | None = None


class KnownAnswerResponse(BaseModel):
    """The best known answer to a part."""

    model_config = ConfigDict(from_attributes=True)

    answer: str
    metrics: dict[str, int]


class ReceivedAnswer(BaseModel):
    """An answer as organisers see it; `copied` says that another player has sent the same moves."""

    id: int
    part: Part
    player: str
    country: str
    email: str
    received_at: str
    metrics: dict[str, int]
    copied: bool


class OrganisersView(BaseModel):
    """What players must not see while a contest is open; `next` is the `after` of further answers."""

    answers: dict[Part, KnownAnswerResponse]
    submissions: list[ReceivedAnswer]
    next: int | None


@router.get("")
def list_all(database: OpenDatabase) -> list[ContestSummary]:
    """All contests, those that open last first."""
    now = database.now()
    return [_summary(row, now) for row in contests.list_contests(database)]


@router.get("/{contest_id}")
def one(view: View, database: OpenDatabase) -> ContestResponse:
    """A contest with its levels."""
    levels = [ContestLevelResponse.model_validate(level) for level in view.levels]
    return ContestResponse(**_summary(view.contest, database.now()).model_dump(), levels=levels)


@router.get("/{contest_id}/rankings")
def rankings(view: View, database: OpenDatabase, limit: Limit = 100, after: After = 0) -> dict[Part, LevelResult]:
    """Who solved each level best: so many ranks, those after one."""
    return {
        part: LevelResult(
            players=result.players,
            rankings={
                name: [Place.model_validate(standing) for standing in table]
                for name, table in result.page(after, limit).tables.items()
            },
            **{name: result.champions.get(name.removeprefix(_CHAMPION)) for name in _CHAMPIONS},
        )
        for part, result in tally(database, view.contest.id).results.items()
    }


@router.post(
    "/{contest_id}/submissions",
    status_code=HTTPStatus.CREATED,
    dependencies=[Depends(limited("answer", ANSWERS))],
)
@body_of(LONGEST)
async def send_answer(
    contest_id: Id, sent: NewAnswer, database: OpenDatabase, sandbox: ContestSandbox, sender: Sender
) -> AnswerReceipt:
    """Submit an answer while a contest is open."""
    player = entrant(sent.name, sent.country, sent.email, sent.code, sender)
    receipt = await submit(database, sandbox, contest_id, player, sent.answer, sent.part)
    found = await run_in_threadpool(places, database, contest_id, receipt, player.name)
    solution = receipt.solution
    return AnswerReceipt(
        part=receipt.level.part,
        metrics=dict(solution.metrics),
        cut=solution.cut,
        is_new=receipt.is_new,
        ranks={name: rank for name, (rank, _) in found.items()},
    )


@organisers.post("", status_code=HTTPStatus.CREATED, dependencies=[ORGANISER])
@body_of(NOTES)
def create(said: NewContest, database: OpenDatabase, by: By) -> ContestSummary:
    """Announce a contest, still without levels."""
    announced = announcement(said.title, said.text, said.opens_at, said.closes_at)
    row = contests.get_contest(database, contests.create_contest(database, announced, by))
    return _summary(row, database.now())


@organisers.put("/{contest_id}", dependencies=[ORGANISER])
@body_of(NOTES)
def change(contest_id: Id, said: NewContest, database: OpenDatabase, by: By) -> ContestSummary:
    """Change the announcement of a contest."""
    announced = announcement(said.title, said.text, said.opens_at, said.closes_at)
    contests.change_contest(database, contest_id, announced, by)
    row = contests.get_contest(database, contest_id)
    return _summary(row, database.now())


@organisers.put("/{contest_id}/levels/{part}", dependencies=[ORGANISER])
@body_of(LONGEST)
async def put_level(
    contest_id: Id, part: Part, chosen: ChosenLevel, database: OpenDatabase, sandbox: OpenSandbox, by: By
) -> KnownAnswerResponse:
    """Copy a stored level into a part of a contest; the best known answer is checked and kept hidden."""
    row = get_level(database, chosen.level_id)
    answer = known_solution(row) if chosen.answer is None else chosen.answer
    checked = await sandbox.check(row.family, row.text, answer)
    await run_in_writing_thread(contests.put_level, database, contest_id, chosen_level(row, part, checked), by)
    return KnownAnswerResponse(answer=checked.moves, metrics=dict(checked.metrics))


@organisers.delete("/names/{name}", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER])
def free_name(name: PlayerName, database: OpenDatabase, by: By) -> None:
    """Delete the code of a player's name, so that anybody can use the name again."""
    release_name(database, name, skeleton(name), by)


@organisers.delete("/names/{whom}/email", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER])
def forget_emails(whom: Whom, database: OpenDatabase, by: By) -> None:
    """Delete the email addresses of a player, given by name or by one address."""
    erase_emails(database, meant(whom), by)


@organisers.delete("/{contest_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER])
def remove_contest(contest_id: Id, database: OpenDatabase, by: By) -> None:
    """Delete a contest that has received no answers."""
    contests.remove_contest(database, contest_id, by)


@organisers.delete("/{contest_id}/levels/{part}", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER])
def remove_level(contest_id: Id, part: Part, database: OpenDatabase, by: By) -> None:
    """Remove the level from a part of a contest."""
    contests.remove_level(database, contest_id, part, by)


@organisers.post("/{contest_id}/publication", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER])
def publish(contest_id: Id, database: OpenDatabase, by: By) -> None:
    """Make the answers of a contest that is over public."""
    contests.publish_answers(database, contest_id, by)


@organisers.get("/{contest_id}/submissions", dependencies=[ORGANISER])
def submissions(
    view: View,
    database: OpenDatabase,
    response: Response,
    part: Part | None = None,
    limit: Limit = 100,
    after: After = 0,
) -> OrganisersView:
    """The best known answers, and some of the answers received."""
    response.headers.update(SECRET)
    copied = {row.id for group in tally(database, view.contest.id).copies for row in group}
    rows = submission_page(database, view.contest.id, limit + 1, after, part)
    shown = rows[:limit]
    return OrganisersView(
        answers={part: KnownAnswerResponse.model_validate(known) for part, known in view.answers.items()},
        submissions=[ReceivedAnswer(**asdict(row), copied=row.id in copied) for row in shown],
        next=shown[-1].id if len(rows) > len(shown) else None,
    )


@organisers.delete(
    "/{contest_id}/submissions/{submission_id}", status_code=HTTPStatus.NO_CONTENT, dependencies=[ORGANISER]
)
def remove_answer(contest_id: Id, submission_id: Id, database: OpenDatabase, by: By) -> None:
    """Remove an answer."""
    remove_submission(database, contest_id, submission_id, by)


def _summary(row: contests.ContestRow, now: str) -> ContestSummary:
    return ContestSummary(
        id=row.id,
        title=row.title,
        text=row.text,
        opens_at=row.opens_at,
        closes_at=row.closes_at,
        state=row.state(now),
    )
