"""Contests for everybody: what is announced, levels to play, answers to send in, and who solved them best."""

from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.datastructures import FormData, UploadFile

from generator import Entry, get_declaration, get_family
from service.contests.submitting import LONGEST_COUNTRY, LONGEST_EMAIL, LONGEST_NAME, entrant
from service.errors import ContestError, NotOpenError, RefusedError
from service.level_files import decoded
from service.web.contests import ContestView, submit, view_for
from service.web.dependencies import Id, Judge, OpenDatabase, Visitor
from service.web.errors import NoSuchPageError
from service.web.languages import language_of, translations
from service.web.pages import page
from service.web.playing import Field, Game, Submission
from service.web.said import said
from service.web.security.bodies import MOST_BYTES
from service.web.security.forgery import token_of, token_required
from service.web.security.limits import limited
from storage.contests import ContestLevelRow, ContestState, list_contests
from storage.submissions import submitted_answer

router = APIRouter(include_in_schema=False)

ANSWERS = "20 per minute"
"""How often an address may send in answers."""

SVG = "image/svg+xml"


def viewed(database: OpenDatabase, visitor: Visitor, contest_id: Id) -> ContestView:
    """The contest of an address, as the visitor may see it."""
    return view_for(visitor, database, contest_id)


async def sent_form(request: Request) -> AsyncIterator[FormData]:
    """A form with fields as long as a request may be; the usual limit for one is a megabyte."""
    async with request.form(max_files=1, max_fields=20, max_part_size=MOST_BYTES) as form:
        yield form


View = Annotated[ContestView, Depends(viewed)]
SentForm = Annotated[FormData, Depends(sent_form)]


@router.get("/contests")
def contests_page(request: Request, database: OpenDatabase) -> Response:
    """All contests, those that open last first."""
    now = database.now()
    rows = list_contests(database)
    states = {state: [row for row in rows if row.state(now) is state] for state in ContestState}
    return page(request, "contests.html", states=states, any=bool(rows))


@router.get("/contests/{contest_id:int}")
def contest_page(request: Request, view: View) -> Response:
    """A contest with its levels, the form for answers, and its rankings."""
    return page(request, "contest.html", view=view, formats=_formats(view), longest=_LONGEST)


@router.get("/contests/{contest_id:int}/{part}/picture.svg")
def picture(view: View, part: str) -> Response:
    """The picture of a level."""
    level = view.level(part)
    family = get_family(level.family)
    return Response(family.render(family.parse(level.level)), media_type=SVG)


@router.get("/contests/{contest_id:int}/{part}/level.{format_}")
def level_file(view: View, part: str, format_: str) -> Response:
    """A level in a format of its family, to be saved."""
    level = view.level(part)
    formats = get_declaration(level.family).formats
    if format_ not in formats:
        raise NoSuchPageError(f"levels of {level.family} have no such format; there are: {', '.join(formats)}")
    text = "".join(get_family(level.family).format_file([Entry(level.level, level.title, level.author)], format_))
    ending = formats[format_].endings[0] if formats[format_].endings else f".{format_}.txt"
    name = f"contest-{view.contest.id}-{level.part}{ending}"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/contests/{contest_id:int}/{part}/play")
def play_page(request: Request, view: View, part: str) -> Response:
    """The player of a level, from which an answer can be sent in."""
    level = view.level(part)
    game = Game(
        level.family,
        level.level,
        level.title or f"{view.contest.title}: {said(language_of(request), level.part)}",
        level.author,
        page=f"/contests/{view.contest.id}",
        previous=_neighbour(view, level, -1),
        next=_neighbour(view, level, 1),
        submit=_submission(request, view) if view.state is ContestState.OPEN else None,
    )
    return page(request, "play.html", game=game.to_json())


@router.post(
    "/contests/{contest_id:int}/answers",
    dependencies=[Depends(sent_form), Depends(token_required), Depends(limited("answer", ANSWERS))],
)
async def answer_page(request: Request, form: SentForm, view: View, database: OpenDatabase, judge: Judge) -> Response:
    """What becomes of an answer: accepted with its figures, or refused with the reason."""
    try:
        sender = entrant(_field(form, "name"), _field(form, "country"), _field(form, "email"))
        receipt = await submit(database, judge, view.contest.id, sender, await _answer(form))
    except (RefusedError, ContestError, NotOpenError) as error:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return page(request, "contest_answer.html", status, view=view, receipt=None, refused=str(error))
    return page(request, "contest_answer.html", view=view, receipt=receipt, refused="")


@router.get("/contests/{contest_id:int}/answers/{submission_id:int}.txt")
def answer_text(view: View, database: OpenDatabase, visitor: Visitor, submission_id: Id) -> Response:
    """The moves of an answer, once they are public, and for organisers before."""
    if visitor is None and not view.answers_are_public:
        raise NoSuchPageError("the answers to this contest are not public")
    return PlainTextResponse(submitted_answer(database, view.contest.id, submission_id))


_LONGEST = {"name": LONGEST_NAME, "country": LONGEST_COUNTRY, "email": LONGEST_EMAIL}


def _formats(view: ContestView) -> dict[str, list[str]]:
    return {level.part: [*get_declaration(level.family).formats] for level in view.levels}


def _neighbour(view: ContestView, level: ContestLevelRow, step: int) -> str | None:
    place = view.levels.index(level) + step
    if not 0 <= place < len(view.levels):
        return None
    return f"/contests/{view.contest.id}/{view.levels[place].part}/play"


def _submission(request: Request, view: ContestView) -> Submission:
    """The form for an answer, as the player shows it."""
    _ = translations(language_of(request)).gettext
    fields = (
        Field("name", _("Name"), maxlength=LONGEST_NAME, autocomplete="nickname", required=True),
        Field("country", _("Country"), maxlength=LONGEST_COUNTRY, autocomplete="country-name"),
        Field("email", _("Email (only organisers see it)"), "email", LONGEST_EMAIL, "email"),
    )
    return Submission(f"/contests/{view.contest.id}/answers", "answer", {"csrf": token_of(request)}, fields)


def _field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


async def _answer(form: FormData) -> str:
    """The answer of a form: that of its file where one was chosen."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        return decoded(await file.read())
    return _field(form, "answer")
