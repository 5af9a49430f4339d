"""Contests for organisers: announce them, choose levels, look at answers, publish them."""

from http import HTTPStatus
from io import BytesIO
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from service.contests.announcements import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    announcement,
    chosen_level,
    known_solution,
    publish_answers,
)
from service.contests.bundle import write_bundle
from service.contests.names import meant, skeleton
from service.contests.submissions import LONGEST_EMAIL
from service.web.contests.views import organiser_view, tally
from service.web.dependencies import ORGANISER, By, Id, OpenDatabase, OpenSandbox
from service.web.levels.links import packed
from service.web.pages import page
from service.web.routes.contests import ANSWERS_PER_PAGE, After, View
from service.web.security.bodies import LONGEST, NOTES
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, body_of
from service.web.security.headers import SECRET
from service.web.write_threads import run_in_writing_thread
from storage import contests
from storage.contests import Part
from storage.players import erase_emails, release_name
from storage.queries import LevelFilter, best_levels, get_level
from storage.submissions import remove_submission, submission_mark, submission_page

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

APPROVED = LevelFilter(state="approved")
MOST_CHOICES = 60
"""Approved levels that are offered; others are named by their id."""

MOST_COPIES = 100
"""Groups of equal answers that are shown, and players of each."""
MOST_NAMES = 20

PlayerName = Annotated[str, Form(min_length=1, max_length=LONGEST_EMAIL)]
Title = Annotated[str, Form(max_length=4 * LONGEST_TITLE)]
Text = Annotated[str, Form(max_length=2 * LONGEST_TEXT)]
Time = Annotated[str, Form(max_length=40)]


@router.get("/contests/new", dependencies=[ORGANISER])
def new_page(request: Request) -> Response:
    """The form to announce a contest."""
    return page(request, "contest_new.html", longest_title=LONGEST_TITLE)


@router.post("/contests", dependencies=[ORGANISER, Depends(token_required)])
@body_of(NOTES)
def create(database: OpenDatabase, by: By, title: Title, opens_at: Time, closes_at: Time, text: Text = "") -> Response:
    """Announce a contest."""
    return _organise(contests.create_contest(database, announcement(title, text, opens_at, closes_at), by))


@router.get("/contests/{contest_id:int}/organise")
def organise_page(request: Request, database: OpenDatabase, contest_id: Id, after: After = 0) -> Response:
    """All that is hidden from players, with a page of the answers, and the forms to change a contest."""
    view = organiser_view(database, contest_id)
    rows = submission_page(database, contest_id, ANSWERS_PER_PAGE + 1, after)
    shown = rows[:ANSWERS_PER_PAGE]
    counted = tally(database, contest_id)
    return page(
        request,
        "contest_organise.html",
        headers=SECRET,
        view=view,
        parts_of=list(Part),
        choices=best_levels(database, APPROVED, "-depth", MOST_CHOICES),
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
    database: OpenDatabase, contest_id: Id, by: By, title: Title, opens_at: Time, closes_at: Time, text: Text = ""
) -> Response:
    """Change the announcement of a contest."""
    contests.change_contest(database, contest_id, announcement(title, text, opens_at, closes_at), by)
    return _organise(contest_id)


@router.post("/contests/{contest_id:int}/levels", dependencies=[ORGANISER, Depends(token_required)])
@body_of(LONGEST)
async def put_level(
    database: OpenDatabase,
    sandbox: OpenSandbox,
    contest_id: Id,
    by: By,
    part: Annotated[Part, Form()],
    level_id: Annotated[int, Form(ge=1, lt=2**53)],
    answer: Annotated[str, Form()] = "",
) -> Response:
    """Give a part its level, with the best answer that is known; an empty one stands for the stored solution."""
    row = get_level(database, level_id)
    checked = await sandbox.check(row.family, row.text, answer.strip() or known_solution(row))
    await run_in_writing_thread(contests.put_level, database, contest_id, chosen_level(row, part, checked), by)
    return _organise(contest_id)


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
    publish_answers(database, contest_id, by)
    return _organise(contest_id)


@router.get("/contests/{contest_id:int}/bundle.zip")
def bundle(request: Request, view: View, answers: bool = False) -> Response:
    """The contest as one file, with the hidden answers where they are asked for."""
    links = {level.part: f"{request.base_url}play?z={packed(level.family, level.text)}" for level in view.levels}
    file = BytesIO()
    write_bundle(file, view.contest, view.levels, view.answers if answers else {}, links)
    name = f'attachment; filename="contest-{view.contest.id}.zip"'
    return Response(file.getvalue(), media_type="application/zip", headers={"Content-Disposition": name})


def _organise(contest_id: int) -> RedirectResponse:
    return RedirectResponse(f"/contests/{contest_id}/organise", HTTPStatus.SEE_OTHER)
