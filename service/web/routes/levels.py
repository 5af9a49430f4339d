"""The gallery of levels, and the page of each."""

from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import RedirectResponse, Response

from generator import family_names, get_declaration
from generator.registry import pieces_of
from service.levels.film import MOST_STEPS, evenly
from service.web.curation.changes import search_of
from service.web.dependencies import Id, OpenDatabase, OpenSandbox
from service.web.levels.gallery import Choices, chips, shelves
from service.web.levels.links import packed
from service.web.levels.near_duplicates import likeness
from service.web.levels.rating import shown_rating
from service.web.levels.search import GREATEST, LevelSearch
from service.web.pages import page
from service.web.routes.level_files import is_animated
from service.web.security.guarded_routes import PrivateRoute
from storage.curation import LONGEST_NAME
from storage.gallery import beside, named
from storage.lineage import best_line, children
from storage.queries import LevelRow, get_level, thinned_sessions
from storage.searches import LONGEST_QUERY, list_searches
from storage.tables.base import Origin

router = APIRouter(route_class=PrivateRoute, include_in_schema=False, prefix="/levels")

GENERATIONS = 8
"""Ancestors that are shown unless more are asked for."""
MOST_GENERATIONS = 32
CHILDREN = 12
"""Children that are shown at a time."""
MOST_LINES = 2000
"""Lines of an explanation."""


@router.get("")
def gallery(request: Request, database: OpenDatabase, search: Annotated[LevelSearch, Query()]) -> Response:
    """Levels that are looked for, as cards."""
    if any(not value for _, value in parse_qsl(request.url.query, keep_blank_values=True)):
        return RedirectResponse(f"/levels?{search.query_from(search.after)}", HTTPStatus.SEE_OTHER)
    choices = Choices.of(database, search.family)
    search = choices.meant(search)
    return page(
        request,
        "levels.html",
        search=search,
        pieces=pieces_of([search.family] if search.family in family_names() else family_names()),
        shelves=shelves(database, search, choices.families),
        chips=chips(search),
        choices=choices,
        searches=list_searches(database),
        longest_name=LONGEST_NAME,
        origins=[*Origin],
    )


@router.get("/{level_id}")
def level_page(
    request: Request,
    database: OpenDatabase,
    level_id: Id,
    generations: Annotated[int, Query(ge=1, le=MOST_GENERATIONS)] = GENERATIONS,
    made_after: Annotated[int, Query(ge=0, le=GREATEST)] = 0,
    search: Annotated[str, Query(max_length=LONGEST_QUERY)] = "",
) -> Response:
    """A level with its figures, its ancestors and the levels that were made from it, those behind a step.

    `search` is the query of the search that led here, along which the way goes on.
    """
    level = get_level(database, level_id)
    way = search_of(search) if search else None
    before, after = beside(database, way.wanted, way.sorting, level_id) if way else (None, None)
    film = evenly(best_line(database, level_id, MOST_STEPS)[::-1])
    declaration = get_declaration(level.family)
    line = best_line(database, level_id, generations + 1)
    made = children(database, level_id, CHILDREN + 1, made_after)
    ancestors = [*film, *line, *(parent for node in line for parent in node.parents)]
    return page(
        request,
        "level.html",
        level=level,
        aim=next(iter(declaration.aims.values())),
        formats=declaration.formats,
        metrics=declaration.metrics,
        is_explained=declaration.is_explained,
        is_animated=is_animated(level),
        way=way,
        before=before,
        after=after,
        film=film if len(film) > 1 else [],
        rating=shown_rating(database, level),
        link=packed(level.family, level.text),
        line=line,
        named=named(database, {each.level_id for each in ancestors} | {child.level_id for child in made}),
        more_generations=min(2 * generations, MOST_GENERATIONS),
        generations=generations,
        made_after=made_after,
        children=made[:CHILDREN],
        is_thinned=level.session is not None and thinned_sessions(database, level.session) > 0,
        later=made[CHILDREN - 1].step if len(made) > CHILDREN else None,
    )


@router.get("/{level_id}/similar")
async def similar(request: Request, database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Response:
    """The near duplicates of a level."""
    found = await likeness(database, sandbox, level_id)
    return _fragment(request, "level_similar.html", found.row, found=found, threshold=found.threshold)


@router.get("/{level_id}/explanation")
async def explanation(request: Request, database: OpenDatabase, sandbox: OpenSandbox, level_id: Id) -> Response:
    """How a player can find the solution, in families that know it."""
    level = await run_in_threadpool(get_level, database, level_id)
    lines = await sandbox.explanation(level.family, level.text, MOST_LINES)
    return _fragment(request, "level_explanation.html", level, lines=lines)


def _fragment(request: Request, template: str, level: LevelRow, **context: Any) -> Response:
    """A piece for the page of a level, or a page of its own where no script asks for it."""
    frame = "bare.html" if request.headers.get("hx-request") else "base.html"
    return page(request, template, headers={"Vary": "HX-Request"}, level=level, frame=frame, **context)
