"""What becomes of requests: figures for monitors, and a line in a log for each."""

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from logging.handlers import WatchedFileHandler
from pathlib import Path
from time import perf_counter
from urllib.parse import quote, unquote

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.errors import ServiceError
from storage.beside import is_database

STANDARD_ERROR = "-"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Bounds of the buckets into which requests are sorted by what they took."""
NO_ROUTE, ANY = "other", "any"
"""Route and method of requests that no route has answered: files, pages that were kept, wrong addresses.

Strangers may send any word as a method.
"""

Field = tuple[bytes, bytes]
AtOnce = Callable[[bytes, Sequence[Field], str], tuple[bytes, bytes] | None]
"""From target, fields and address of a request to the fields and the body of its answer, if there is one already."""


class Figures:
    """Figures of one service in the text format of Prometheus."""

    def __init__(self, version: str) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        Info("cenote", "The program.", registry=self._registry).info({"version": version})
        labels = ("method", "route", "status")
        self._requests = Counter("cenote_requests", "Requests that were answered.", labels, registry=self._registry)
        self._seconds = Histogram(
            "cenote_request_seconds",
            "Seconds until an answer began.",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request, and what it took until its answer began."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def watch(self, name: str, text: str, read: Callable[[], float]) -> None:
        """Add a figure that is read whenever somebody asks for the figures."""
        Gauge(name, text, registry=self._registry).set_function(read)

    def add(self, collector: Collector) -> None:
        """Add figures that are made whenever somebody asks for them."""
        self._registry.register(collector)

    def text(self) -> bytes:
        """All figures as they are now."""
        return generate_latest(self._registry)


class Observation:
    """ASGI middleware that counts every request, and writes a line about it where there is a log.

    A line has the time, the address, the account, method and path, status, bytes and milliseconds of the answer.
    Queries are left out, since they may carry levels.
    """

    def __init__(self, app: ASGIApp, figures: Figures, log: logging.Logger | None) -> None:
        self._app, self._figures, self._log = app, figures, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = perf_counter()
        status, size, seconds = 500, 0, None  # without an answer something went wrong, which is answered further out

        async def observed(message: Message) -> None:
            nonlocal status, size, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], perf_counter() - begun
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, observed)
        finally:
            took = perf_counter() - begun
            route = getattr(scope.get("route"), "path", NO_ROUTE)
            method = scope["method"] if route != NO_ROUTE else ANY
            self._figures.count(method, route, status, took if seconds is None else seconds)
            if self._log:
                self._log.info(_line_of(scope, status, size, took))


def observed(
    answers: Callable[[bytes, Sequence[Field]], tuple[bytes, bytes] | None],
    figures: Figures,
    log: logging.Logger | None,
) -> AtOnce:
    """Count and log what is answered without the application, as if that had answered."""

    def at_once(target: bytes, asked: Sequence[Field], address: str) -> tuple[bytes, bytes] | None:
        begun = perf_counter()
        if (answer := answers(target, asked)) is None:
            return None
        took = perf_counter() - begun
        figures.count(ANY, NO_ROUTE, HTTPStatus.OK, took)
        if log:
            path = unquote(target.partition(b"?")[0].decode("ascii", "replace"))
            log.info(_line(address, None, "GET", path, HTTPStatus.OK, len(answer[1]), took))
        return answer

    return at_once


@contextmanager
def access_log(place: str | None) -> Iterator[logging.Logger | None]:
    """A log at that place: a file, which may be moved away meanwhile, or standard error; None where there is no place.

    Raises ServiceError where the file cannot be written or is a database.
    """
    if place is None:
        yield None
        return
    with closing(_handler(place)) as handler:
        log = logging.Logger("cenote.access", logging.INFO)
        log.addHandler(handler)
        yield log


def _handler(place: str) -> logging.Handler:
    if place == STANDARD_ERROR:
        return logging.StreamHandler(sys.stderr)
    if is_database(Path(place)):
        raise ServiceError("{path} is a database; give another file", path=place)
    try:
        return WatchedFileHandler(Path(place), encoding="utf-8")
    except OSError as error:
        raise ServiceError(
            "{place} cannot be written ({reason}); give another --access-log", place=place, reason=error.strerror
        ) from error


def _line_of(scope: Scope, status: int, size: int, seconds: float) -> str:
    address = scope["client"][0] if scope.get("client") else "-"
    account = scope.get("state", {}).get("account")
    return _line(address, account, scope["method"], scope["path"], status, size, seconds)


def _line(address: str, account: str | None, method: str, path: str, status: int, size: int, seconds: float) -> str:
    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    target = f"{quote(method)} {quote(path)}"
    return f"{time} {address} {quote(account or '-')} {target} {status} {size} {1000 * seconds:.1f}"
