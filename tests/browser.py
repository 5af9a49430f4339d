"""A real browser, and a small site that shows the players of the families without the rest of the service."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect, sync_playwright

from generator.registry import folder_of
from service.web.levels.player import Game
from service.web.pages import fragment
from service.web.security.headers import headers_of_answers
from tests.patience import PATIENCE

ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
MILLISECONDS = 1000 * PATIENCE / 2
"""How long a page waits; half of it, so that what goes wrong is told before all patience is over."""
expect.set_options(timeout=MILLISECONDS)
STATIC = Path(__file__).parents[1] / "service/web/static"
LARGEST_CELL = 72
FITS = """() => {
    const [stage, { width, height }] = ["#player-stage", "#player-stage canvas"].map((s) => document.querySelector(s));
    const fits = (length, pixels) => pixels === Math.round(length * devicePixelRatio);
    return fits(stage.clientWidth, width) && fits(stage.clientHeight, height);
}"""
"""Whether a player has seen how large its stage is now, which a browser tells a little after it has changed."""
PHONE: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of the system, without windows if it has that one; where there is none, the test is skipped."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if program is None:
        pytest.skip("this needs the program chromium-headless-shell or chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=MILLISECONDS)
        _be_patient(browser)
        yield browser
        browser.close()


def _be_patient(browser: Browser) -> None:
    """Let its pages wait longer than Playwright would by itself, which says half a minute for all browsers."""
    new_context, new_page = browser.new_context, browser.new_page

    def patient_context(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.set_default_timeout(MILLISECONDS)
        return context

    def patient_page(**settings: Any) -> Page:
        page = new_page(**settings)
        page.set_default_timeout(MILLISECONDS)
        return page

    browser.new_context, browser.new_page = patient_context, patient_page  # type: ignore[method-assign]


class PlayerSite:
    """Serves the frame and the players as the service does, and pages on which given levels are played."""

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self._pages))
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add(self, family: str, level: str, theme: str = "light", **known: Any) -> str:
        """The address of a page on which a level is played; `known` is what the page shall know besides."""
        game = Game(family, level, "A level").to_json()
        path = f"/play/{len(self._pages)}"
        self._pages[path] = _page({**game, **known}, theme)
        return self.address + path

    def add_blank(self) -> str:
        """The address of a page with nothing on it."""
        self._pages["/blank"] = "<!doctype html><title>blank</title>"
        return f"{self.address}/blank"


class Board:
    """Where the cells of a board are on a page that shows it as large as fits."""

    def __init__(self, page: Page, columns: int, rows: int) -> None:
        page.wait_for_function(FITS)
        box = page.locator("#player-stage").bounding_box()
        assert box
        density = page.evaluate("devicePixelRatio")
        width, height = (box[side] * density for side in ("width", "height"))
        self._size = int(min(width / columns, height / rows, LARGEST_CELL * density)) / density
        self._left = box["x"] + (box["width"] - columns * self._size) / 2
        self._top = box["y"] + (box["height"] - rows * self._size) / 2

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a cell, counted from 0."""
        return self._left + (column + 0.5) * self._size, self._top + (row + 0.5) * self._size


def open_page(browser: Browser, address: str, **settings: Any) -> Page:
    """A page in a context of its own that is ready to be played, and on which every error fails the test."""
    context: BrowserContext = browser.new_context(**settings)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(address)
    page.wait_for_selector("#player-stage canvas")
    page.wait_for_selector("#player-figures dd")
    assert errors == []
    page.errors = errors  # type: ignore[attr-defined]
    return page


def touch(finger: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """Let fingers do something at points of a page: touchStart, touchMove, touchEnd, touchCancel."""
    places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


def _page(game: Mapping[str, Any], theme: str) -> str:
    return fragment(
        "en",
        "play.html",
        game=game,
        language="en",
        languages={},
        origin="http://localhost",
        theme=theme,
        themes=(theme,),
        path="/play",
        address="/play",
        visitor=None,
        public=True,
        csrf="token",
    )


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, pages: Mapping[str, str], *arguments: Any) -> None:
        self._pages = pages
        super().__init__(*arguments)

    def do_GET(self) -> None:
        if self.path in self._pages:
            self._answer(self._pages[self.path], "text/html; charset=utf-8")
        elif self.path in ("/messages.json", "/manifest.webmanifest"):
            self._answer("{}", "application/json")
        elif self.path == "/sw.js":
            self._answer("", "text/javascript")
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        _, room, *rest = path.split("/")
        if room == "families":
            return str(folder_of(rest[0]).joinpath(*rest[1:]))
        return str(STATIC.joinpath(*rest))

    def end_headers(self) -> None:
        for name, value in headers_of_answers(https=False).items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
