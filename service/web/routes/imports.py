"""Levels from outside enter the database: from a file, a text or a picture, and are seen before they do."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, File, Form, Request, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from generator import Entry, family_names, get_declaration
from generator.messages import SILENCE, Message
from optimiser.recorder import LevelRecord
from service.errors import ExhaustedError, RefusedError
from service.levels.files import decoded, is_binary, is_picture
from service.levels.imports import Import, Kept, keep
from service.web.dependencies import IMPORTER, OpenDatabase, OpenSandbox
from service.web.errors import NoSuchPageError
from service.web.levels.links import packed
from service.web.levels.readings import drawing, keep_drawing
from service.web.pages import page
from service.web.routes.play import MOST_TEXT, TEXTS
from service.web.sandbox.pool import PastedLevel, Sandbox
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, body_of

NODES = 300_000
"""The budget of a level unless another is asked for, so that its search ends within seconds."""
MOST_NODES = 10_000_000
"""The largest budget of a level; who has more time searches with the command line."""
MOST_TOGETHER = 60_000_000
"""The largest budget of all levels of a text."""
FURTHER = 10
"""Times its budget: how far a search that has proven nothing may go on."""

router = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/levels/import", dependencies=[IMPORTER])

Text = Annotated[str, Form(max_length=MOST_TEXT)]
Family = Annotated[str, Form(max_length=40)]
Nodes = Annotated[int, Form(ge=1, le=MOST_NODES)]


class Seen(NamedTuple):
    """A level of a text with its number and its link, or why it is none."""

    number: int
    level: PastedLevel | None
    link: str
    refusal: Message


class Result(NamedTuple):
    """What became of a level, why not more did, and what its search has found out."""

    number: int
    title: str
    kept: Kept | None
    reason: Message
    record: LevelRecord | None = None

    @property
    def is_open(self) -> bool:
        """Whether a search with more nodes may still prove something."""
        return self.record is not None and not self.record.proven and not self.reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the page has besides its form: what would be imported, or was, or why nothing is.

    `drawn` and `sure` are of a picture: the name of its drawing, and how surely it was read.
    """

    text: str = ""
    family: str = ""
    seen: Sequence[Seen] = ()
    results: Sequence[Result] = ()
    nodes: int = NODES
    drawn: str = ""
    sure: float = 0.0
    doubt: Message = SILENCE
    fault: Message = SILENCE


@router.get("")
def import_page(request: Request) -> Response:
    """The form for a file, a text or a picture."""
    return _page(request, Shown())


@router.post("", dependencies=[Depends(token_required)])
@body_of(TEXTS)
async def look(
    request: Request,
    sandbox: OpenSandbox,
    text: Text = "",
    file: Annotated[UploadFile | None, File()] = None,
    family: Family = "",
) -> Response:
    """Show what would be imported; nothing is stored yet."""
    content = await file.read(TEXTS) if file is not None else b""
    drawn, sure, doubt = "", 0.0, SILENCE
    if content and is_picture(content):
        name = _reader(family)
        reading, doubt = await sandbox.reading(name, content)
        family, text, sure = name, reading.text, reading.confidence
        drawn = keep_drawing(reading.annotated) if reading.annotated else ""
        if not text:
            return _page(request, Shown(family=family, drawn=drawn, fault=doubt))
    elif content:
        if is_binary(content):
            fault = Message("this file holds no text; choose a text file or a picture of a level")
            return _page(request, Shown(family=family, fault=fault))
        text = decoded(content)
    if not text.strip():
        fault = Message("there is nothing to import; paste levels or choose a file")
        return _page(request, Shown(family=family, fault=fault))
    try:
        found = await sandbox.listing(family, text)
    except RefusedError as error:
        return _page(request, Shown(text=text, family=family, fault=error.message))
    seen = [_seen(number, one) for number, one in enumerate(found, 1)]
    return _page(request, Shown(text=text, family=family, seen=seen, drawn=drawn, sure=sure, doubt=doubt))


@router.post("/store", dependencies=[Depends(token_required)])
@body_of(TEXTS)
async def store(
    request: Request,
    database: OpenDatabase,
    sandbox: OpenSandbox,
    text: Text,
    family: Family = "",
    nodes: Nodes = NODES,
) -> Response:
    """Solve and store the levels of a text, as `cenote import` does."""
    listed = await sandbox.listing(family, text)
    nodes = min(nodes, _most_nodes(len(listed)))
    results = []
    for number, one in enumerate(listed, 1):
        if isinstance(one, Message):
            results.append(Result(number, "", None, one))
            continue
        found = await _examined(sandbox, one.family, one.entry, nodes)
        kept = await run_in_threadpool(keep, database, found)
        reasons = (found.unsolvable, found.refused, found.unsupported)
        reason = next((each for each in reasons if each), SILENCE)
        results.append(Result(number, one.entry.title, kept, reason, found.record))
    return _page(request, Shown(text=text, family=family, results=results, nodes=nodes))


@router.get("/drawings/{word}.png")
def drawn_picture(word: str) -> Response:
    """A picture with what was found in it."""
    png = drawing(word)
    if png is None:
        raise NoSuchPageError("the picture is no longer kept; import it again")
    return Response(png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


async def _examined(sandbox: Sandbox, family: str, entry: Entry, nodes: int) -> Import:
    """A level solved, with fewer nodes or the solution of its file alone where that takes too long."""
    for budget in dict.fromkeys((nodes, min(nodes, NODES))):
        with suppress(ExhaustedError):
            return await sandbox.examination(family, entry, budget)
    return await sandbox.examination(family, entry, None)


def _most_nodes(levels: int) -> int:
    return max(NODES, min(MOST_NODES, MOST_TOGETHER // max(1, levels)))


def _reader(family: str) -> str:
    """The family that reads a picture. Raises RefusedError."""
    readers = [name for name in family_names() if get_declaration(name).pictures]
    if family in readers or (not family and len(readers) == 1):
        return family or readers[0]
    raise RefusedError("this is a picture; choose a puzzle whose pictures are read: {names}", names=", ".join(readers))


def _seen(number: int, one: PastedLevel | Message) -> Seen:
    if isinstance(one, Message):
        return Seen(number, None, "", one)
    return Seen(number, one, packed(one.family, one.entry.text), SILENCE)


def _page(request: Request, shown: Shown) -> Response:
    most = _most_nodes(len(shown.seen or shown.results))
    return page(
        request,
        "levels_import.html",
        most=most,
        further=min(most, FURTHER * shown.nodes),
        families=family_names(),
        readers=[name for name in family_names() if get_declaration(name).pictures],
        **{field.name: getattr(shown, field.name) for field in fields(shown)},
    )
