"""Pages that many look at are made once in a while: visitors who would see the same get the same page.

Only the token of the forms differs from visitor to visitor; it is put into the page that is kept.
"""

import asyncio
import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import monotonic

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.web.languages import language_of
from service.web.pages import THEME_COOKIE
from service.web.security.forgery import SAFE, TOKEN, token_of

MOST = 256
"""Pages that are kept at a time."""
LONGEST = 2**19
"""Bytes of the longest page that is kept."""
KINDS = ("text/html", "image/svg+xml")
SLOT = secrets.token_urlsafe(24).encode()
"""Stands in a kept page for the token of a visitor, and is as long; nobody knows it."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """An answer as the application made it; `made_at` is by the clock of `KeptPages`."""

    start: Message
    body: bytes
    made_at: float


class KeptPages:
    """ASGI middleware within SessionMiddleware, by which a page is shown for some seconds as it was.

    A change that is made through the service forgets every page before it is acknowledged.
    """

    def __init__(self, app: ASGIApp, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._app, self._seconds, self._clock = app, seconds, clock
        self._pages: dict[Hashable, KeptPage] = {}
        self._making: dict[Hashable, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET":
            await self._show(scope, receive, send)
        elif scope["type"] == "http" and scope["method"] not in SAFE:
            await self._app(scope, receive, self._forgetting(send))
        else:
            await self._app(scope, receive, send)

    async def _show(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        key = _what_is_seen(request)
        has_waited = key in self._making
        if has_waited:  # who waits for a page takes it however long it took, or all would make it when it comes
            await self._making[key].wait()
        page = self._pages.get(key)
        if page is not None and (has_waited or self._clock() - page.made_at < self._seconds):
            token = token_of(request).encode()  # before the headers are sent, which may have to set it as a cookie
            await send(_copied(page.start))
            await send({"type": "http.response.body", "body": page.body.replace(SLOT, token)})
        else:
            await self._make(key, request, receive, send)

    async def _make(self, key: Hashable, request: Request, receive: Receive, send: Send) -> None:
        made_at, done = self._clock(), self._making.setdefault(key, asyncio.Event())
        self._pages.pop(key, None)
        start: Message | None = None

        async def keeping(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = _copied(message) if _may_be_kept(message) else None
            elif start and self._making.get(key) is done and not message.get("more_body", False):
                token = request.session.get(TOKEN, "").encode()
                body = message["body"].replace(token, SLOT) if token else message["body"]
                self._keep(key, KeptPage(start, body, made_at))
            if start is None or message["type"] == "http.response.body":
                self._made(key, done)
            await send(message)

        try:
            await self._app(request.scope, receive, keeping)
        finally:
            self._made(key, done)

    def _made(self, key: Hashable, done: asyncio.Event) -> None:
        done.set()
        if self._making.get(key) is done:
            del self._making[key]

    def _keep(self, key: Hashable, page: KeptPage) -> None:
        self._pages.pop(key, None)
        self._pages[key] = page
        while len(self._pages) > MOST:
            del self._pages[next(iter(self._pages))]

    def _forgetting(self, send: Send) -> Send:
        async def forget(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._pages.clear()
                self._making.clear()  # what is being made may not show the change: it is not kept
            await send(message)

        return forget


def _what_is_seen(request: Request) -> Hashable:
    """All that decides what a page shows, but the database and the time."""
    address = request.scope["path"], request.scope["query_string"]
    sent = request.headers.get("host"), request.headers.get("hx-request"), request.cookies.get(THEME_COOKIE)
    visitor = tuple(sorted((name, value) for name, value in request.session.items() if name != TOKEN))
    return address, sent, language_of(request), visitor


def _copied(start: Message) -> Message:
    """The same with headers of its own: on its way to a visitor his cookie is added to them."""
    return {**start, "headers": list(start["headers"])}


def _may_be_kept(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "").partition(";")[0]
    return (
        start["status"] == 200
        and kind in KINDS
        and "set-cookie" not in headers
        and int(headers.get("content-length", LONGEST + 1)) <= LONGEST
    )
