"""Contests for everybody: what is announced, levels to play, answers to send in, and who solved them best."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, Response
from starlette.datastructures import FormData, UploadFile

from generator import Entry, defaults, get_declaration, get_family
from service.contests.names import LONGEST_CODE, LONGEST_NAME
from service.contests.submissions import LONGEST_COUNTRY, LONGEST_EMAIL, entrant
from service.errors import BusyError, ContestError, NotOpenError, RefusedError
from service.levels.files import decoded
from service.web.contests.views import ContestView, places, submit, tally, view_for
from service.web.dependencies import ContestSandbox, Id, OpenDatabase, Organises, Sender
from service.web.errors import NoSuchPageError, status_of
from service.web.languages import language_of, translated, translations
from service.web.levels.links import preview_of
from service.web.levels.player import Field, Game, Submission, best_of, guide_of
from service.web.levels.search import GREATEST
from service.web.pages import page
from service.web.security.bodies import LONGEST
from service.web.security.forgery import token_of, token_required
from service.web.security.guarded_routes import PublicRoute, body_of
from service.web.security.limits import limited
from storage.contests import ContestLevelRow, ContestState, contest_levels, list_contests
from storage.errors import NameTakenError, QuotaError
from storage.submissions import submission_page, submitted_answer

router = APIRouter(route_class=PublicRoute, include_in_schema=False)

MOST_PICTURED = 24
"""Contests that are shown with a level of theirs."""
ANSWERS = "20 per minute"
"""How often an address may send in answers."""

RANKS = 50
"""Ranks of every table on a page."""
ANSWERS_PER_PAGE = 100

SVG = "image/svg+xml"


def viewed(database: OpenDatabase, organises: Organises, contest_id: Id) -> ContestView:
    """The contest of an address, as the visitor may see it."""
    return view_for(database, contest_id, organises=organises)


async def sent_form(request: Request) -> AsyncIterator[FormData]:
    """A form with fields as long as a request may be; the usual limit for one is a megabyte."""
    async with request.form(max_files=1, max_fields=20, max_part_size=LONGEST) as form:
        yield form


View = Annotated[ContestView, Depends(viewed)]
SentForm = Annotated[FormData, Depends(sent_form)]
TabName = Annotated[str, Query(max_length=60)]
"""A part of a contest, or what counts first in a ranking; whatever there is not chooses nothing."""
After = Annotated[int, Query(ge=0, le=GREATEST)]
"""What a page begins after: a rank, or the id of an answer."""


@router.get("/contests")
def contests_page(request: Request, database: OpenDatabase) -> Response:
    """All contests, those that open last first."""
    now = database.now()
    rows = list_contests(database)
    states = {state: [row for row in rows if row.state(now) is state] for state in ContestState}
    seen = [*states[ContestState.OPEN], *states[ContestState.CLOSED]][:MOST_PICTURED]
    parts = {row.id: level.part for row in seen for level in contest_levels(database, row.id)[:1]}
    return page(request, "contests.html", states=states, any=bool(rows), parts_of=parts)


@router.get("/contests/{contest_id:int}")
def contest_page(
    request: Request, database: OpenDatabase, view: View, after: After = 0, part: TabName = "", by: TabName = ""
) -> Response:
    """A contest with its levels, the form for answers, and a page of one of its rankings."""
    counted = tally(database, view.contest.id)
    tab = counted.chosen(part, by)
    rows = counted.table(tab)
    return page(
        request,
        "contest.html",
        view=view,
        preview=next((preview_of(level.family, level.text) for level in view.levels), None),
        formats=_formats(view),
        longest=_LONGEST,
        blank=dict.fromkeys(_FIELDS, ""),
        now=database.now(),
        counted=counted,
        tab=tab,
        rows=rows[after : after + RANKS],
        players=len(rows),
        before=max(after - RANKS, 0) if after else None,
        next=after + RANKS if len(rows) > after + RANKS else None,
    )


@router.get("/contests/{contest_id:int}/answers")
def answers_page(
    request: Request, database: OpenDatabase, view: View, organises: Organises, after: After = 0
) -> Response:
    """A page of the answers, once they are public, and for organisers before."""
    require_public(view, organises=organises)
    rows = submission_page(database, view.contest.id, ANSWERS_PER_PAGE + 1, after)
    shown = rows[:ANSWERS_PER_PAGE]
    return page(
        request, "contest_answers.html", view=view, rows=shown, next=shown[-1].id if len(rows) > len(shown) else None
    )


@router.get("/contests/{contest_id:int}/{part}/picture.svg")
def picture(view: View, part: str) -> Response:
    """The picture of a level."""
    level = view.level(part)
    family = get_family(level.family)
    return Response(defaults.render(family, family.parse(level.text)), media_type=SVG)


@router.get("/contests/{contest_id:int}/{part}/level.{format_}")
def level_file(view: View, part: str, format_: str) -> Response:
    """A level in a format of its family, to be saved."""
    level = view.level(part)
    formats = get_declaration(level.family).formats
    if format_ not in formats:
        raise NoSuchPageError(
            "{family} has no such format; choose from: {names}", family=level.family, names=", ".join(formats)
        )
    entry = Entry(level.text, level.title, level.author)
    text = "".join(defaults.format_file(get_family(level.family), [entry], format_))
    ending = formats[format_].endings[0] if formats[format_].endings else f".{format_}.txt"
    name = f"contest-{view.contest.id}-{level.part}{ending}"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/contests/{contest_id:int}/{part}/play")
def play_page(request: Request, view: View, part: str) -> Response:
    """The player of a level, from which an answer can be sent in."""
    level = view.level(part)
    game = Game(
        level.family,
        level.text,
        level.title or f"{view.contest.title}: {translated(language_of(request), level.part.label)}",
        level.author,
        page=f"/contests/{view.contest.id}",
        previous=_neighbour(view, level, -1),
        next=_neighbour(view, level, 1),
        best=best_of(level.family, 0, None, language_of(request)),
        share=f"/contests/{view.contest.id}",
        picture=preview_of(level.family, level.text),
        guide=None if view.state is ContestState.OPEN else guide_of(level.family),
        submit=_submission(request, view, level.part) if view.state is ContestState.OPEN else None,
    )
    return page(request, "play.html", game=game.to_json())


@router.post(
    "/contests/{contest_id:int}/answers",
    dependencies=[Depends(sent_form), Depends(token_required), Depends(limited("answer", ANSWERS))],
)
@body_of(LONGEST)
async def answer_page(
    request: Request, form: SentForm, view: View, database: OpenDatabase, sandbox: ContestSandbox, sender: Sender
) -> Response:
    """What becomes of an answer: accepted with its figures, or refused with the reason."""
    try:
        player = entrant(
            _field(form, "name"), _field(form, "country"), _field(form, "email"), _field(form, "code"), sender
        )
        receipt = await submit(
            database, sandbox, view.contest.id, player, await _answer(form), _field(form, "part")[:20]
        )
    except (RefusedError, ContestError, NotOpenError, QuotaError, NameTakenError, BusyError) as error:
        return page(
            request,
            "contest_answer.html",
            status_of(error),
            view=view,
            receipt=None,
            refused=error.message,
            longest=_LONGEST,
            given={name: _field(form, name)[:LONGEST_GIVEN] for name in _FIELDS},
        )
    found = await run_in_threadpool(places, database, view.contest.id, receipt, player.name)
    return page(request, "contest_answer.html", view=view, receipt=receipt, places=found, refused=None)


@router.get("/contests/{contest_id:int}/answers/{submission_id:int}.txt")
def answer_text(view: View, database: OpenDatabase, organises: Organises, submission_id: Id) -> Response:
    """The moves of an answer, once they are public, and for organisers before."""
    require_public(view, organises=organises)
    return PlainTextResponse(submitted_answer(database, view.contest.id, submission_id))


LONGEST_GIVEN = 2**17
"""Letters of a field that a form shows again."""
_FIELDS = ("name", "code", "country", "email", "part", "answer")
_LONGEST = {"name": LONGEST_NAME, "code": LONGEST_CODE, "country": LONGEST_COUNTRY, "email": LONGEST_EMAIL}


def require_public(view: ContestView, *, organises: bool) -> None:
    """Let pass who may see answers. Raises NoSuchPageError."""
    if not organises and not view.answers_are_public:
        raise NoSuchPageError("the answers to this contest are not public")


def _formats(view: ContestView) -> dict[str, list[str]]:
    return {level.part: [*get_declaration(level.family).formats] for level in view.levels}


def _neighbour(view: ContestView, level: ContestLevelRow, step: int) -> str | None:
    place = view.levels.index(level) + step
    if not 0 <= place < len(view.levels):
        return None
    return f"/contests/{view.contest.id}/{view.levels[place].part}/play"


def _submission(request: Request, view: ContestView, part: str) -> Submission:
    """The form for an answer, as the player shows it."""
    _ = translations(language_of(request)).gettext
    fields = (
        Field("name", _("Name"), maxlength=LONGEST_NAME, autocomplete="nickname", required=True),
        Field("code", _("Code (reserves the name for you)"), maxlength=LONGEST_CODE),
        Field("country", _("Country"), maxlength=LONGEST_COUNTRY, autocomplete="country-name"),
        Field("email", _("Email (only organisers see it)"), "email", LONGEST_EMAIL, "email"),
    )
    return Submission(
        f"/contests/{view.contest.id}/answers", "answer", {"csrf": token_of(request), "part": part}, fields
    )


def _field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


async def _answer(form: FormData) -> str:
    """The answer of a form: that of its file where one was chosen."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.size:
        return decoded(await file.read())
    return _field(form, "answer")
