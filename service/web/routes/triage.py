"""Triage: one level after the other along a search, judged by keys, with one step back."""

from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from service.web.curation.changes import Change, apply_change, search_of, state_named
from service.web.dependencies import CURATOR, Curator, Id, OpenDatabase
from service.web.levels.search import GREATEST, LevelSearch
from service.web.pages import page
from service.web.routes.level_files import is_animated
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from storage.curation import LONGEST_QUERY, RATINGS, curation_of, restore
from storage.database import Database
from storage.gallery import beside
from storage.gallery import page as gallery_page
from storage.queries import count_levels, get_level

router = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/triage")

Query_ = Annotated[str, Query(max_length=LONGEST_QUERY)]
Sent = Annotated[str, Form(max_length=LONGEST_QUERY)]
LevelId = Annotated[int, Query(ge=1, le=GREATEST)]
Judgement = Annotated[str, Form(max_length=40)]


@router.get("", dependencies=[CURATOR])
def triage(
    request: Request,
    database: OpenDatabase,
    search: Query_ = "",
    session: LevelId | None = None,
    level: LevelId | None = None,
    undo: Annotated[str, Query(max_length=100)] = "",
    end: bool = False,
) -> Response:
    """A level of a search, or of a session, with its replay; the first one unless another is named."""
    way = search_of(search or (f"session={session}" if session else ""))
    level_id = None if end else level or _first(database, way)
    if level_id is None:
        return page(
            request, "triage.html", way=way, level=None, undo=_undoing(undo), total=count_levels(database, way.wanted)
        )
    row = get_level(database, level_id)
    before, after = beside(database, way.wanted, way.sorting, level_id)
    return page(
        request,
        "triage.html",
        way=way,
        level=row,
        is_animated=is_animated(row),
        curation=curation_of(database, level_id),
        before=before,
        after=after,
        undo=_undoing(undo),
        total=count_levels(database, way.wanted),
    )


@router.post("/{level_id}", dependencies=[CURATOR, Depends(token_required)])
def judge(
    database: OpenDatabase,
    who: Curator,
    level_id: Id,
    change: Annotated[Change, Form()],
    value: Judgement,
    search: Sent = "",
    following: Annotated[int, Form(ge=0, le=GREATEST, alias="next")] = 0,
) -> Response:
    """Rate a level and stay with it, or bring it into a state and go on."""
    before = curation_of(database, level_id)
    apply_change(database, [level_id], change, value, who)
    undo = f"{level_id}.{before.state or ''}.{before.rating or ''}"
    if change is Change.RATING:
        return _to(search, level=level_id, undo=undo)
    return _to(search, level=following, undo=undo) if following else _to(search, end=1, undo=undo)


@router.post("/{level_id}/undo", dependencies=[CURATOR, Depends(token_required)])
def take_back(
    database: OpenDatabase, who: Curator, level_id: Id, state: Judgement = "", rating: Judgement = "", search: Sent = ""
) -> Response:
    """Give a level the state and stars back that it had, and return to it."""
    restore(
        database,
        level_id,
        state_named(state) if state else None,
        int(rating) if rating in map(str, RATINGS) else None,
        who,
    )
    return _to(search, level=level_id)


def _first(database: Database, way: LevelSearch) -> int | None:
    rows = gallery_page(database, way.wanted, way.sorting, limit=1).rows
    return rows[0].id if rows else None


def _undoing(undo: str) -> dict[str, str] | None:
    """The level that was judged last, and what it had before."""
    level_id, _, before = undo.partition(".")
    state, _, rating = before.partition(".")
    return {"level": level_id, "state": state, "rating": rating} if level_id.isdecimal() else None


def _to(search: str, **where: Any) -> RedirectResponse:
    asked = {"search": search_of(search).along, **where}
    return RedirectResponse(f"/triage?{urlencode(asked)}", HTTPStatus.SEE_OTHER)
