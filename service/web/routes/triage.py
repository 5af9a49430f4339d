"""Triage: one level after the other along a search, judged by keys; each judgement of a visit can be taken back."""

from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from service.web.curation.changes import Change, apply_change, search_of
from service.web.curation.judgements import LONGEST, Judged, judged_in, written
from service.web.dependencies import CURATOR, Curator, Id, OpenDatabase
from service.web.levels.search import GREATEST, LevelSearch
from service.web.pages import page
from service.web.routes.level_files import is_animated
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from storage.curation import curation_of, restore
from storage.database import Database
from storage.gallery import beside, named
from storage.gallery import page as gallery_page
from storage.queries import count_levels, get_level
from storage.searches import LONGEST_QUERY

router = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/triage")

Query_ = Annotated[str, Query(max_length=LONGEST_QUERY)]
Sent = Annotated[str, Form(max_length=LONGEST_QUERY)]
LevelId = Annotated[int, Query(ge=1, le=GREATEST)]
Judgement = Annotated[str, Form(max_length=40)]
Visit = Annotated[str, Form(max_length=LONGEST)]


@router.get("", dependencies=[CURATOR])
def triage(
    request: Request,
    database: OpenDatabase,
    search: Query_ = "",
    session: LevelId | None = None,
    level: LevelId | None = None,
    visit: Annotated[str, Query(max_length=LONGEST)] = "",
    end: bool = False,
) -> Response:
    """A level of a search, or of a session, with its replay; the first one unless another is named."""
    way = search_of(search or (f"session={session}" if session else ""))
    judged = judged_in(visit)
    shared: dict[str, Any] = {
        "way": way,
        "visit": judged,
        "written": written(judged),
        "named": named(database, [judgement.level_id for judgement in judged[-1:]]),
        "total": count_levels(database, way.wanted, way.sorting),
    }
    level_id = None if end else level or _first(database, way)
    if level_id is None:
        return page(request, "triage.html", level=None, **shared)
    row = get_level(database, level_id)
    before, after = beside(database, way.wanted, way.sorting, level_id)
    return page(
        request,
        "triage.html",
        level=row,
        is_animated=is_animated(row),
        curation=curation_of(database, level_id),
        before=before,
        after=after,
        **shared,
    )


@router.post("/undo", dependencies=[CURATOR, Depends(token_required)])
def take_back(database: OpenDatabase, who: Curator, visit: Visit = "", search: Sent = "") -> Response:
    """Give the level that was judged last the state and stars back that it had, and return to it."""
    judged = judged_in(visit)
    if not judged:
        return _to(search)
    last = judged[-1]
    restore(database, last.level_id, last.state, last.rating, who)
    return _to(search, level=last.level_id, visit=written(judged[:-1]))


@router.post("/{level_id}", dependencies=[CURATOR, Depends(token_required)])
def judge(
    database: OpenDatabase,
    who: Curator,
    level_id: Id,
    change: Annotated[Change, Form()],
    value: Judgement,
    search: Sent = "",
    visit: Visit = "",
    following: Annotated[int, Form(ge=0, le=GREATEST, alias="next")] = 0,
) -> Response:
    """Rate a level and stay with it, or bring it into a state and go on."""
    before = curation_of(database, level_id)
    apply_change(database, [level_id], change, value, who)
    judged = written((*judged_in(visit), Judged(level_id, before.state, before.rating)))
    if change is Change.RATING:
        return _to(search, level=level_id, visit=judged)
    return _to(search, level=following, visit=judged) if following else _to(search, end=1, visit=judged)


def _first(database: Database, way: LevelSearch) -> int | None:
    rows = gallery_page(database, way.wanted, way.sorting, limit=1).rows
    return rows[0].id if rows else None


def _to(search: str, **where: Any) -> RedirectResponse:
    asked = {"search": search_of(search).along, **where}
    return RedirectResponse(f"/triage?{urlencode(asked)}", HTTPStatus.SEE_OTHER)
