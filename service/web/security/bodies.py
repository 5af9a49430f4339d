"""Bounds for what clients send: how long it may be, and how long they may take."""

import asyncio

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 9 * 2**20
"""Bytes of a request's body, so that the longest answer that is judged fits into a form."""
SECONDS = 30.0
"""Seconds within which a request's body has to arrive."""


class _RefusedBodyError(Exception):
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class BoundedBodies:
    """ASGI middleware that refuses bodies which are too long (413) or too slow (408)."""

    def __init__(self, app: ASGIApp, most_bytes: int = MOST_BYTES, seconds: float = SECONDS) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answered = False

        async def watched_send(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self._app(scope, self._bounded(receive), watched_send)
        except _RefusedBodyError as refusal:
            if not answered:
                response = PlainTextResponse(f"{refusal}\n", refusal.status, {"Connection": "close"})
                await response(scope, receive, send)

    def _bounded(self, receive: Receive) -> Receive:
        received, complete = 0, False
        deadline = asyncio.get_running_loop().time() + self._seconds

        async def bounded() -> Message:
            nonlocal received, complete
            if complete:  # what follows the body is only the end of the connection, however late
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError as error:
                raise _RefusedBodyError(408, "the request took too long to arrive; send it again") from error
            received += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if received > self._most_bytes:
                limit = self._most_bytes // 2**20
                raise _RefusedBodyError(413, f"the request is longer than {limit} MiB; send something shorter")
            return message

        return bounded
