"""Clients that do not end their requests or take their answers, in a server with little patience."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
import uvicorn

from service.web.server import MOST_OF_HEAD, ImpatientProtocol, listening
from tests.patience import PATIENCE

ANSWER = 64 * 2**20


class Abrupt(ImpatientProtocol):
    """A server without patience for the first request."""

    request_seconds = 0.2


class Hasty(ImpatientProtocol):
    """A server without patience for clients that it has answered."""

    answer_seconds = 0.2
    has_ended = threading.Event()

    def on_response_complete(self) -> None:
        self.request_seconds = 0.2
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.has_ended.set()


@contextmanager
def answering(protocol: type[ImpatientProtocol]) -> Iterator[tuple[str, int]]:
    """A server that takes whole requests and sends more than the operating system keeps for a client."""

    async def app(scope, receive, send) -> None:
        while scope["method"] == "POST" and (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(ANSWER)})

    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(
        uvicorn.Config(app, http=protocol, log_level="critical", lifespan="off", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture
def hasty() -> Iterator[tuple[str, int]]:
    """A server that loses its patience soon."""
    Hasty.has_ended.clear()
    with answering(Hasty) as address:
        yield address


CHUNKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (b"GET /", b"a"),
        (b"GET / HTTP/1.1\r\nX: ", b"a"),
        (b"GET / HTTP/1.1\r\n", b"X: a\r\n"),
        (CHUNKED + b"0\r\n", b"X: a\r\n"),
    ],
    ids=["path", "header", "headers", "trailers"],
)
def test_a_request_whose_head_does_not_end_is_refused(begin: bytes, more: bytes) -> None:
    with answering(ImpatientProtocol) as address, socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall((begin + more * MOST_OF_HEAD)[:MOST_OF_HEAD])
        connection.sendall(b"a")
        assert b"".join(received(connection)).startswith(b"HTTP/1.1 400")


def test_a_long_body_is_no_long_head() -> None:
    with answering(ImpatientProtocol) as address, socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(CHUNKED + 40 * (b"4000\r\n" + bytes(0x4000) + b"\r\n") + b"0\r\n\r\n")
        assert connection.recv(2**16).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_client_that_does_not_say_what_it_wants_is_left(said: bytes) -> None:
    with answering(Abrupt) as address, socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(said)
        assert connection.recv(1) == b""


def test_a_client_that_does_not_say_what_it_wants_next_is_left(hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, timeout=PATIENCE) as connection:
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += connection.recv(2**16)
        connection.sendall(b"G")
        assert connection.recv(1) == b""


def test_a_client_that_does_not_end_what_was_refused_is_left(hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, timeout=PATIENCE) as connection:
        connection.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
        assert b"".join(received(connection)).startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_take_its_answer_is_left(hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, timeout=PATIENCE) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.recv(1)
        assert Hasty.has_ended.wait(PATIENCE)
        assert sum(map(len, received(connection))) < ANSWER


class Ready(ImpatientProtocol):
    """A server that has one answer ready."""

    at_once = staticmethod(lambda target, *_: (b"content-length: 5\r\n\r\n", b"ready") if target == b"/a?b" else None)


READY = b"GET /a?b HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("parts", [[READY, READY], [READY + READY], [READY[:9], READY[9:] + READY]])
def test_an_answer_that_is_ready_is_sent_to_every_request_for_it(parts: list[bytes]) -> None:
    with answering(Ready) as address, socket.create_connection(address, timeout=PATIENCE) as connection:
        for part in parts:
            connection.sendall(part)
        connection.shutdown(socket.SHUT_WR)
        got = b"".join(received(connection))
        assert got.count(b"HTTP/1.1 200 OK\r\n") == got.count(b"\r\n\r\nready") == 2
        assert got.count(b"\r\ndate: ") == 2


@pytest.mark.parametrize(
    "asked",
    [
        READY.replace(b"GET", b"HEAD"),
        READY.replace(b"1.1", b"1.0"),
        READY.replace(b"a?b", b"a?c"),
        READY.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"),
    ],
    ids=["method", "version", "address", "connection"],
)
def test_other_requests_are_for_the_application(asked: bytes) -> None:
    with answering(Ready) as address, socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(asked)
        got = connection.recv(2**16)
        assert got.startswith(b"HTTP/1.1 200")
        assert b"content-length: 5" not in got


def received(connection: socket.socket) -> Iterator[bytes]:
    """What comes until the end of a connection, whoever ends it in whichever way."""
    with suppress(ConnectionResetError):
        while part := connection.recv(2**20):
            yield part
