"""For monitors: whether the service is well, and its figures."""

import hmac
import logging
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from service.settings import program_version
from service.web.dependencies import OpenDatabase, Settings, Visitor
from service.web.security.guarded_routes import PublicRoute
from storage.errors import StorageError

router = APIRouter(route_class=PublicRoute, include_in_schema=False)

LOG = logging.getLogger("cenote")


@router.get("/healthz")
def health(database: OpenDatabase) -> Response:
    """Whether the database answers; nothing else is public."""
    try:
        with database.read() as connection:
            connection.exec_driver_sql("SELECT name FROM sqlite_master LIMIT 1")
    except StorageError as error:
        LOG.warning("%s", error)
        return JSONResponse({"status": "the database does not answer"}, HTTPStatus.SERVICE_UNAVAILABLE)
    return JSONResponse({"status": "ok", "version": program_version()})


def monitor(request: Request, settings: Settings, name: Visitor) -> None:
    """Refuse who is neither logged in nor has the token of monitors."""
    token = f"Bearer {settings.metrics_token}".encode()
    given = request.headers.get("authorization", "").encode()
    if name is None and not (settings.metrics_token and hmac.compare_digest(given, token)):
        raise HTTPException(HTTPStatus.UNAUTHORIZED, "this needs a login", {"WWW-Authenticate": "Bearer"})


@router.get("/metrics")
def metrics(request: Request, _: Annotated[None, Depends(monitor)]) -> Response:
    """The figures of the service, in the text format of Prometheus."""
    return Response(request.app.state.figures.text(), media_type=CONTENT_TYPE_LATEST)
