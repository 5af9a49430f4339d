"""Saved searches for levels."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from service.web.curation.changes import cleaned_query
from service.web.dependencies import CURATOR, Curator, OpenDatabase
from service.web.pages import page
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute
from service.web.security.redirects import local
from storage.curation import LONGEST_NAME
from storage.searches import LONGEST_QUERY, delete_search, list_searches, save_search

router = APIRouter(route_class=PrivateRoute, include_in_schema=False)

Name = Annotated[str, Form(max_length=4 * LONGEST_NAME)]


@router.get("/searches")
def searches_page(request: Request, database: OpenDatabase) -> Response:
    """All saved searches."""
    return page(request, "searches.html", searches=list_searches(database))


@router.post("/searches", dependencies=[CURATOR, Depends(token_required)])
def save(
    database: OpenDatabase,
    who: Curator,
    name: Name,
    query: Annotated[str, Form(max_length=2 * LONGEST_QUERY)],
    back: Annotated[str, Form(max_length=4000)] = "/searches",
) -> Response:
    """Save a search of the gallery under a name."""
    save_search(database, name, cleaned_query(query), who)
    return RedirectResponse(local(back), HTTPStatus.SEE_OTHER)


@router.post("/searches/removal", dependencies=[CURATOR, Depends(token_required)])
def remove(database: OpenDatabase, name: Name) -> Response:
    """Delete a search."""
    delete_search(database, name)
    return RedirectResponse("/searches", HTTPStatus.SEE_OTHER)
