"""Answers to HEAD: those to GET without their bodies."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """ASGI middleware that lets every address that can be read be asked for the headers of its answer.

    An answer that goes on for ever ends with its headers, as if the client had gone.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        is_sent = asyncio.Event()

        async def headers_alone(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                is_sent.set()

        async def until_sent() -> Message:
            await is_sent.wait()
            return {"type": "http.disconnect"}

        await self._app({**scope, "method": "GET"}, until_sent, headers_alone)
