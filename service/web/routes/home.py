"""The first page: what this is, a level to be played at once, and the puzzles that can be evolved."""

from functools import cache
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Path, Request
from fastapi.responses import RedirectResponse, Response

from generator import defaults, get_declaration, get_family
from generator.registry import require_listed
from service.sessions.presets import preset_level
from service.web.dependencies import OpenDatabase, Visitor
from service.web.errors import NoSuchPageError
from service.web.home.visits import dismiss, news_for
from service.web.levels.links import preview_of
from service.web.levels.player import Game
from service.web.levels.shelf import shelf_of
from service.web.pages import page
from service.web.security.forgery import token_required
from service.web.security.guarded_routes import PrivateRoute, PublicRoute
from service.web.security.redirects import local
from service.web.sessions.start_form import DEFAULT_FAMILY, families
from storage.level_filter import LevelFilter
from storage.queries import best_levels

router = APIRouter(route_class=PublicRoute, include_in_schema=False)
own = APIRouter(route_class=PrivateRoute, include_in_schema=False)

Name = Annotated[str, Path(max_length=200)]
KEPT = {"Cache-Control": "max-age=3600"}


@router.get("/")
def home(request: Request, database: OpenDatabase, visitor: Visitor) -> Response:
    """The first page, for everybody; only who is logged in sees what the database has."""
    names = families()
    shelf = shelf_of(database)
    shown = get_declaration(DEFAULT_FAMILY).showcase.text
    known = {} if visitor is None else {name: _deepest(database, name) for name in names}
    return page(
        request,
        "home.html",
        families=names,
        deepest=known,
        links=shelf.links,
        daily=shelf.daily,
        away=None if visitor is None else news_for(request, database),
        game=Game(DEFAULT_FAMILY, shown, picture=preview_of(DEFAULT_FAMILY, shown)).to_json(),
    )


@own.post("/away", dependencies=[Depends(token_required)])
def seen(request: Request, database: OpenDatabase, back: Annotated[str, Form(max_length=4000)] = "/") -> Response:
    """The visitor has read what happened while he was away."""
    dismiss(request, database)
    return RedirectResponse(local(back), HTTPStatus.SEE_OTHER)


@router.get("/families/{family}/showcase.svg")
def showcase(family: Name) -> Response:
    """The level that shows what a puzzle is like, drawn."""
    require_listed(family)
    return _drawn(family, get_declaration(family).showcase.text)


@router.get("/families/{family}/presets/{preset}.svg")
def preset_picture(family: Name, preset: Name) -> Response:
    """A level as a preset makes them, drawn."""
    require_listed(family)
    if preset not in get_declaration(family).presets:
        raise NoSuchPageError("there is nothing at this address")
    return _drawn(family, preset_level(family, preset))


def _drawn(family: str, text: str) -> Response:
    return Response(_picture(family, text), media_type="image/svg+xml", headers=KEPT)


@cache
def _picture(family: str, text: str) -> str:
    found = get_family(family)
    return defaults.render(found, found.parse(text))


def _deepest(database: OpenDatabase, family: str) -> int | None:
    """The deepest stored level of a family."""
    found = best_levels(database, LevelFilter(family=family), limit=1)
    return found[0].id if found else None
