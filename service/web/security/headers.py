"""Headers that tell browsers to contact nothing but this service, and proxies to keep no page."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ALWAYS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS_ONLY = "max-age=31536000"
"""For a year browsers come by https alone, once they have come by it."""
PRIVATE = "private, no-cache"
"""A page shows who looks at it, even to guests: only his browser may keep it, and asks each time whether it changed."""
SECRET = {"Cache-Control": "no-store"}
"""For hidden answers and addresses of players, which not even the browser may keep."""


def headers_of_answers(*, https: bool) -> dict[str, str]:
    """What every answer of the service says."""
    return {**_ALWAYS, "Strict-Transport-Security": HTTPS_ONLY} if https else _ALWAYS


class SecurityHeaders:
    """ASGI middleware that adds these headers to every answer; one that says nothing of caches is private."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self._app, self._fields = app, Headers(headers_of_answers(https=https)).raw
        self._names = {name for name, _ in self._fields}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [field for field in message["headers"] if field[0] not in self._names]
                message["headers"] = said + self._fields
                MutableHeaders(scope=message).setdefault("Cache-Control", PRIVATE)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)
