"""The server process: it listens, and ends within seconds even while event streams are open."""

import asyncio
import gc
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.errors import ServiceError

GRACE = 2
"""Seconds for requests under way when the service ends."""
JUDGES = 2
"""Processes that are made ready before the first answer to a contest comes in."""
MOST_CONNECTIONS = 400
"""Connections at a time; more are answered that the service is busy."""


class ListeningError(ServiceError):
    """The service cannot be reached at the address that was asked for."""


class ImpatientProtocol(H11Protocol):
    """HTTP that closes connections whose request does not arrive, and those that do not take their answer."""

    request_seconds = 15.0
    """Seconds within which a new connection has to say what it wants."""
    answer_seconds = 30.0
    """Seconds for which a client may take nothing of an answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._patience = self.loop.call_later(self.request_seconds, self._lose_patience)

    def connection_lost(self, exc: Exception | None) -> None:
        self._patience.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client has not taken what was sent, and the operating system keeps no more for it."""
        super().pause_writing()
        self._patience.cancel()
        self._patience = self.loop.call_later(self.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        self._patience.cancel()
        super().resume_writing()

    def _lose_patience(self) -> None:
        if self.cycle is None:
            self.transport.close()


class ClosingServer(uvicorn.Server):
    """A server that tells its application at once when it has to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[], None]) -> None:
        """`announce` is called when the application is ready to answer."""
        super().__init__(config)
        self._app = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What the program consists of stays until its end; the collector need not look through it ever again.
        gc.collect()
        gc.freeze()
        self._announce()
        if not self.should_exit:
            self._app.state.judges.start(JUDGES)
            self._app.state.sandbox.start(1)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End well, and at once where the signal comes again; uvicorn would raise it once more at the end."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._app.state.closing.set()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free. Raises ListeningError."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ListeningError(
            f"port {port} of {host} cannot be listened at ({error.strerror}); give another --port or --host"
        ) from error
    # Connections inherit it; else the body of an answer waits 40 ms for the client to acknowledge its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(app: FastAPI, listener: socket.socket, announce: Callable[[], None]) -> None:
    """Answer requests until SIGINT or SIGTERM."""
    config = uvicorn.Config(
        app,
        http=ImpatientProtocol,
        ws="none",
        log_level="warning",
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
    )
    ClosingServer(config, app, announce).run(sockets=[listener])
