"""Errors as answers: a page for people, a JSON object for programs."""

import asyncio
import logging
import os
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import escape
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Part

from generator.messages import Message, MessageError
from service.errors import BusyError
from service.web.dependencies import API
from service.web.errors import FORESEEN, LoginRequiredError, status_of
from service.web.faults import message_of_faults, plain_message_of_faults
from service.web.languages import language_of, translated
from service.web.levels.player import HINTS
from service.web.pages import page
from service.web.security.headers import headers_of_answers
from storage.errors import StorageError

LOG = logging.getLogger("cenote")


class Refusal(BaseModel):
    """Why something was refused, in one line that says what to do."""

    detail: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": text}
    for status, text in (
        (401, "a login is needed"),
        (403, "the request may come from another site, or a right is missing"),
        (404, "it is not there"),
        (409, "somebody else is at work on it"),
        (422, "what was sent cannot be accepted"),
        (429, "too many requests from this address"),
    )
}
"""What every operation of the interface may answer besides."""


def install_answers(app: FastAPI) -> None:
    """Let the application answer every error that a visitor may cause with one clear line."""
    for kind in FORESEEN:
        app.add_exception_handler(kind, _foreseen)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _bug)


class Endings:
    """ASGI middleware that asks clients to come again where the end of the service breaks their request off."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def noticing(message: Part) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, noticing)
        except asyncio.CancelledError:
            if scope["type"] != "http" or has_begun:
                raise
            error = BusyError("the service is shutting down; try again when it is back")
            await (await _foreseen(Request(scope), error))(scope, receive, send)


async def _foreseen(request: Request, error: Exception) -> Response:
    if isinstance(error, LoginRequiredError) and not request.url.path.startswith(API) and request.method == "GET":
        back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/login?back={quote(back, safe='')}&required=true", HTTPStatus.SEE_OTHER)
    assert isinstance(error, MessageError), "this handler is for nothing else"
    status = status_of(error)
    tells_path = _public(request, str(error)) != str(error)
    if isinstance(error, StorageError) and (status >= HTTPStatus.INTERNAL_SERVER_ERROR or tells_path):
        LOG.warning("%s %s: %s", request.method, quote(request.url.path), error)
    return _answer(request, status, error.message)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "this handler is for nothing else"
    text = "there is no page at this address" if error.status_code == HTTPStatus.NOT_FOUND else str(error.detail)
    return _answer(request, error.status_code, Message(text), dict(error.headers or {}))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError), "this handler is for nothing else"
    said = message_of_faults if request.url.path.startswith(API) else plain_message_of_faults
    return _answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, said(error.errors(), skipped=1))


async def _bug(request: Request, _: Exception) -> Response:
    message = Message("something went wrong; the log of the service has more")
    # This answer passes by the middleware.
    headers = headers_of_answers(https=request.app.state.settings.https)
    return _answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, message, headers)


def _public(request: Request, text: str) -> str:
    """A message without the folder of the database, which is nobody's business but his who runs the service."""
    if not request.app.state.settings.public:
        return text
    path = request.app.state.database.path
    return text.replace(str(path), path.name).replace(f"{path.parent}{os.sep}", "")


def _answer(request: Request, status: int, message: Message, headers: Mapping[str, str] | None = None) -> Response:
    # The player shows people why there is no hint.
    is_for_programs = request.url.path.startswith(API) and request.url.path != HINTS
    text = _public(request, str(message) if is_for_programs else translated(language_of(request), message))
    if request.url.path.startswith(API):
        return JSONResponse({"detail": text}, status, headers)
    if "session" not in request.scope or request.headers.get("hx-request"):
        return HTMLResponse(escape(text), status, headers)
    return page(request, "error.html", status, headers, text=text, code=status)
