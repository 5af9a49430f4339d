"""The server as a process: where it listens, how it ends, and clients that do not behave."""

import asyncio
import json
import re
import signal
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from service.web.app import create_app
from service.web.serving import ImpatientProtocol, listening
from service.web.settings import WebSettings
from tests.service.conftest import Invoke, Start, refused


def address(process) -> tuple[str, int]:
    found = re.search(r"http://([\d.]+):(\d+)", process.stdout.readline())
    assert found, process.stderr.read()
    return found[1], int(found[2])


def test_it_begins_with_nothing(start: Start, tmp_path: Path) -> None:
    """As on the first day: there is no database yet."""
    host, port = address(start("serve", "--port", "0"))
    assert host == "127.0.0.1"
    with urllib.request.urlopen(f"http://{host}:{port}/levels", timeout=20) as answer:
        assert answer.status == 200
    assert (tmp_path / "cenote.db").is_file()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_within_three_seconds_while_streams_are_open(evolved: str, start: Start, number: int) -> None:
    process = start("serve", "--port", "0", "--storage", evolved)
    host, port = address(process)
    with ExitStack() as opened:
        for _ in range(5):
            stream = urllib.request.urlopen(f"http://{host}:{port}/sessions/1/stream", timeout=20)
            assert opened.enter_context(stream).readline()
        asked = time.monotonic()
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
        assert time.monotonic() - asked < 3
    assert (process.returncode, errors) == (0, "")


def test_a_request_that_the_end_of_the_service_breaks_off_is_told_to_come_again(evolved: str) -> None:
    sent = asyncio.run(broken_off(evolved))
    assert sent[0]["status"] == 503
    assert "ask again" in json.loads(sent[1]["body"])["detail"]


async def broken_off(url: str) -> list[dict[str, Any]]:
    """What is sent to a client for whom the service would work for ever, and ends."""
    app, at_work, sent = create_app(WebSettings(url, "key")), asyncio.Event(), []

    async def work() -> None:
        at_work.set()
        await asyncio.Event().wait()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    app.add_api_route("/api/work", work)
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/work",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    request = asyncio.create_task(app(scope, asyncio.Event().wait, send))
    await at_work.wait()
    request.cancel()
    await request
    return sent


def test_clients_that_say_nothing_hold_up_nobody(evolved: str, start: Start) -> None:
    host, port = address(start("serve", "--port", "0", "--storage", evolved))
    with ExitStack() as opened:
        silent = [opened.enter_context(socket.create_connection((host, port))) for _ in range(100)]
        for connection in silent[:50]:
            connection.sendall(b"GET /levels HTTP/1.1\r\nHost: localhost\r\n")
        with urllib.request.urlopen(f"http://{host}:{port}/levels", timeout=20) as answer:
            assert answer.status == 200


ANSWER = 64 * 2**20


class Hasty(ImpatientProtocol):
    request_seconds = answer_seconds = 0.2
    has_ended = threading.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.has_ended.set()


@pytest.fixture
def hasty() -> Iterator[tuple[str, int]]:
    """A server that sends more than the operating system keeps for a client, and loses its patience soon."""

    async def app(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(ANSWER)})

    Hasty.has_ended.clear()
    listener = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, http=Hasty, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield listener.getsockname()
    server.should_exit = True
    thread.join()
    listener.close()


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_client_that_does_not_say_what_it_wants_is_left(hasty: tuple[str, int], said: bytes) -> None:
    with socket.create_connection(hasty, timeout=20) as connection:
        connection.sendall(said)
        assert connection.recv(1) == b""


def test_a_client_that_does_not_take_its_answer_is_left(hasty: tuple[str, int]) -> None:
    with socket.create_connection(hasty, timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        connection.recv(1)
        assert Hasty.has_ended.wait(20)
        assert sum(map(len, received(connection))) < ANSWER


def received(connection: socket.socket) -> Iterator[bytes]:
    """What comes until the end of a connection, whoever ends it in whichever way."""
    with suppress(ConnectionResetError):
        while part := connection.recv(2**20):
            yield part


def test_a_port_that_is_taken_is_named(cenote: Invoke, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        message = refused(cenote("serve", "--port", str(port), "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert f"port {port} of 127.0.0.1 cannot be listened at" in message


def test_an_address_for_others_needs_a_login(cenote: Invoke, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    assert "add --public" in refused(cenote("serve", "--host", "0.0.0.0", "--storage", url))
    assert "cenote account add NAME" in refused(cenote("serve", "--public", "--storage", url))


def test_the_key_is_for_its_owner_alone(start: Start, tmp_path: Path) -> None:
    address(start("serve", "--port", "0"))
    key = tmp_path / "cenote.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) >= 48


def test_the_body_of_an_answer_does_not_wait_for_its_headers_to_be_acknowledged() -> None:
    with (
        listening("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
