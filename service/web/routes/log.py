"""The audit log, for organisers: who logged in, and who changed accounts, contests and sessions."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict

from service.web.dependencies import ORGANISER, OpenDatabase
from service.web.pages import page
from service.web.security.guarded_routes import PrivateRoute
from storage.audit import AuditRow, audit_entries
from storage.database import Database

router = APIRouter(route_class=PrivateRoute, tags=["log"], dependencies=[ORGANISER])

PER_PAGE = 100
MOST = 1000

Before = Annotated[int | None, Query(ge=1, le=2**63 - 1)]


class AuditResponse(BaseModel):
    """An entry of the audit log."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    created_at: str
    who: str
    address: str
    action: str
    subject: str
    detail: Annotated[str, BeforeValidator(str)]


class LogPage(BaseModel):
    """Entries of the log, the newest first; `next` is the `before` of the next page, null on the last."""

    entries: list[AuditResponse]
    next: int | None


@router.get("/log", include_in_schema=False)
def log_page(request: Request, database: OpenDatabase, before: Before = None) -> Response:
    """The log, the newest entries first."""
    entries, older = _entries(database, PER_PAGE, before)
    return page(request, "log.html", entries=entries, older=older, before=before)


@router.get("/api/log")
def log(database: OpenDatabase, before: Before = None, limit: Annotated[int, Query(ge=1, le=MOST)] = 100) -> LogPage:
    """Who logged in, and who changed accounts, contests and sessions, the newest first."""
    entries, older = _entries(database, limit, before)
    return LogPage(entries=[AuditResponse.model_validate(entry) for entry in entries], next=older)


def _entries(database: Database, limit: int, before: int | None) -> tuple[list[AuditRow], int | None]:
    """At most so many entries, and the `before` of the next page."""
    entries = audit_entries(database, limit + 1, before)
    return entries[:limit], entries[limit - 1].id if len(entries) > limit else None
