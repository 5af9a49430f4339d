"""Levels side by side."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response
from pydantic import Field

from generator.messages import levels as levels_
from service.web.curation.changes import MOST_LEVELS
from service.web.dependencies import OpenDatabase, OpenSandbox
from service.web.levels.comparison import comparison, similarities
from service.web.levels.search import GREATEST
from service.web.pages import page
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from storage.database import Database
from storage.errors import CurationError
from storage.queries import LevelRow, get_level

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

FEWEST, MOST = 2, 6

LevelIds = Annotated[list[Annotated[int, Field(ge=1, le=GREATEST)]], Query(default_factory=list, max_length=100)]
SelectedIds = Annotated[
    list[Annotated[int, Field(ge=1, le=GREATEST)]], Form(default_factory=list, max_length=MOST_LEVELS)
]


@router.get("/compare")
def compare(request: Request, database: OpenDatabase, ids: LevelIds) -> Response:
    """Two to six levels with their figures, differences marked."""
    levels = chosen_levels(database, ids)
    return page(request, "compare.html", comparison=comparison(database, levels), query=_query(ids))


@router.post("/compare", dependencies=[Depends(token_required)])
def compare_selected(level: SelectedIds) -> Response:
    """Where the levels that were selected are side by side."""
    return RedirectResponse(f"/compare?{_query(_distinct(level))}", HTTPStatus.SEE_OTHER)


@router.get("/compare/similarity")
async def similarity(request: Request, database: OpenDatabase, sandbox: OpenSandbox, ids: LevelIds) -> Response:
    """How similar the levels of each pair are."""
    levels = await run_in_threadpool(chosen_levels, database, ids)
    pairs = await similarities(sandbox, levels)
    frame = "bare.html" if "hx-request" in request.headers else "base.html"
    headers = {"Vary": "HX-Request"}
    return page(request, "compare_similarity.html", headers=headers, frame=frame, pairs=pairs)


def chosen_levels(database: Database, ids: Sequence[int]) -> list[LevelRow]:
    """The levels to be put side by side. Raises CurationError and UnknownLevelError."""
    return [get_level(database, level_id) for level_id in _distinct(ids)]


def _distinct(ids: Sequence[int]) -> list[int]:
    distinct = list(dict.fromkeys(ids))
    if not FEWEST <= len(distinct) <= MOST:
        raise CurationError(
            "{levels} cannot be compared; choose {least} to {most}",
            levels=levels_(len(distinct)),
            least=FEWEST,
            most=MOST,
        )
    return distinct


def _query(ids: Sequence[int]) -> str:
    return urlencode({"ids": ids}, doseq=True)
