"""Pages that many look at are made once in a while: visitors who would see the same get the same page.

Only the token of the forms differs from visitor to visitor; it is put into the page that is kept.
"""

import asyncio
from collections.abc import Hashable
from urllib.parse import quote

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.web.languages import language_of
from service.web.page_shelf import KeptPage, PageShelf, page_key
from service.web.pages import THEME_COOKIE
from service.web.security.forgery import SAFE, TOKEN, token_of

LONGEST = 2**19
"""Bytes of the longest page that is kept."""
KINDS = ("text/html", "image/svg+xml")
SHOWN = "cenote.shown"
"""Where a request keeps the page that answers it, and what the shelf learns of its visitor."""


class KeptPages:
    """ASGI middleware within SessionMiddleware, by which a page is shown for some seconds as it was.

    A change that is made through the service forgets every page before it is acknowledged.
    """

    def __init__(self, app: ASGIApp, shelf: PageShelf) -> None:
        self._app, self._shelf = app, shelf
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
        seen = _what_decides(request)
        key = page_key(_target(scope), dict(scope["headers"]), seen)
        has_waited = key in self._making
        if has_waited:  # who waits for a page takes it however long it took, or all would make it when it comes
            await self._making[key].wait()
        page = self._shelf.page(key)
        if page is not None and (has_waited or self._shelf.is_fresh(page)):
            # before the headers are sent, which may have to set it as a cookie
            token = token_of(request) if page.has_token else request.session.get(TOKEN, "")
            scope[SHOWN] = page, seen, token
            await send(_copied(page.start))
            await send({"type": "http.response.body", "body": token.encode().join(page.pieces)})
        else:
            await self._make(key, request, receive, send)

    async def _make(self, key: Hashable, request: Request, receive: Receive, send: Send) -> None:
        begun, done = self._shelf.clock(), self._making.setdefault(key, asyncio.Event())
        self._shelf.drop(key)
        start: Message | None = None

        async def keeping(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = _copied(message) if _may_be_kept(message) else None
            elif start and self._making.get(key) is done and not message.get("more_body", False):
                token = request.session.get(TOKEN, "").encode()
                pieces = message["body"].split(token) if token else [message["body"]]
                self._shelf.keep(key, KeptPage(start, pieces, self._shelf.end(begun)))
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

    def _forgetting(self, send: Send) -> Send:
        async def forget(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._shelf.clear()
                self._making.clear()  # what is being made may not show the change: it is not kept
            await send(message)

        return forget


class NotedAnswers:
    """ASGI middleware around all others: it shows the shelf what kept pages look like when they leave."""

    def __init__(self, app: ASGIApp, shelf: PageShelf) -> None:
        self._app, self._shelf = app, shelf

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start" and SHOWN in scope:
                self._note(scope, message)
            await send(message)

        await self._app(scope, receive, noting if scope["type"] == "http" else send)

    def _note(self, scope: Scope, start: Message) -> None:
        if all(name.lower() != b"set-cookie" for name, _ in start["headers"]):  # else the next request has another one
            page, seen, token = scope[SHOWN]
            self._shelf.note(scope["headers"], page, start["headers"], seen, token)


def _what_decides(request: Request) -> Hashable:
    """What a visitor sees is decided by the theme, the language, and who he is."""
    visitor = tuple(sorted((name, value) for name, value in request.session.items() if name != TOKEN))
    return request.cookies.get(THEME_COOKIE), language_of(request), visitor


def _target(scope: Scope) -> bytes:
    """What a request asks for, as it stands in its first line."""
    query: bytes = scope["query_string"]
    path: bytes = scope.get("raw_path") or quote(scope["path"]).encode()
    return path + b"?" + query if query else path


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
