"""Bounds for what clients send: how long it may be, and how long they may take."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 9 * 2**20
"""Bytes of a request's body, so that the longest answer that is judged fits into a form."""
SECONDS = 30.0
"""Seconds within which a request's body has to arrive."""


class BoundedBodies:
    """ASGI middleware by which reading a body that is too long (413) or too slow (408) raises HTTPException."""

    def __init__(self, app: ASGIApp, most_bytes: int = MOST_BYTES, seconds: float = SECONDS) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, self._bounded(receive) if scope["type"] == "http" else receive, send)

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
                raise HTTPException(408, "the request took too long to arrive; send it again") from error
            received += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if received > self._most_bytes:
                limit = self._most_bytes // 2**20
                raise HTTPException(413, f"the request is longer than {limit} MiB; send something shorter")
            return message

        return bounded
