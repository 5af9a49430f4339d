"""Server-sent events: what has changed since the last look is one message, made once for all who follow."""

from collections.abc import AsyncIterator, Mapping
from functools import lru_cache

from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event

HEADERS = {"Cache-Control": "private, no-cache", "X-Accel-Buffering": "no"}
"""No proxy may keep events back."""


def event_stream(changes: AsyncIterator[Mapping[str, str]]) -> EventSourceResponse:
    """The changes that a viewer follows as a stream of events; where there are none, a sign of life."""
    return EventSourceResponse(_messages(changes), headers=HEADERS)


async def _messages(changes: AsyncIterator[Mapping[str, str]]) -> AsyncIterator[bytes]:
    async for pieces in changes:
        yield b"".join(_message(*piece) for piece in pieces.items()) or KEEPALIVE_COMMENT


@lru_cache(maxsize=64)
def _message(name: str, text: str) -> bytes:
    return format_sse_event(event=name, data_str=text)
