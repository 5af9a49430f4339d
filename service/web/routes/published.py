"""Levels that curators have published, for everybody: all of them, those with a tag, and the one of the day."""

from dataclasses import replace
from datetime import date, datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response

from generator import defaults, get_family
from service.levels.daily import level_of_day
from service.web.dependencies import Id, OpenDatabase
from service.web.errors import NoSuchPageError
from service.web.languages import language_of, translations
from service.web.levels.links import preview_of
from service.web.levels.player import Game, best_of, guide_of
from service.web.levels.search import PER_PAGE
from service.web.pages import page
from service.web.security.guarded_routes import PublicRoute
from service.web.security.limits import limited
from storage.curation import CurationState, is_published, published_levels, published_tags
from storage.database import Database
from storage.gallery import Cursor, beside
from storage.gallery import page as gallery_page
from storage.level_filter import LevelFilter
from storage.queries import LevelRow, get_level, get_text
from storage.ratings import ratings_of

router = APIRouter(route_class=PublicRoute, include_in_schema=False)

ORDER = "-id"
"""The newest level first."""
PICTURES = "600 per minute"
PICTURE_SECONDS = 3600

Tag = Annotated[str, Query(max_length=100)]
After = Annotated[str, Query(max_length=80)]


@router.get("/published")
def published_page(request: Request, database: OpenDatabase, tag: Tag = "", after: After = "") -> Response:
    """Published levels, the newest first; those with a tag are a collection."""
    wanted = LevelFilter(state=CurationState.PUBLISHED, tag=tag or None)
    found = gallery_page(database, wanted, ORDER, Cursor.parse(after) if after else None, PER_PAGE)
    ratings = ratings_of(database, [row.id for row in found.rows])
    return page(request, "published.html", found=found, ratings=ratings, tags=published_tags(database), tag=tag)


@router.get("/published/{level_id:int}")
def play_published(request: Request, database: OpenDatabase, level_id: Id, tag: Tag = "") -> Response:
    """A published level to be played; its solution stays with those who are logged in."""
    _require_published(database, level_id)
    row = get_level(database, level_id)
    game = _game(row, row.title or row.name, f"/published/{level_id}", language_of(request))
    return page(request, "play.html", game=_on_the_way(database, game, row, tag).to_json())


@router.get("/published/{level_id:int}/picture.svg", dependencies=[Depends(limited("picture", PICTURES))])
def picture(database: OpenDatabase, level_id: Id) -> Response:
    """A published level, drawn."""
    _require_published(database, level_id)
    name, text = get_text(database, level_id)
    family = get_family(name)
    headers = {"Cache-Control": f"max-age={PICTURE_SECONDS}"}
    return Response(defaults.render(family, family.parse(text)), media_type="image/svg+xml", headers=headers)


@router.get("/daily")
def today(database: OpenDatabase) -> Response:
    """The level of this day in UTC."""
    return RedirectResponse(f"/daily/{_today(database)}")


@router.get("/daily/{day}")
def daily_page(request: Request, database: OpenDatabase, day: date) -> Response:
    """The level of a day, to be played and to be talked about: what is shared does not show an answer."""
    if day > _today(database):
        raise NoSuchPageError("this day has not come yet")
    chosen = level_of_day(day, published_levels(database))
    if chosen is None:
        return page(request, "daily_none.html")
    language = language_of(request)
    title = translations(language).gettext("Level of the day %(day)s") % {"day": day.isoformat()}
    game = _game(get_level(database, chosen), title, f"/daily/{day}", language)
    return page(request, "play.html", game=game.to_json())


def _today(database: Database) -> date:
    return datetime.fromisoformat(database.now()).date()


def _require_published(database: Database, level_id: int) -> None:
    if not is_published(database, level_id):
        raise NoSuchPageError("no level of this number is published")


def _on_the_way(database: Database, game: Game, row: LevelRow, tag: str) -> Game:
    """A game with the published levels before and behind it: those of its collection, else those of its puzzle."""
    wanted = LevelFilter(state=CurationState.PUBLISHED, tag=tag or None, family=None if tag else row.family)
    collection = f"?{urlencode({'tag': tag})}" if tag else ""
    previous, following = (
        None if level_id is None else f"/published/{level_id}{collection}"
        for level_id in beside(database, wanted, ORDER, row.id)
    )
    return replace(game, previous=previous, next=following, more=f"/published{collection}")


def _game(row: LevelRow, title: str, address: str, language: str) -> Game:
    return Game(
        row.family,
        row.text,
        title,
        row.author,
        best=best_of(row.family, row.lower_bound, row.upper_bound, language),
        guide=guide_of(row.family),
        more="/published",
        share=address,
        picture=preview_of(row.family, row.text),
        plays=f"/api/levels/{row.id}/plays",
    )
