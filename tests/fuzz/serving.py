"""The whole application in this process, over a database of its own, and requests to it as texts."""

import asyncio
import sqlite3
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from itertools import count
from json import dumps
from pathlib import Path
from urllib.parse import unquote

import itsdangerous
from fastapi import FastAPI
from starlette.types import Message

from service.web.app import create_app
from service.web.sandbox.pool import Limits, Sandbox
from service.web.security.forgery import TOKEN
from service.web.settings import WebSettings
from storage.database import Database
from storage.upkeep.maintenance import upgrade
from tests.fuzz.target import PART, parts

KEY = "k" * 64
_FOLDER = tempfile.TemporaryDirectory(prefix="cenote-fuzz-")
"""Removed when the process ends."""
_OLD = Path(__file__).parents[1] / "assets" / "revision_0003.sql"
_CONTEST = """
    UPDATE contests SET opens_at = '2026-05-01T12:00:00.000+00:00', closes_at = '2096-05-01T12:00:00.000+00:00',
        created_at = opens_at, published_at = NULL;
    UPDATE contest_levels SET part = 'main', family = 'sokoban', level = (SELECT text FROM levels WHERE id = 1),
        metrics = '{"moves": 9, "pushes": 9}';
    UPDATE submissions SET received_at = '2026-05-01T12:00:00.000+00:00', metrics = '{"moves": 9, "pushes": 9}';
"""
"""The old database has the same word everywhere in its contest."""
_LASTING = 200
"""Requests after which the database is as it was at first."""
_STARTING = ("/sessions", "/api/sessions", "/login")
"""Where a POST starts processes or hashes passwords; `service-sessions` has what it sends."""
_BUSY = 503
"""What everything answers that would ask the sandbox, whose parsers are fuzzed by themselves."""
_COOKIE = itsdangerous.TimestampSigner(KEY).sign(b64encode(dumps({TOKEN: "t"}).encode())).decode()

PIECES = (
    *("GET /", "POST /", "PUT /api/", "PATCH /api/", "DELETE /api/", "api/", "levels", "curation", "contests"),
    *("searches",),
    *("/1", "/2", "compare?ids=1&ids=2", "?", "&", "=", "%", "api/levels", "/lineage", "/curation", "/picture.svg"),
    *("/main",),
    *("/file/xsb", "/level.xsb", "/organise", "/answers", "/removal", "/levels", "language", "theme", "logout"),
    *("submit_result.php",),
    *("api/competition/", "submission/?t=main", "play?z=", "play?level=", "messages.json", "sessions/new?family="),
    *("api/tags",),
    *("\ncontent-type: application/x-www-form-urlencoded", "\ncontent-type: application/json", "\ncookie: "),
    *("\naccept-language: zh",),
    *("\ncontent-type: multipart/form-data; boundary=b", "\nhx-request: true", "\nif-none-match: ", "\norigin: "),
    *("\nhost: ",),
    *('--b\r\nContent-Disposition: form-data; name="', '"; filename="a"', "\r\n\r\n", "\r\n--b--"),
    *("\nx-csrf-token: t", PART),
    *(f"\ncookie: cenote={_COOKIE}", "csrf=t", "language=en", "theme=dark", "back=/", "name=", "query="),
    *("task=state", "level=1"),
    *("state=candidate", "rating=5", "tag=a", "change=note", "value=", "title=a", "opens_at=2026-05-01"),
    *("closes_at=2027-05-01",),
    *("nickname=a", "lurd=R", '{"state":"candidate"', '"levels":[1]', '"rating":', '"add_tags":["a"]', '"note":'),
    *('"query":', "}"),
    *("null", "9" * 30, "%00", "%ff", "\ud800", "\xe9", "NaN"),
    *('{"title":"a","opens_at":"2026-05-01","closes_at":"2027"', "\x00"),
    *("?order=-depth&after=after_2_3", "?generations=9", "&limit=", "made_after=", "/bundle.zip?answers=1"),
    *("?encoding=gbk",),
)
_FORM = "\ncontent-type: application/x-www-form-urlencoded\nx-csrf-token: t"
_MULTIPART = "\ncontent-type: multipart/form-data; boundary=b\nx-csrf-token: t"
_PARTED = '--b\r\nContent-Disposition: form-data; name="theme"\r\n\r\nauto\r\n--b--'
SEEDS = (
    *(
        f"GET /{path}"
        for path in ("levels", "levels/1", "api/levels/1/lineage", "contests/1/main/level.xsb", "searches")
    ),
    *("GET /compare?ids=1&ids=2", "GET /curation", "GET /messages.json\naccept-language: zh", "GET /api/competition/"),
    f"POST /curation/levels{_FORM}\ncookie: cenote={_COOKIE}{PART}task=state&level=1&state=candidate",
    f"POST /searches{_FORM}\ncookie: cenote={_COOKIE}{PART}name=a&query=type=b&back=/",
    f"POST /contests{_FORM}\ncookie: cenote={_COOKIE}{PART}title=a&opens_at=2026-05-01&closes_at=2027-05-01",
    f'PATCH /api/levels/1/curation\ncontent-type: application/json{PART}{{"state":"candidate","rating":null}}',
    f'PUT /api/searches/1\ncontent-type: application/json{PART}{{"query":"type=b"}}',
    f"POST /theme{_MULTIPART}\ncookie: cenote={_COOKIE}{PART}{_PARTED}",
)


@cache
def _fresh() -> Path:
    """A database with levels, a contest and curation, as an older program left it."""
    path = Path(_FOLDER.name) / "levels.db"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(_OLD.read_text(encoding="utf-8"))
        made.executescript(_CONTEST)
    upgrade(f"sqlite:///{path}")
    return path


@cache
def database() -> Database:
    """The database, open as the service has it."""
    return Database.open(f"sqlite:///{_fresh()}")


class _Service:
    """The application while it is up, until its database has seen enough."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.asked = 0
        copy = _fresh().with_name("served.db")
        for name in (copy, *copy.parent.glob("served.db-*")):
            name.unlink(missing_ok=True)
        with closing(sqlite3.connect(_fresh())) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        self.app: FastAPI = create_app(WebSettings(f"sqlite:///{copy}", KEY))
        self._lifespan = self.app.router.lifespan_context(self.app)
        loop.run_until_complete(self._lifespan.__aenter__())
        self.app.state.sandbox = self.app.state.contest_sandbox = Sandbox(Limits(pending=0))

    def end(self) -> None:
        self.loop.run_until_complete(self._lifespan.__aexit__(None, None, None))


def _services() -> Iterator[_Service]:
    loop = asyncio.new_event_loop()
    while True:
        service = _Service(loop)
        for _ in range(_LASTING):
            yield service
        service.end()


_serving = _services()
_visitors = count()


def request(text: str) -> None:
    """A request, `METHOD ADDRESS`, a line for each header and a body, is answered, and no answer is a bug's."""
    head, body = parts(text, 2)
    first, *lines = head.split("\n")
    method, _, address = first.partition(" ")
    path, _, query = address.partition("?")
    if not path.startswith("/") or not method.isalpha() or (method == "POST" and path.startswith(_STARTING)):
        return
    named = [line.lower().partition(": ")[::2] if ":" in line else ("x", line) for line in lines]
    headers = {name: line.partition(": ")[2] for (name, _), line in zip(named, lines, strict=True)}
    status = _answered(method.upper(), path, query, {"host": "localhost", **headers}, body.encode("utf-8", "replace"))
    assert status < 500 or status == _BUSY, status


def _answered(method: str, path: str, query: str, headers: dict[str, str], body: bytes) -> int:
    service = next(_serving)
    visitor = next(_visitors)
    scope: dict[str, object] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path.encode("utf-8", "replace").decode()),
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": query.encode("utf-8", "replace"),
        "root_path": "",
        "headers": [
            (name.encode("latin-1", "replace"), value.encode("latin-1", "replace")) for name, value in headers.items()
        ],
        "client": (f"10.{visitor >> 16 & 255}.{visitor >> 8 & 255}.{visitor & 255}", 1),
        "server": ("localhost", 80),
    }
    return service.loop.run_until_complete(_asked(service.app, scope, body))


async def _asked(app: FastAPI, scope: dict[str, object], body: bytes) -> int:
    status = 0
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]

    await app(scope, receive, send)
    return status
