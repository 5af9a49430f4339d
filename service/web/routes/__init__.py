"""The routes, by who may use them while the service is public."""

from fastapi import APIRouter

from service.web.routes import account, api, play

PUBLIC: tuple[APIRouter, ...] = (account.router, play.router)
"""Open to everybody."""
PRIVATE: tuple[APIRouter, ...] = (api.router,)
"""Only for those who are logged in."""
