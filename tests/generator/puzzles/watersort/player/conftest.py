"""The player in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from generator.puzzles.watersort.level import Level, format_level
from tests.browser import PlayerSite, open_page
from tests.generator.puzzles.watersort.player.playing import FAMILY, SMALL, generated

IMPORTS = """
const [{ createPlayer }, { HIDDEN_PAINT, PAINTS }, { gameOf }, { Game }, { Puzzle, moved, pourName }, { Rack }] =
    await Promise.all(["index", "drawing", "notation", "game", "puzzle", "rack"].map(
        (name) => import(`/families/watersort/player/${name}.js`)));
const host = { _: (message) => message, changed() {}, moved() {}, announce() {} };
"""


@pytest.fixture(scope="module")
def level() -> Level:
    """A generated level whose tubes stand in two racks."""
    return generated(colours=(8,))


@pytest.fixture(scope="module")
def solution(level: Level) -> str:
    return FAMILY.solve(level, 100_000).moves


@pytest.fixture
def run(scripts):
    """Runs a function of the modules of the player: `run("(it) => ...", it)`."""
    return lambda body, it: scripts.evaluate(f"async (it) => {{{IMPORTS} return ({body})(it); }}", it)


@pytest.fixture
def page(browser: Browser, site: PlayerSite, level: Level, solution: str) -> Iterator[Page]:
    """The level, ready to be played; it ends without an error."""
    page = open_page(browser, site.add("watersort", format_level(level), solution=solution))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()


@pytest.fixture
def opened(browser: Browser, site: PlayerSite):
    """Opens a level; at the end no page may have had an error."""
    pages = []

    def opened(text, **settings):
        pages.append(open_page(browser, site.add("watersort", text), **settings))
        return pages[-1]

    yield opened
    for page in pages:
        assert page.errors == []
        page.context.close()


@pytest.fixture(scope="module")
def small(browser: Browser, site: PlayerSite) -> Iterator[Page]:
    """The small level, for tests that play from its start whatever was played before."""
    page = open_page(browser, site.add("watersort", SMALL))
    yield page
    assert page.errors == []  # type: ignore[attr-defined]
    page.context.close()
