"""The audit log, for organisers: who logged in, and who changed accounts, contests and sessions."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from service.web.dependencies import ORGANISER, OpenDatabase
from service.web.pages import page
from service.web.security.guarded_routes import PrivateRoute
from storage.audit import AuditRow, audit_entries
from storage.database import Database

router = APIRouter(route_class=PrivateRoute, tags=["log"], dependencies=[ORGANISER])

PER_PAGE = 100
MOST = 1000

Before = Annotated[int | None, Query(ge=1, le=2**63 - 1)]


class LogPage(BaseModel):
    """Entries of the log, the newest first; `next` is the `before` of the next page, null on the last."""

    entries: list[AuditRow]
    next: int | None


@router.get("/log", include_in_schema=False)
def log_page(request: Request, database: OpenDatabase, before: Before = None) -> Response:
    """The log, the newest entries first."""
    return page(request, "log.html", log=_entries(database, PER_PAGE, before), before=before)


@router.get("/api/log")
def log(database: OpenDatabase, before: Before = None, limit: Annotated[int, Query(ge=1, le=MOST)] = 100) -> LogPage:
    """Who logged in, and who changed accounts, contests and sessions, the newest first."""
    return _entries(database, limit, before)


def _entries(database: Database, limit: int, before: int | None) -> LogPage:
    entries = audit_entries(database, limit + 1, before)
    return LogPage(entries=entries[:limit], next=entries[limit - 1].id if len(entries) > limit else None)
