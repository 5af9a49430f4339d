"""The routes, by who may use them while the service is public."""

from fastapi import APIRouter

from service.web.routes import account, api, play

PUBLIC: tuple[APIRouter, ...] = (account.router, play.public)
"""Open to everybody."""
PRIVATE: tuple[APIRouter, ...] = (
    api.router,
    play.private,
)
"""Only for those who are logged in."""
