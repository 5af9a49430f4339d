"""How the sessions are doing, as JSON."""

from fastapi import APIRouter

from service.sessions.status import status_object
from service.web.dependencies import OpenDatabase
from service.web.security.guarded_routes import PrivateRoute
from service.web.sessions.dependencies import Processes
from service.web.sessions.status_models import StatusResponse
from service.web.sessions.views import status_now

router = APIRouter(route_class=PrivateRoute, prefix="/api/status", tags=["sessions"])


@router.get("")
def status(database: OpenDatabase, processes: Processes, all: bool = False) -> StatusResponse:  # noqa: A002
    """How the sessions that run are doing, and those that were killed; with `all` every session, the oldest first."""
    return StatusResponse.model_validate(status_object(status_now(database, processes, every=all)))
