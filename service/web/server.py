"""The server process: it listens, and ends within seconds even while event streams are open."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from types import FrameType
from typing import cast

import uvicorn
from fastapi import FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from generator import get_family
from generator.errors import UnknownFamilyError
from optimiser.garbage import collect_seldom
from service.errors import ServiceError
from service.web.observation import AtOnce
from service.web.security.addresses import origin
from storage.database import Database
from storage.gallery import families_in_use

GRACE = 2
"""Seconds for requests under way when the service ends."""
JUDGES = 2
"""Processes that are made ready before the first answer to a contest comes in."""
MOST_CONNECTIONS = 400
"""Connections at a time; for one more, another is closed that has not said what it wants."""
MOST_OF_ADDRESS = 100
"""Connections from one address at a time, where the service is for the public."""
MOST_OF_HEAD = 2**16
"""Bytes of a request beside its body, which the parser of HTTP does not bound."""
CROWD = 4
"""How many times as many connections as others an address may have before its requests are broken off for theirs."""


class ListeningError(ServiceError):
    """The service cannot be reached at the address that was asked for."""


class ImpatientProtocol(HttpToolsProtocol):
    """HTTP that closes connections whose next request does not arrive, and those that do not take their answer.

    Where there are too many, those are closed first that have waited longest for a request.
    """

    request_seconds = 15.0
    """Seconds from the beginning of a connection, or the end of an answer, within which a request has to arrive."""
    answer_seconds = 30.0
    """Seconds for which a client may take nothing of an answer."""
    most_of_address = MOST_CONNECTIONS
    proxy: str | None = None
    """The address of a proxy, from which everybody may come."""
    at_once: AtOnce | None = None
    """Answers that are there already, for which nothing need be started; whoever is asked for them counts them."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.origin = origin(self.client[0]) if self.client else ""
        self.waits_since = monotonic()
        self._request_deadline: asyncio.TimerHandle | None = None
        self._answer_deadline: asyncio.TimerHandle | None = None
        self._bytes_of_head = 0
        self._has_answered = False
        self._watch()
        if not self._find_room():
            self.app = busy

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadlines()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._bytes_of_head += len(data)
        super().data_received(data)
        if self._bytes_of_head > MOST_OF_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers of this request are too long.")
        self._watch()

    def on_body(self, body: bytes) -> None:
        self._bytes_of_head -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        """Send the answer where it is there already: a task for it would take several times as long."""
        self._has_answered = self._may_answer and self._answer()
        if not self._has_answered:
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._bytes_of_head = 0
        if self._has_answered:
            self._forget_request()
            self.on_response_complete()
        else:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        self.waits_since = monotonic()
        super().on_response_complete()
        self._watch()

    @property
    def _may_answer(self) -> bool:
        """Whether nothing but a page is asked for, and nothing stands before it."""
        is_plain = self.parser.get_method() == b"GET" and self.parser.get_http_version() == "1.1"
        return (
            is_plain
            and self.parser.should_keep_alive()
            and self.is_waiting
            and not self.flow.write_paused
            and self.app is not busy
        )

    def _answer(self) -> bool:
        answer = self.at_once(self.url, self.headers, self._asker) if self.at_once else None
        if answer is None:
            return False
        fields = (b"%b: %b\r\n" % field for field in self.server_state.default_headers)
        self.transport.write(b"".join((STATUS_LINE[HTTPStatus.OK], *fields, *answer)))
        return True

    @property
    def _asker(self) -> str:
        """For whom the client asks: a proxy names who has come to it last."""
        if self._is_proxy:
            for name, value in self.headers:
                if name == b"x-forwarded-for":
                    return value.rpartition(b",")[2].strip().decode("latin-1")
        return self.client[0] if self.client else "-"

    def pause_writing(self) -> None:
        """The client has not taken what was sent, and the operating system keeps no more for it."""
        super().pause_writing()
        self._answer_deadline = self.loop.call_later(self.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        if self._answer_deadline:
            self._answer_deadline.cancel()
        super().resume_writing()

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        return (self.cycle is None or self.cycle.response_complete) and not self.transport.is_closing()

    def _watch(self) -> None:
        """Let the deadline run while a request is waited for, whatever comes in meanwhile."""
        if not self.is_waiting:
            self._forget_request()
        elif self._request_deadline is None:
            self._request_deadline = self.loop.call_later(self.request_seconds, self.transport.close)

    def _forget_request(self) -> None:
        if self._request_deadline:
            self._request_deadline.cancel()
        self._request_deadline = None

    def _forget_deadlines(self) -> None:
        for deadline in (self._request_deadline, self._answer_deadline):
            if deadline:
                deadline.cancel()

    def _find_room(self) -> bool:
        """Whether there is room for this connection, made by closing another one where there are too many."""
        everybody = cast(set[ImpatientProtocol], self.connections)
        others = [other for other in everybody if other is not self and not other.transport.is_closing()]
        same = [other for other in others if other.origin == self.origin]
        if len(same) >= self.most_of_address and not self._is_proxy:
            return _make_room(same, len(same))
        return len(others) < MOST_CONNECTIONS or _make_room(others, len(same))

    @property
    def _is_proxy(self) -> bool:
        return self.proxy is not None and self.origin == origin(self.proxy)


def _make_room(connections: Sequence[ImpatientProtocol], own: int) -> bool:
    """Whether one of these could be closed for an address that has `own` of them.

    It is the one of the address with most of them that has waited longest for a request. Where none of that address
    waits, one of its requests is broken off if it has far more connections.
    """
    crowd, most = Counter(connection.origin for connection in connections).most_common(1)[0]
    waiting = sorted((one for one in connections if one.is_waiting), key=lambda one: one.waits_since)
    of_crowd = [one for one in waiting if one.origin == crowd]
    if not of_crowd and most > CROWD * (own + 1):
        next(one for one in connections if one.origin == crowd).transport.abort()
        return True
    for one in (of_crowd or waiting)[:1]:
        one.transport.close()
    return bool(waiting)


async def busy(scope: Scope, receive: Receive, send: Send) -> None:
    """What answers while all connections have requests under way."""
    headers = {"Retry-After": "60", "Connection": "close"}
    response = PlainTextResponse("too many connections are open; try again in a minute\n", 503, headers)
    await response(scope, receive, send)


class ClosingServer(uvicorn.Server):
    """A server that informs its application at once when it has to end."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, announce: Callable[[], None]) -> None:
        """`announce` is called when the application is ready to answer."""
        super().__init__(config)
        self._app = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        collect_seldom()
        self._announce()
        asyncio.get_running_loop().run_in_executor(None, _import_families, self._app.state.database)
        if self._app.state.settings.public and not self.should_exit:
            self._app.state.contest_sandbox.start(JUDGES)
            self._app.state.sandbox.start(1)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End well, and at once where the signal comes again; uvicorn would raise it once more at the end."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._app.state.closing.set()


def _import_families(database: Database) -> None:
    """Import the families of stored levels, for which the first page of a level would wait a second."""
    for name in families_in_use(database):
        with suppress(UnknownFamilyError):
            get_family(name)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free. Raises ListeningError."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise ListeningError(
            "port {port} of {host} cannot be opened ({error}); give another --port or --host",
            port=port,
            host=host,
            error=error.strerror,
        ) from error
    # Connections inherit it; else the body of an answer waits 40 ms for the client to acknowledge its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def serve(app: FastAPI, listener: socket.socket, announce: Callable[[], None], proxy: str | None = None) -> None:
    """Answer requests until SIGINT or SIGTERM; what a proxy says of whom it asks for is believed."""

    class Protocol(ImpatientProtocol):
        most_of_address = MOST_OF_ADDRESS if app.state.settings.public else MOST_CONNECTIONS

    Protocol.proxy, Protocol.at_once = proxy, staticmethod(app.state.at_once)
    config = uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        log_level="warning",
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy or "",
        timeout_graceful_shutdown=GRACE,
    )
    ClosingServer(config, app, announce).run(sockets=[listener])
