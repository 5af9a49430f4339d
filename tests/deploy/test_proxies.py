"""The configurations for reverse proxies, with the real programs, in front of a real service."""

import json
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path

import pytest

from service.accounts.passwords import keep_account
from storage.database import Database
from tests.patience import PATIENCE
from tests.service.conftest import CENOTE

pytestmark = pytest.mark.slow

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "levels.example"


Ask = Callable[..., tuple[HTTPResponse, bytes]]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def nginx(folder: Path, service: int, https: int) -> list[str | Path]:
    """The command that runs nginx with our configuration, on a port of our own and with a certificate of our own."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    subprocess.run(
        [*command, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, stderr=subprocess.DEVNULL
    )
    site = (DEPLOY / "nginx.conf").read_text()
    for given, ours in (
        ("127.0.0.1:8080", f"127.0.0.1:{service}"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ", f"listen 127.0.0.1:{https} "),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{folder}/cert.pem"),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{folder}/key.pem"),
    ):
        assert given in site
        site = site.replace(given, ours)
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {kept}\ninclude /etc/nginx/mime.types;\n{site} }}\n"
    )
    return ["nginx", "-p", folder, "-c", folder / "nginx.conf"]


def caddy(folder: Path, service: int, https: int) -> list[str | Path]:
    """The command that runs Caddy with our configuration, on a port of our own and with its own certificates."""
    site = (DEPLOY / "Caddyfile").read_text()
    local = f"\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n"
    for given, ours in (
        ("127.0.0.1:8080", f"127.0.0.1:{service}"),
        (f"{NAME} {{\n", f"https://{NAME}:{https} {{\n\ttls internal\n"),
        ("{\n\tservers {", f"{{\n{local}\tservers {{"),
    ):
        assert given in site
        site = site.replace(given, ours, 1)
    (folder / "Caddyfile").write_text(site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


@pytest.fixture(params=[nginx, caddy])
def ask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ask]:
    """Asks the proxy in front of a service for a path; the log of the service is access.log."""
    program = request.param.__name__
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}; install Debian's package {program}")
    url = f"sqlite:///{tmp_path}/levels.db"
    with Database.create(url) as database:
        keep_account(database, "anian", "ten boxes in a well")
    options = ("--public", "--https", "--access-log", tmp_path / "access.log", "--storage", url)
    service = subprocess.Popen([CENOTE, "serve", "--port", "0", *options], stdout=subprocess.PIPE, text=True)
    assert service.stdout
    found = re.search(r":(\d+) ", service.stdout.readline())
    assert found
    https = free_port()
    proxy = subprocess.Popen(request.param(tmp_path, int(found[1]), https), stderr=subprocess.DEVNULL)
    try:
        await_port(https, proxy)
        yield lambda path, **options: answered(https, path, **options)
    finally:
        for process in (proxy, service):
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


def await_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            answered(port, "/healthz")
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the proxy does not answer")


def answered(
    port: int, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
) -> tuple[HTTPResponse, bytes]:
    """The answer to a request by https, as if the name of the site led to this machine, and its body."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    lines = {"Host": NAME, "Connection": "close", **(headers or {})}
    if body is not None:
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with (
        socket.create_connection(("127.0.0.1", port), 60) as plain,
        context.wrap_socket(plain, server_hostname=NAME) as connection,
    ):
        connection.sendall(f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n".encode())
        with suppress(OSError):  # refused before it was read
            connection.sendall(body or b"")
        with HTTPResponse(connection) as response:
            response.begin()
            return response, response.read()


def test_pages_come_by_https_compressed_and_say_so(ask: Ask) -> None:
    answer, _ = ask("/contests", headers={"Accept-Encoding": "gzip"})
    assert answer.status == 200
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert answer.headers["content-encoding"] == "gzip"
    assert "secure" in answer.headers["set-cookie"]


def test_the_service_learns_who_asks_and_nobody_can_say_otherwise(ask: Ask, tmp_path: Path) -> None:
    assert ask("/login", headers={"X-Forwarded-For": "192.0.2.7"})[0].status == 200
    lines = [line.split(" ") for line in (tmp_path / "access.log").read_text().splitlines()]
    assert {line[1] for line in lines} == {"127.0.0.1"}


def test_a_request_that_is_too_long_is_refused_and_the_figures_are_not_there(ask: Ask, tmp_path: Path) -> None:
    assert ask("/contests/1/answers", body=bytes(10 * 2**20))[0].status == 413
    assert ask("/metrics")[0].status == 404
    assert "/metrics" not in (tmp_path / "access.log").read_text()


def test_health_is_asked_through_the_proxy(ask: Ask) -> None:
    assert json.loads(ask("/healthz")[1])["status"] == "ok"
