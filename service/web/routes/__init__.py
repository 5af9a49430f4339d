"""The routes, by who may use them while the service is public."""

from fastapi import APIRouter

from service.web.routes import (
    account,
    api,
    comparison,
    competition,
    contests,
    contests_api,
    curation,
    curation_api,
    health,
    level_files,
    levels,
    levels_api,
    log,
    organisers,
    play,
    searches,
    sessions,
    sessions_api,
    status_api,
)

PUBLIC: tuple[APIRouter, ...] = (
    account.router,
    health.router,
    play.public,
    contests.router,
    contests_api.router,
    competition.router,
)
"""Open to everybody."""
PRIVATE: tuple[APIRouter, ...] = (
    account.own,
    api.router,
    levels.router,
    level_files.router,
    levels_api.router,
    curation.router,
    curation_api.router,
    comparison.router,
    searches.router,
    sessions.router,
    sessions_api.router,
    status_api.router,
    play.private,
    organisers.router,
    contests_api.organisers,
    log.router,
)
"""Only for those who are logged in."""
