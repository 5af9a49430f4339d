"""A contest for the programs BoxMan, at the addresses and in the words of the monthly contests."""

from functools import partial
from typing import Annotated, Any
from urllib.parse import unquote_to_bytes

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse
from markupsafe import escape
from pydantic import BaseModel

from generator import get_declaration
from service.contests import competition
from service.contests.submissions import Receipt, entrant
from service.errors import ContestError, NotOpenError, RefusedError
from service.web.contests.views import submit, tally
from service.web.dependencies import ContestSandbox, Id, OpenDatabase, Sender
from service.web.errors import NoSuchPageError
from service.web.routes.contests import ANSWERS
from service.web.security.bodies import LONGEST, require_few_escapes
from service.web.security.guarded_routes import PublicRoute, body_of
from service.web.security.limits import limited
from storage.contests import ContestRow, Part, contest_levels, get_contest, list_contests
from storage.database import Database
from storage.errors import NameTakenError, QuotaError, UnknownContestError

router = APIRouter(route_class=PublicRoute, tags=["competition"])


class CompetitionLevel(BaseModel):
    """A level; its rows are joined by bars."""

    level: str
    title: str
    author: str


class Competition(BaseModel):
    """A contest; its levels are empty lists before it begins. Times are in UTC, as 2026-05-01 12:00:00."""

    id: int
    begin: str
    end: str
    main: CompetitionLevel | list[CompetitionLevel] | None
    extra: CompetitionLevel | list[CompetitionLevel] | None
    extra2: CompetitionLevel | list[CompetitionLevel] | None


class CompetitionAnswer(BaseModel):
    """What is public of an answer."""

    time: str
    name: str
    country: str
    move: int
    push: int


class CompetitionAnswers(BaseModel):
    """The answers to one level."""

    submission: list[CompetitionAnswer]


@router.get("/api/competition/submission/", response_model=CompetitionAnswers)
def competition_answers(
    database: OpenDatabase, part: Annotated[Part, Query(alias="t", description="main, extra or extra2")] = Part.MAIN
) -> Any:
    """The figures of the best answers to a level of the current contest."""
    result = tally(database, _current(database).id).results.get(part)
    return competition.submission_list(result.tables if result else {})


@router.get("/api/competition/", response_model=Competition)
def current_competition(database: OpenDatabase) -> Any:
    """The newest open contest; where none is open, the last one, or the next one."""
    return _told(database, _current(database))


@router.get("/api/competition/{contest_id:int}", response_model=Competition)
def competition_by_number(database: OpenDatabase, contest_id: Id) -> Any:
    """One contest."""
    return _told(database, get_contest(database, contest_id))


@router.post("/submit_result.php", include_in_schema=False, dependencies=[Depends(limited("answer", ANSWERS))])
@body_of(LONGEST, parse=False)
async def submit_result(
    request: Request, database: OpenDatabase, sandbox: ContestSandbox, sender: Sender
) -> HTMLResponse:
    """Take an answer to the current contest from a form in UTF-8 or GBK; programs look for words in the reply."""
    body, bodies = await request.body(), request.app.state.bodies
    form: dict[str, str] = await bodies.apart(partial(_decoded_form, body))
    name, code = _named(form.get("nickname", ""))
    if not name:
        return _reply("your name cannot be empty")
    try:
        player = entrant(name, form.get("country", ""), form.get("email", ""), code, sender)
        contest = await run_in_threadpool(_current, database)
        receipt = await submit(database, sandbox, contest.id, player, form.get("lurd", ""))
    except NotOpenError as error:
        return _reply(f"the competition has ended: {error}" if error.is_over else f"not begin yet: {error}")
    except (RefusedError, ContestError, QuotaError, NameTakenError, NoSuchPageError, UnknownContestError) as error:
        return _reply(f"your solution is not correct: {error}")
    return _reply(_accepted(receipt))


def _named(nickname: str) -> tuple[str, str]:
    """A name and its code, which the programs have no field for: `name#code`."""
    name, sign, code = nickname.rpartition("#")
    return (name.strip(), code.strip()) if sign and name.strip() else (nickname.strip(), "")


def _accepted(receipt: Receipt) -> str:
    counts = receipt.solution.metrics
    ranked = (order[0] for order in get_declaration(receipt.level.family).rankings)
    figures = ", ".join(f"{counts[name]} {name}" for name in ranked if name in counts) or "solved"
    again = "" if receipt.is_new else "; it was already received"
    return f"your solution is correct (for the {receipt.level.part} level): {figures}{again}"


def _told(database: Database, contest: ContestRow) -> competition.Fields:
    return competition.competition(contest, contest_levels(database, contest.id), database.now())


def _current(database: Database) -> ContestRow:
    contest = competition.current(list_contests(database), database.now())
    if contest is None:
        raise NoSuchPageError("there is no contest yet")
    return contest


def _reply(text: str) -> HTMLResponse:
    return HTMLResponse(f"<!doctype html><title>cenote</title><p>{escape(text)}</p>\n")


def _decoded_form(body: bytes) -> dict[str, str]:
    """The fields of a form whose letters beyond ASCII are in UTF-8 or, as BoxMan for Android sends them, in GBK."""
    require_few_escapes(body)
    fields = (part.partition(b"=") for part in body.split(b"&", 20))
    return {_decoded(name): _decoded(value) for name, _, value in fields}


def _decoded(said: bytes) -> str:
    content = unquote_to_bytes(said.replace(b"+", b" "))
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("gbk", "replace")
