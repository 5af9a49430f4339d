"""Playing levels: stored ones, pasted ones, and those that a link carries."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, File, Form, Query, Request, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from generator import PuzzleError, family_names
from service.contests.verdicts import Board
from service.errors import RefusedError
from service.levels.files import decoded
from service.levels.json_objects import shown
from service.levels.pictures import LONGEST_STILL, fitting_cell, png
from service.web.dependencies import Id, OpenDatabase, OpenSandbox
from service.web.errors import status_of
from service.web.languages import language_of
from service.web.levels.links import MOST_PACKED, link_to, packed, preview_of, unpacked
from service.web.levels.models import Pieces
from service.web.levels.player import Game, best_of, guide_of
from service.web.levels.shelf import Shelf, shelf_of
from service.web.pages import page
from service.web.sandbox.pool import PastedLevel
from service.web.security.bodies import LONGEST
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, PublicRoute, body_of
from service.web.security.limits import limited
from storage import gallery
from storage.database import Database
from storage.level_filter import LevelFilter
from storage.level_scan import Place
from storage.queries import LevelRow, get_level

public = APIRouter(route_class=PublicRoute, tags=["play"])
private = APIRouter(route_class=PrivateRoute, include_in_schema=False)

PASTES = "60 per minute"
"""How often an address may have texts of levels read."""
MOST_TEXT = 2**20
"""Letters of a text of levels."""
TEXTS = 4 * MOST_TEXT
"""Bytes of a request with such a text, whose letters a form or JSON writes longer."""
MOST_ANSWER = 2**23
"""Letters of an answer."""
MOST_SOLUTION = 4 * 2**20
"""Letters of a solution that is put into a page; those of size 48 have hundreds of millions."""

FamilyName = Annotated[str, Query(max_length=40)]


@public.get("/play", include_in_schema=False, dependencies=[Depends(limited("play", PASTES))])
async def play_page(
    request: Request,
    database: OpenDatabase,
    sandbox: OpenSandbox,
    z: Annotated[str, Query(max_length=MOST_PACKED)] = "",
    level: Annotated[str, Query(max_length=MOST_PACKED)] = "",
    family: FamilyName = "",
) -> Response:
    """The level that the address carries, packed or as text; without one, levels to play and the form to paste some."""
    if z:
        family, level = unpacked(z)
    if not level:
        return _form(request, [], "", shelf=await run_in_threadpool(shelf_of, database))
    return _chosen(request, await sandbox.entries(family, level), level)


@public.post("/play", include_in_schema=False, dependencies=[Depends(token_required), Depends(limited("play", PASTES))])
@body_of(TEXTS)
async def paste(
    request: Request,
    sandbox: OpenSandbox,
    text: Annotated[str, Form(max_length=MOST_TEXT)] = "",
    file: Annotated[UploadFile | None, File()] = None,
    family: Annotated[str, Form(max_length=40)] = "",
) -> Response:
    """Read levels in any format, and play the only one or let the visitor choose."""
    if file is not None and file.size:
        text = decoded(await file.read(MOST_TEXT))
    try:
        levels = await sandbox.entries(family, text)
    except (RefusedError, PuzzleError) as error:
        return _form(request, [], text, family, error)
    if len(levels) == 1:
        return RedirectResponse(_address(levels[0]), HTTPStatus.SEE_OTHER)
    return _chosen(request, levels, text)


@public.get("/play/picture.svg", include_in_schema=False, dependencies=[Depends(limited("picture", "600 per minute"))])
async def picture(sandbox: OpenSandbox, z: Annotated[str, Query(max_length=MOST_PACKED)]) -> Response:
    """The level that the address carries, drawn."""
    svg = await sandbox.picture(*unpacked(z))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@public.get("/play/picture.png", include_in_schema=False, dependencies=[Depends(limited("preview", "60 per minute"))])
async def preview(sandbox: OpenSandbox, z: Annotated[str, Query(max_length=MOST_PACKED)]) -> Response:
    """The same in pixels, for programs that show where a link leads to."""
    svg = await sandbox.picture(*unpacked(z))
    content = await run_in_threadpool(png, svg, fitting_cell(svg, LONGEST_STILL))
    return Response(content, media_type="image/png", headers={"Cache-Control": "max-age=86400"})


@private.get("/play/levels/{level_id}")
def play_stored(request: Request, database: OpenDatabase, level_id: Id) -> Response:
    """A stored level, with its solution to be replayed."""
    row = get_level(database, level_id)
    return page(request, "play.html", game=_stored(database, row, language_of(request)).to_json())


class Pasted(BaseModel):
    """A text with levels; the family is detected if none is given."""

    text: str = Field(max_length=MOST_TEXT)
    family: str = Field("", max_length=40)


class ReadLevel(BaseModel):
    """A level that was read; `level` is its text as the family writes it, `play` the path where it is played."""

    family: str
    type: str
    size: int
    pieces: Pieces
    level: str
    title: str
    author: str
    comment: str
    solution: str
    play: str


class Attempted(BaseModel):
    """An answer to a level, in any notation of the family."""

    family: str = Field(max_length=40)
    level: str = Field(max_length=MOST_TEXT)
    answer: str = Field(max_length=MOST_ANSWER)


class Judged(BaseModel):
    """Whether an answer solves a level; if not, the reason, and otherwise the moves as they count."""

    accepted: bool
    reason: str
    moves: str
    cut: int
    metrics: dict[str, int]


@public.post("/api/play/levels", dependencies=[Depends(limited("play", PASTES))])
@body_of(TEXTS)
async def read_levels(sandbox: OpenSandbox, pasted: Pasted) -> list[ReadLevel]:
    """Read the levels of a text in any format."""
    levels = await sandbox.entries(pasted.family, pasted.text)
    return [
        ReadLevel(family=level.family, **shown(level.entry), **asdict(level.description), play=_address(level))
        for level in levels
    ]


@public.post("/api/play/answers", dependencies=[Depends(limited("play", PASTES))])
@body_of(LONGEST)
async def judge_answer(sandbox: OpenSandbox, attempted: Attempted) -> Judged:
    """Judge an answer as a contest does; nothing is stored."""
    board = Board(attempted.family, attempted.level)
    ((solution, reason),) = await sandbox.judge([board], attempted.answer)
    if solution is None:
        return Judged(accepted=False, reason=str(reason), moves="", cut=0, metrics={})
    return Judged(accepted=True, reason="", moves=solution.moves, cut=solution.cut, metrics=dict(solution.metrics))


def _chosen(request: Request, levels: list[PastedLevel], text: str) -> Response:
    """The player of the only level, else a choice between all of them."""
    if len(levels) == 1:
        return page(request, "play.html", game=_pasted(levels[0], language_of(request)).to_json())
    return _form(request, levels, text)


def _form(
    request: Request,
    levels: list[PastedLevel],
    text: str,
    family: str = "",
    error: RefusedError | PuzzleError | None = None,
    shelf: Shelf | None = None,
) -> Response:
    """The form for texts of levels as it was filled in, with the levels that were found or why there are none.

    `shelf` is shown to those who have not brought a level.
    """
    return page(
        request,
        "paste.html",
        HTTPStatus.OK if error is None else status_of(error),
        families=family_names(),
        shelf=shelf,
        levels=[(level, _address(level), packed(level.family, level.entry.text)) for level in levels],
        text=text,
        family=family,
        refused=error and error.message,
    )


def _address(level: PastedLevel) -> str:
    """Where a level is played: with its title, author and solution, as far as an address has space for them."""
    return link_to(level.family, level.carried) or f"/play?z={packed(level.family, level.entry.text)}"


def _pasted(level: PastedLevel, language: str) -> Game:
    entry = level.entry
    best = best_of(level.family, 0, None, language)
    return Game(
        level.family,
        entry.text,
        entry.title,
        entry.author,
        entry.solution or None,
        best=best,
        share=_address(level),
        picture=preview_of(level.family, entry.text),
        guide=guide_of(level.family),
    )


def _stored(database: Database, row: LevelRow, language: str) -> Game:
    return Game(
        row.family,
        row.text,
        row.title or row.name,
        row.author,
        row.solution if row.solution and len(row.solution) <= MOST_SOLUTION else None,
        best=best_of(row.family, row.lower_bound, row.upper_bound, language),
        page=f"/levels/{row.id}",
        previous=_neighbour(database, row, backward=True),
        next=_neighbour(database, row, backward=False),
        more=f"/levels?{urlencode({'family': row.family})}",
        share=link_to(row.family, row.text),
        picture=preview_of(row.family, row.text),
        plays=f"/api/levels/{row.id}/plays",
        guide=guide_of(row.family),
    )


def _neighbour(database: Database, row: LevelRow, *, backward: bool) -> str | None:
    """Where the level of the same type and size is played that is just shallower, or deeper, than one."""
    wanted = LevelFilter(family=row.family, type=row.type, size=row.size)
    beside = gallery.page(database, wanted, "depth", gallery.Cursor(Place(row.depth, row.id), backward), 1)
    return f"/play/levels/{beside.rows[0].id}" if beside.rows else None
