"""Contests for organisers: announce them, choose levels, look at answers, publish them."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from io import BytesIO
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from pydantic import Field, StringConstraints

from generator import CheckedSolution
from generator.errors import PuzzleError
from generator.messages import MessageError
from service.contests.announcements import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    announcement,
    chosen_level,
    known_solution,
)
from service.contests.bundle import write_bundle
from service.contests.names import meant, skeleton
from service.contests.submissions import LONGEST_EMAIL
from service.errors import BusyError, ContestError, RefusedError
from service.web.contests.proposals import proposed
from service.web.contests.views import ContestView, organiser_view, tally
from service.web.dependencies import ORGANISER, By, Id, OpenDatabase, OpenSandbox
from service.web.errors import status_of
from service.web.levels.links import packed
from service.web.pages import page
from service.web.routes.contests import ANSWERS_PER_PAGE, LONGEST_GIVEN, After, View
from service.web.sandbox.pool import Sandbox
from service.web.security.bodies import LONGEST, NOTES
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.security.headers import SECRET
from service.web.write_threads import run_in_writing_thread
from storage import contests
from storage.contests import ContestState, Part, next_part
from storage.curation import is_published
from storage.database import Database
from storage.errors import ContestFixedError, LevelInContestError, UnknownLevelError
from storage.level_filter import LevelFilter
from storage.people.players import erase_emails, release_name
from storage.queries import LevelRow, best_levels, get_level
from storage.submissions import remove_submission, submission_mark, submission_page

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

APPROVED = LevelFilter(state="approved")
MOST_CHOICES = 60
"""Approved levels that are offered; others are named by their id."""

MOST_ADDED = 20
"""Levels that are added to a contest at a time."""

MOST_COPIES = 100
"""Groups of equal answers that are shown, and players of each."""
MOST_NAMES = 20

REFUSED = (ContestError, RefusedError, ContestFixedError, LevelInContestError)
Given = Mapping[str, Any]
"""The fields of a form as they were sent."""


class KnownLevel(NamedTuple):
    """A level of a contest that was in others, whose titles are given, or that everybody may see."""

    part: Part
    contests: str
    published: bool


PartOrNext = Annotated[Part | Literal[""], Form()]
"""A part, or an empty word for the next one that has no level."""
LevelId = Annotated[int, Field(ge=1, lt=2**53)]
LevelIds = Annotated[Sequence[Annotated[str, StringConstraints(pattern="^[0-9]{0,18}$")]], Form(max_length=50)]
"""Levels by their ids; fields that were left empty are none."""
PlayerName = Annotated[str, Form(min_length=1, max_length=LONGEST_EMAIL)]
Title = Annotated[str, Form(max_length=4 * LONGEST_TITLE)]
Text = Annotated[str, Form(max_length=2 * LONGEST_TEXT)]
Time = Annotated[str, Form(max_length=40)]


@router.get("/contests/new", dependencies=[ORGANISER])
def new_page(request: Request) -> Response:
    """The form to announce a contest."""
    return page(request, "contest_new.html", longest_title=LONGEST_TITLE, given=None, fault=None)


@router.post("/contests", dependencies=[ORGANISER, Depends(token_required)])
@body_of(NOTES)
def create(
    request: Request, database: OpenDatabase, by: By, title: Title, opens_at: Time, closes_at: Time, text: Text = ""
) -> Response:
    """Announce a contest, or show the form again with what is wrong with it."""
    try:
        return _organise(contests.create_contest(database, announcement(title, text, opens_at, closes_at), by))
    except REFUSED as error:
        given = _given(title, text, opens_at, closes_at, None)
        return page(
            request,
            "contest_new.html",
            status_of(error),
            longest_title=LONGEST_TITLE,
            given=given,
            fault=error.message,
        )


@router.get("/contests/{contest_id:int}/organise", dependencies=[ORGANISER])
def organise_page(request: Request, database: OpenDatabase, contest_id: Id, after: After = 0) -> Response:
    """All that is hidden from players, with a page of the answers, and the forms to change a contest."""
    return _organise_page(request, database, contest_id, after)


def _organise_page(
    request: Request,
    database: Database,
    contest_id: int,
    after: int = 0,
    error: MessageError | None = None,
    **given: Given,
) -> Response:
    """The page, on which a form that was refused is as it was sent, with the reason."""
    view = organiser_view(database, contest_id)
    rows = submission_page(database, contest_id, ANSWERS_PER_PAGE + 1, after)
    shown = rows[:ANSWERS_PER_PAGE]
    counted = tally(database, contest_id)
    present = {level.level_id for level in view.levels}
    choices = [row for row in best_levels(database, APPROVED, "-depth", MOST_CHOICES) if row.id not in present]
    return page(
        request,
        "contest_organise.html",
        HTTPStatus.OK if error is None else status_of(error),
        headers=SECRET,
        fault=error and error.message,
        given=given.get("given"),
        chosen=given.get("chosen"),
        view=view,
        names={level.level_id: get_level(database, level.level_id).name for level in view.levels if level.level_id},
        parts_of=_parts_to_fill(view),
        choices=choices,
        seen_before=_seen_before(database, contest_id, [row.id for row in choices]),
        known=_known(database, view),
        answers=shown,
        count=submission_mark(database, contest_id).answers,
        after=after,
        next=shown[-1].id if len(rows) > len(shown) else None,
        results=counted.results,
        copies=counted.copies[:MOST_COPIES],
        most_names=MOST_NAMES,
        longest_title=LONGEST_TITLE,
    )


@router.post("/contests/{contest_id:int}", dependencies=[ORGANISER, Depends(token_required)])
@body_of(NOTES)
def change(
    request: Request,
    database: OpenDatabase,
    contest_id: Id,
    by: By,
    title: Title,
    opens_at: Time,
    closes_at: Time,
    text: Text = "",
) -> Response:
    """Change the announcement of a contest, or show the form again with what is wrong with it."""
    try:
        contests.change_contest(database, contest_id, announcement(title, text, opens_at, closes_at), by)
    except REFUSED as error:
        published = contests.get_contest(database, contest_id).published_at
        given = _given(title, text, opens_at, closes_at, published)
        return _organise_page(request, database, contest_id, error=error, given=given)
    return _organise(contest_id)


@router.post("/contests/{contest_id:int}/levels", dependencies=[ORGANISER, Depends(token_required)])
@body_of(LONGEST)
async def put_level(
    request: Request,
    database: OpenDatabase,
    sandbox: OpenSandbox,
    contest_id: Id,
    by: By,
    part: PartOrNext = "",
    level_id: LevelIds = (),
    answer: Annotated[str, Form()] = "",
) -> Response:
    """Give a part its level, or the next parts that have none a level each.

    The answer is the best one that is known of the first level; an empty one stands for the stored solution.
    """
    ids = [int(one) for one in level_id if one]
    try:
        if not ids:
            raise ContestError("no level is chosen; choose at least one")
        for place, one in enumerate(ids):
            row = await run_in_threadpool(get_level, database, one)
            best = (answer.strip() if place == 0 else "") or known_solution(row)
            checked = await _checked(sandbox, row, best)
            taken = [level.part for level in await run_in_threadpool(contests.contest_levels, database, contest_id)]
            level = chosen_level(row, (part if place == 0 else "") or next_part(taken), checked)
            await run_in_writing_thread(contests.put_level, database, contest_id, level, by)
    except (*REFUSED, PuzzleError, UnknownLevelError, BusyError) as error:
        chosen = {"part": part, "level_ids": ids, "answer": answer[:LONGEST_GIVEN]}
        return await run_in_threadpool(_organise_page, request, database, contest_id, error=error, chosen=chosen)
    return _organise(contest_id)


@router.get("/contests/add", dependencies=[ORGANISER])
def add_page(
    request: Request, database: OpenDatabase, level: Annotated[list[LevelId], Query(max_length=MOST_ADDED)]
) -> Response:
    """Choose the contest to which levels are added."""
    now = database.now()
    offered = [
        (row, row.state(now), contests.contest_levels(database, row.id))
        for row in contests.list_contests(database)
        if row.published_at is None and row.state(now) is not ContestState.CLOSED
    ]
    levels = [get_level(database, level_id) for level_id in dict.fromkeys(level)]
    seen_before = _seen_before(database, None, [row.id for row in levels])
    published = {row.id for row in levels if is_published(database, row.id)}
    return page(
        request, "contest_add.html", levels=levels, offered=offered, seen_before=seen_before, published=published
    )


@router.post("/contests/add", dependencies=[ORGANISER, Depends(token_required)])
def add_selected(level: Annotated[list[LevelId], Form(max_length=MOST_ADDED)]) -> Response:
    """Levels that are selected in a list, as an address."""
    return RedirectResponse(f"/contests/add?{urlencode({'level': level}, doseq=True)}", HTTPStatus.SEE_OTHER)


@router.get("/contests/{contest_id:int}/proposal", dependencies=[ORGANISER])
async def proposal_page(request: Request, database: OpenDatabase, sandbox: OpenSandbox, contest_id: Id) -> Response:
    """Levels that an assistant proposes for the next two parts that have none."""
    view = await run_in_threadpool(organiser_view, database, contest_id)
    found = await proposed(database, sandbox, view)
    levels = await run_in_threadpool(_levels, database, [proposal.candidate.id for proposal in found])
    return page(request, "contest_proposal.html", headers=SECRET, view=view, proposals=found, levels=levels)


@router.post("/contests/{contest_id:int}/levels/{part}/removal", dependencies=[ORGANISER, Depends(token_required)])
def remove_level(database: OpenDatabase, contest_id: Id, part: Part, by: By) -> Response:
    """Leave a part without a level."""
    contests.remove_level(database, contest_id, part, by)
    return _organise(contest_id)


@router.post(
    "/contests/{contest_id:int}/answers/{submission_id:int}/removal",
    dependencies=[ORGANISER, Depends(token_required)],
)
def remove_answer(database: OpenDatabase, contest_id: Id, submission_id: Id, by: By) -> Response:
    """Remove an answer."""
    remove_submission(database, contest_id, submission_id, by)
    return _organise(contest_id)


@router.post("/contests/{contest_id:int}/names/release", dependencies=[ORGANISER, Depends(token_required)])
def free_name(database: OpenDatabase, contest_id: Id, name: PlayerName, by: By) -> Response:
    """Let anybody use the name of a player again."""
    release_name(database, name, skeleton(name), by)
    return _organise(contest_id)


@router.post("/contests/{contest_id:int}/names/email", dependencies=[ORGANISER, Depends(token_required)])
def forget_emails(database: OpenDatabase, contest_id: Id, name: PlayerName, by: By) -> Response:
    """Delete the email addresses of a player from all contests; he may be named by an address."""
    erase_emails(database, meant(name), by)
    return _organise(contest_id)


@router.post("/contests/{contest_id:int}/removal", dependencies=[ORGANISER, Depends(token_required)])
def remove(database: OpenDatabase, contest_id: Id, by: By) -> Response:
    """Delete a contest that has received no answers."""
    contests.remove_contest(database, contest_id, by)
    return RedirectResponse("/contests", HTTPStatus.SEE_OTHER)


@router.post("/contests/{contest_id:int}/publication", dependencies=[ORGANISER, Depends(token_required)])
def publish(database: OpenDatabase, contest_id: Id, by: By) -> Response:
    """Make the answers of a contest that is over public."""
    contests.publish_answers(database, contest_id, by)
    return _organise(contest_id)


@router.get("/contests/{contest_id:int}/bundle.zip")
def bundle(request: Request, view: View, answers: bool = False) -> Response:
    """The contest as one file, with the hidden answers where they are asked for."""
    links = {level.part: f"{request.base_url}play?z={packed(level.family, level.text)}" for level in view.levels}
    file = BytesIO()
    write_bundle(file, view.contest, view.levels, view.answers if answers else {}, links)
    name = f'attachment; filename="contest-{view.contest.id}.zip"'
    return Response(file.getvalue(), media_type="application/zip", headers={"Content-Disposition": name})


def _levels(database: Database, level_ids: Sequence[int]) -> Mapping[int, LevelRow]:
    return {level_id: get_level(database, level_id) for level_id in level_ids}


async def _checked(sandbox: Sandbox, row: LevelRow, answer: str) -> CheckedSolution:
    """The best answer that is known of a level. Raises RefusedError, which names the field."""
    try:
        return await sandbox.check(row.family, row.text, answer)
    except (PuzzleError, RefusedError) as error:
        raise RefusedError("best known answer: {reason}", reason=error) from error


def _given(title: str, text: str, opens_at: str, closes_at: str, published_at: str | None) -> Given:
    """An announcement as it was sent."""
    return {
        "title": title,
        "text": text,
        "opens_at": opens_at,
        "closes_at": closes_at,
        "published_at": published_at,
    }


def _seen_before(database: Database, contest_id: int | None, level_ids: Sequence[int]) -> Mapping[int, str]:
    """The titles of the other contests that had levels, by the ids of the levels."""
    found = contests.contests_with(database, level_ids)
    titles = {id_: [row.title for row in rows if row.id != contest_id] for id_, rows in found.items()}
    return {id_: ", ".join(dict.fromkeys(others)) for id_, others in titles.items() if others}


def _known(database: Database, view: ContestView) -> Sequence[KnownLevel]:
    """The levels of a contest that players may know from elsewhere."""
    levels = [(level.part, level.level_id) for level in view.levels if level.level_id is not None]
    before = _seen_before(database, view.contest.id, [level_id for _, level_id in levels])
    found = [KnownLevel(part, before.get(id_, ""), is_published(database, id_)) for part, id_ in levels]
    return [level for level in found if level.contests or level.published]


def _parts_to_fill(view: ContestView) -> list[Part]:
    """The parts that have levels or names, and the next one."""
    taken = {level.part for level in view.levels}
    return sorted({*Part, *taken, next_part(taken)}, key=lambda part: part.place)


def _organise(contest_id: int) -> RedirectResponse:
    return RedirectResponse(f"/contests/{contest_id}/organise", HTTPStatus.SEE_OTHER)
