"""The server as a process: where it listens, how it ends, and clients that do not behave."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.accounts.passwords import keep_account
from service.web import server
from service.web.app import create_app
from service.web.sandbox.worker import TASKS
from service.web.server import MOST_OF_ADDRESS, listening
from service.web.settings import WebSettings
from storage.database import Database
from tests.journeys.program import children, command_line
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, Start, refused
from tests.service.web.conftest import NAME, PASSWORD, served

WORKER = "service.web.sandbox.worker"


def address(process) -> tuple[str, int]:
    found = re.search(r"http://([\d.]+):(\d+)", process.stdout.readline())
    assert found, process.stderr.read()
    return found[1], int(found[2])


def test_it_begins_with_nothing_and_makes_a_key_for_its_owner_alone(start: Start, tmp_path: Path) -> None:
    """As on the first day: there is no database yet."""
    host, port = address(start("serve", "--port", "0"))
    assert host == "127.0.0.1"
    with urllib.request.urlopen(f"http://{host}:{port}/levels", timeout=PATIENCE) as answer:
        assert answer.status == 200
    assert (tmp_path / "cenote.db").is_file()
    key = tmp_path / "cenote.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) >= 48


def test_a_public_service_has_judges_before_anybody_asks(start: Start, tmp_path: Path) -> None:
    """Those of contests judge and do nothing else; others take in everything."""
    with Database.create(f"sqlite:///{tmp_path}/levels.db") as database:
        keep_account(database, NAME, PASSWORD)
    process = start("serve", "--port", "0", "--public", "--storage", f"sqlite:///{tmp_path}/levels.db")
    address(process)
    wanted: set[tuple[str, ...]] = {("judge",), tuple(TASKS)}
    ready: set[tuple[str, ...]] = set()
    deadline = monotonic() + PATIENCE
    while not wanted <= ready:
        assert monotonic() < deadline
        lines = [command_line(child).decode().split("\0")[:-1] for child in children(process.pid)]
        ready |= {tuple(line[line.index(WORKER) + 2 :]) for line in lines if WORKER in line}
        sleep(0.05)


def test_requests_under_way_have_two_seconds_at_most_when_it_ends() -> None:
    assert server.GRACE <= 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_while_streams_are_open(evolved: str, start: Start, number: int) -> None:
    process = start("serve", "--port", "0", "--storage", evolved)
    host, port = address(process)
    with ExitStack() as opened:
        for _ in range(5):
            stream = urllib.request.urlopen(f"http://{host}:{port}/sessions/1/stream", timeout=PATIENCE)
            assert opened.enter_context(stream).readline()
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (0, "")


def test_a_request_that_the_end_of_the_service_breaks_off_is_told_to_come_again(evolved: str) -> None:
    sent = asyncio.run(broken_off(evolved))
    assert sent[0]["status"] == 503
    assert "try again" in json.loads(sent[1]["body"])["detail"]


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
        with urllib.request.urlopen(f"http://{host}:{port}/levels", timeout=PATIENCE) as answer:
            assert answer.status == 200


def test_a_port_that_is_taken_is_named(cenote: Invoke, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        message = refused(cenote("serve", "--port", str(port), "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert f"port {port} of 127.0.0.1 cannot be opened" in message


def test_an_address_for_others_needs_a_login(cenote: Invoke, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a.db"
    assert "add --public" in refused(cenote("serve", "--host", "0.0.0.0", "--storage", url))
    assert "cenote account add NAME" in refused(cenote("serve", "--public", "--storage", url))


def test_the_body_of_an_answer_does_not_wait_for_its_headers_to_be_acknowledged() -> None:
    with (
        listening("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as connection,
    ):
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database with one account."""
    url = f"sqlite:///{tmp_path_factory.mktemp('members')}/levels.db"
    with Database.create(url) as database:
        keep_account(database, NAME, PASSWORD)
    return url


def opened(stack: ExitStack, to: tuple[str, int], count: int, origin: str) -> list[socket.socket]:
    """Connections that say nothing."""
    connections = [socket.create_connection(to, PATIENCE, (origin, 0)) for _ in range(count)]
    return [stack.enter_context(connection) for connection in connections]


UNFINISHED = b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"


def is_answered(connection: socket.socket) -> bool:
    with suppress(ConnectionError):
        connection.sendall(GET)
        return connection.recv(2**16).startswith(b"HTTP/1.1 200")
    return False


@pytest.fixture(scope="module")
def public(members: str) -> Iterator[tuple[str, int]]:
    """A public service for tests that come from addresses of their own."""
    with served(members, "--public", "--access-log", "none") as service:
        found = urlsplit(service)
        assert found.hostname
        assert found.port
        yield found.hostname, found.port


@pytest.mark.process
def test_the_longest_silent_connection_of_an_address_makes_room_for_another_one(public: tuple[str, int]) -> None:
    with ExitStack() as stack:
        others = opened(stack, public, 1, "127.0.0.8")
        same = opened(stack, public, MOST_OF_ADDRESS + 1, "127.0.0.7")
        assert is_answered(same[-1])
        assert not is_answered(same[0])
        assert is_answered(same[1])
        assert is_answered(others[0])


@pytest.mark.process
def test_an_address_with_a_request_on_every_connection_does_not_keep_others_out(public: tuple[str, int]) -> None:
    with ExitStack() as stack:
        for number in range(2, 6):
            for one in opened(stack, public, MOST_OF_ADDRESS, f"127.0.0.{number}"):
                one.sendall(UNFINISHED)
                assert one.recv(2**16).startswith(b"HTTP/1.1 100")
        assert all(map(is_answered, opened(stack, public, 5, "127.0.0.9")))


def forwarded(to: tuple[str, int], origin: str) -> None:
    """Ask for somebody else, in words that only a proxy may use."""
    with socket.create_connection(to, PATIENCE, (origin, 0)) as connection:
        connection.sendall(GET.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 9.9.9.9, 192.0.2.7\r\n\r\n"))
        assert connection.recv(2**16).startswith(b"HTTP/1.1 200")


def logged(process: "subprocess.Popen[str]", log: Path) -> list[list[str]]:
    """End a service, and return the words of each line of its log."""
    process.terminate()
    process.communicate(timeout=PATIENCE)
    return [line.split(" ") for line in log.read_text().splitlines()]


@pytest.mark.process
def test_everybody_may_come_from_a_proxy_and_only_it_says_for_whom_it_asks(
    members: str, start: Start, tmp_path: Path
) -> None:
    log = tmp_path / "access.log"
    options = ("--public", "--access-log", log, "--storage", members, "--proxy", "127.0.0.2")
    process = start("serve", "--port", "0", *options)
    service = address(process)
    with ExitStack() as stack:
        same = opened(stack, service, MOST_OF_ADDRESS + 20, "127.0.0.2")
        assert all(map(is_answered, same))
    forwarded(service, "127.0.0.2")
    forwarded(service, "127.0.0.1")
    assert [line[1] for line in logged(process, log)[-2:]] == ["192.0.2.7", "127.0.0.1"]


@pytest.mark.process
def test_behind_https_a_proxy_on_the_same_machine_says_for_whom_it_asks(
    members: str, start: Start, tmp_path: Path
) -> None:
    log = tmp_path / "access.log"
    process = start("serve", "--port", "0", "--public", "--access-log", log, "--storage", members, "--https")
    forwarded(address(process), "127.0.0.1")
    assert [line[1] for line in logged(process, log)] == ["192.0.2.7"]


@pytest.mark.process
def test_the_access_log_has_a_line_for_each_request_and_no_queries(members: str, start: Start, tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    process = start("serve", "--port", "0", "--public", "--access-log", log, "--storage", members)
    host, port = address(process)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.addheaders = [("X-Forwarded-For", "192.0.2.7")]
    for path in ("/contests?z=secret", "/play%0Aforged", "/static/style.css", *["/contests?z=secret"] * 4):
        with suppress(urllib.error.HTTPError):
            browser.open(f"http://{host}:{port}{path}", timeout=PATIENCE).read()
    lines = logged(process, log)
    # A line is written when its answer is sent, so a browser that asks again at once may be heard before.
    assert sorted(line[1:6] for line in lines) == [
        *[["127.0.0.1", "-", "GET", "/contests", "200"]] * 5,
        ["127.0.0.1", "-", "GET", "/play%0Aforged", "404"],
        ["127.0.0.1", "-", "GET", "/static/style.css", "200"],
    ]
    assert all(int(line[6]) > 100 and float(line[7]) >= 0 for line in lines)


@pytest.mark.process
@pytest.mark.parametrize(("options", "lines"), [((), 1), (("--access-log", "none"), 0)])
def test_a_public_service_logs_to_standard_error_unless_it_shall_not(
    members: str, start: Start, options: tuple[str, ...], lines: int
) -> None:
    """One for oneself says nothing there, as those that are ended while streams are open show."""
    process = start("serve", "--port", "0", "--public", "--storage", members, *options)
    host, port = address(process)
    urllib.request.urlopen(f"http://{host}:{port}/healthz", timeout=PATIENCE).read()
    process.terminate()
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors.count("GET /healthz 200") == lines


def test_a_proxy_is_named_by_its_address(cenote: Invoke, tmp_path: Path) -> None:
    message = refused(cenote("serve", "--proxy", "proxy.example", "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert "is not an address" in message


def test_a_log_that_cannot_be_written_is_named(cenote: Invoke, tmp_path: Path) -> None:
    log = tmp_path / "nowhere" / "access.log"
    message = refused(cenote("serve", "--access-log", log, "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert f"{log} cannot be written" in message


def test_a_token_that_could_be_guessed_is_refused(cenote: Invoke, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("short")
    message = refused(cenote("serve", "--metrics-token", token, "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert "shorter than 16 letters" in message


@pytest.mark.parametrize("token", [b"sixteen letters and blanks", b"\xffour and twelve letters", b"x" * 1001])
def test_a_token_that_no_header_can_have_is_refused(cenote: Invoke, tmp_path: Path, token: bytes) -> None:
    file = tmp_path / "token"
    file.write_bytes(token)
    message = refused(cenote("serve", "--metrics-token", file, "--storage", f"sqlite:///{tmp_path}/a.db"))
    assert f"the token in {file} cannot be sent" in message
