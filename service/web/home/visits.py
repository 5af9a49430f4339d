"""When somebody was here last, as his browser's session remembers it."""

from datetime import datetime, timedelta

from fastapi import Request

from service.web.home.news import News, news
from storage.database import Database

VISIT = "visit"
"""The key of the session: what the visitor has seen everything before, and when he was here last, in one word each."""
AWAY = timedelta(minutes=30)
"""Who asks for nothing for so long is away."""
NOTED = timedelta(minutes=5)
"""Visits are noted so often, for each note is a new cookie."""


def news_for(request: Request, database: Database) -> News | None:
    """What happened while the visitor was away, until he dismisses it; None where nothing did."""
    found = news(database, _noted(request, database.now()))
    return found or None


def dismiss(request: Request, database: Database) -> None:
    """Count everything until now as seen."""
    now = database.now()
    request.session[VISIT] = f"{now} {now}"


def _noted(request: Request, now: str) -> str:
    """Note that the visitor is here, and return what he has seen everything before."""
    seen, last = request.session.get(VISIT, f"{now} {now}").split()
    gone = datetime.fromisoformat(now) - datetime.fromisoformat(last)
    if gone > AWAY:
        seen = last
    if gone > NOTED or VISIT not in request.session:
        request.session[VISIT] = f"{seen} {now}"
    return str(seen)
