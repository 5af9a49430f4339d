"""Journeys open every page that there is."""

from collections.abc import Iterator

from fastapi.routing import APIRoute

from service.web.routes import PRIVATE, PUBLIC
from tests.journeys import browsing as pages

LED_ELSEWHERE = {"/daily", "/curation/levels"}
"""Pages that only lead to another one."""
ELSEWHERE = {
    "/sessions/{session_id}/stream",
    "/api/sessions/{session_id}/events",
    "/levels/import/drawings/{word}.png",
    "/play/picture.svg",
    "/play/picture.png",
    "/contests/{contest_id:int}/compare",
    "/families/{family}/presets/{preset}.svg",
}
"""Pages that do not end, or need what another page has just given; tests of their own open them."""


def opened() -> Iterator[str]:
    """An address of each kind that a journey opens."""
    yield from (*pages.GENERAL, "/account", "/levels", "/api/levels", *pages.OF_CONTESTS)
    of_level = (*pages.OF_LEVEL, *pages.EXPENSIVE_OF_LEVEL, *pages.OF_SOLVED, *pages.OF_PUBLISHED, *pages.OF_EVOLVED)
    yield from pages.filled((*of_level, *pages.OF_SESSION, pages.REMOVAL, *pages.OF_CONTEST, pages.SEARCH), [1])
    yield from (page.format(1, "main") for page in pages.OF_PART)
    yield from (page.format(1, 2) for page in (*pages.OF_PAIR, *pages.OF_ANSWER))
    yield from (pages.FILE_OF_PART.format(1, "main", "xsb"), pages.FILE.format(1, "xsb"))


ROUTES = [
    route
    for router in (*PUBLIC, *PRIVATE)
    for route in router.routes
    if isinstance(route, APIRoute) and "GET" in (route.methods or ())
]


def route_of(address: str) -> str:
    """The first route that answers at an address; the description of the API has none."""
    path = address.partition("?")[0]
    return next((route.path for route in ROUTES if route.path_regex.match(path)), path)


def test_every_page_is_opened() -> None:
    there = {route.path for route in ROUTES}
    assert there - {route_of(address) for address in opened()} == LED_ELSEWHERE | ELSEWHERE
