"""Stored levels as pictures and as files of every format of their family."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from io import BytesIO, TextIOWrapper
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from generator import defaults, get_declaration, get_family
from generator.capabilities import Animation
from service.errors import PictureError
from service.levels.entries import entries_of
from service.levels.files import write_entries
from service.levels.film import MOST_STEPS, change, evenly
from service.levels.pictures import LONGEST_STILL, fitting_cell, png
from service.settings import program_version
from service.web.dependencies import Id, OpenDatabase, OpenSandbox
from service.web.errors import NoSuchPageError
from service.web.levels.search import GREATEST
from service.web.security.guarded_routes import PrivateRoute
from storage.database import Database
from storage.lineage import best_line
from storage.queries import LevelRow, get_level, get_text

router = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/levels/{level_id}")

LONGEST_ANIMATED = 5000
"""Letters of a solution of which an animation still shows something."""
SCENES = 250
"""Changes that an animation shows at most."""

CHANGES = 120
"""The same for a replay, which moves for seconds."""

VERSION = program_version()
"""Another version may draw levels otherwise."""

Encoding = Annotated[Literal["utf-8", "gbk", "latin-1"], Query()]


@router.get("/picture.svg")
def picture(request: Request, database: OpenDatabase, level_id: Id) -> Response:
    """The level, drawn."""
    return _drawn(request, get_text(database, level_id), "image/svg+xml", lambda svg: svg.encode())


@router.get("/picture.png")
def pixels(request: Request, database: OpenDatabase, level_id: Id) -> Response:
    """The level in pixels."""
    return _drawn(request, get_text(database, level_id), "image/png", _pixels)


@router.get("/animation.gif")
async def animation(database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Response:
    """The solution, as a moving picture."""
    row = await run_in_threadpool(get_level, database, level_id)
    if not is_animated(row):
        raise PictureError("the level has no solution short enough for an animation")
    moving = await sandbox.animation(row.family, row.text, row.solution or "", SCENES)
    return Response(moving, media_type="image/gif", headers=_named(row, ".gif"))


@router.get("/replay.svg")
async def replay(request: Request, database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Response:
    """The solution, as a moving picture that is small and begins at once."""
    row = await run_in_threadpool(get_level, database, level_id)
    if not is_animated(row):
        raise PictureError("the level has no solution short enough for an animation")
    kept = _kept(("replay", row.family, row.text, row.solution))
    if _is_known(request, kept):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)
    moving = await sandbox.replay(row.family, row.text, row.solution or "", CHANGES)
    return Response(moving, media_type="image/svg+xml", headers=kept)


@router.get("/change.svg")
def change_picture(
    request: Request, database: OpenDatabase, level_id: Id, parent: Annotated[int, Query(ge=1, le=GREATEST)]
) -> Response:
    """The level, with what is different from another one of its family marked."""
    (family, text), (other, before) = get_text(database, level_id), get_text(database, parent)
    if family != other:
        raise PictureError("levels {first} and {second} are of different puzzles", first=level_id, second=parent)
    kept = _kept(("change", family, text, before))
    if _is_known(request, kept):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)
    return Response(change(get_family(family), before, text), media_type="image/svg+xml", headers=kept)


@router.get("/lineage.gif")
async def lineage_film(database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Response:
    """The line of best parents, from the first ancestor to the level, as a moving picture."""
    row = await run_in_threadpool(get_level, database, level_id)
    texts = await run_in_threadpool(_line, database, level_id)
    headers = {"Content-Disposition": f'attachment; filename="cenote-{row.id}-lineage.gif"'}
    return Response(await sandbox.film(row.family, texts), media_type="image/gif", headers=headers)


def _line(database: Database, level_id: int) -> list[str]:
    """The levels of a film, the first ancestor first."""
    line = evenly(best_line(database, level_id, MOST_STEPS)[::-1])
    return [get_text(database, node.level_id)[1] for node in line]


@router.get("/file/{format_}")
def level_file(database: OpenDatabase, level_id: Id, format_: str, encoding: Encoding = "utf-8") -> Response:
    """The level with its solution as a file in a format of its family."""
    row = get_level(database, level_id)
    formats = get_declaration(row.family).formats
    if format_ not in formats:
        raise NoSuchPageError(
            "{family} has no format {name!r}; there are: {names}",
            family=row.family,
            name=format_[:40],
            names=", ".join(formats),
        )
    content = BytesIO()
    file = TextIOWrapper(content, encoding=encoding, newline="")
    write_entries(get_family(row.family), entries_of([row]), file, format_)
    file.flush()
    ending = next(iter(formats[format_].endings), ".txt")
    media_type = f"text/plain; charset={encoding}"
    return Response(content.getvalue(), media_type=media_type, headers=_named(row, ending))


def is_animated(row: LevelRow) -> bool:
    """Whether the solution of a level can be shown as a moving picture."""
    is_short = 0 < len(row.solution or "") <= LONGEST_ANIMATED
    return is_short and isinstance(get_family(row.family), Animation)


def _drawn(request: Request, level: tuple[str, str], media_type: str, draw: Callable[[str], bytes]) -> Response:
    """A picture made of the SVG of a level; a browser that has it already gets a 304."""
    kept = _kept((media_type, level))
    if _is_known(request, kept):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=kept)
    return Response(draw(_picture(*level)), media_type=media_type, headers=kept)


def _kept(shown: object) -> dict[str, str]:
    """The headers of a picture by what it shows; not for ever, since another database may be served here."""
    tag = f'"{sha256(repr((VERSION, shown)).encode()).hexdigest()[:32]}"'
    return {"ETag": tag, "Cache-Control": "private, no-cache"}


def _is_known(request: Request, kept: dict[str, str]) -> bool:
    return kept["ETag"] in request.headers.get("if-none-match", "")


def _pixels(svg: str) -> bytes:
    return png(svg, fitting_cell(svg, LONGEST_STILL))


def _named(row: LevelRow, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="cenote-{row.id}{ending}"'}


@lru_cache(maxsize=256)
def _picture(family: str, level: str) -> str:
    """A level as SVG; those of a session's pool are asked for by all who watch it."""
    puzzle = get_family(family)
    return defaults.render(puzzle, puzzle.parse(level))
