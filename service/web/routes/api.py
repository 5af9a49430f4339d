"""The page that describes the interface for programs."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.web.pages import page

router = APIRouter(include_in_schema=False)


@router.get("/api")
def api_page(request: Request) -> Response:
    """Every operation of the interface for programs, with its parameters and answers."""
    described = request.app.openapi()
    return page(request, "api.html", api=described, schemas=described.get("components", {}).get("schemas", {}))
