"""The player as an app: what browsers need to install it, and to go on without a connection."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from service.settings import program_version
from service.web.icons import INSTALLED
from service.web.levels.player import Game
from service.web.offline import MANIFEST, PAGE, worker
from service.web.pages import page
from service.web.security.guarded_routes import PublicRoute

router = APIRouter(route_class=PublicRoute, include_in_schema=False)

ICONS = [
    {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
    *(
        {
            "src": icon.address,
            "sizes": f"{icon.size}x{icon.size}",
            "type": "image/png",
            "purpose": "maskable" if icon.fills else "any",
        }
        for icon in INSTALLED
    ),
]


@router.get(MANIFEST)
def manifest() -> Response:
    """What an installed page is called, looks like, and begins with."""
    told = {
        "name": "cenote",
        "short_name": "cenote",
        "start_url": "/play",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f2f7f8",
        "theme_color": "#0a2b3a",
        "icons": ICONS,
    }
    return JSONResponse(told, headers={"Cache-Control": "no-cache"}, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker() -> Response:
    """The service worker, which browsers renew as soon as it changes."""
    return Response(worker(program_version()), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get(PAGE)
def offline_page(request: Request) -> Response:
    """The player with the levels that the browser has kept; nothing on it is anybody's own."""
    return page(request, "offline.html", game=Game("", "").to_json(module=""))
