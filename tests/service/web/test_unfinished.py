"""Games that were left unfinished are there again, with all that was taken back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PlayerSite

ROOM = "########\n#------#\n#-@$--.#\n#------#\n########"
GAMES = {
    "sokoban": (ROOM, "ruRd", 2),
    "watersort": ("ba.\nab.", "AC BA", 1),
    "linjat": ("2.3\n   \n  .", "A1-B1 -A1-B1 C1-C3", 2),
}
"""For each family a level, what was done there, and how much of it was not taken back."""

KEEP = """async ([family, level, game]) => {
    const { Unfinished } = await import("/static/player/unfinished.js");
    new Unfinished(family, level).keep(game);
}"""
WRITE = "(text) => Object.keys(localStorage).forEach((key) => localStorage.setItem(key, text))"


@pytest.fixture
def visitor(browser: Browser, site: PlayerSite) -> Iterator[Page]:
    """A page with nothing on it, in a browser that has kept nothing."""
    page = browser.new_page()
    page.goto(site.add_blank())
    yield page
    page.context.close()


def keep(page: Page, family: str, level: str, history: str, position: int) -> None:
    page.evaluate(KEEP, [family, level, {"history": history, "position": position}])


def expect_position(page: Page, position: int) -> None:
    page.wait_for_selector("#player-figures dd")
    expect(page.get_by_role("slider")).to_have_value(str(position))


@pytest.mark.parametrize("family", GAMES)
def test_a_game_is_there_again_with_what_was_taken_back(visitor: Page, site: PlayerSite, family: str) -> None:
    level, history, position = GAMES[family]
    keep(visitor, family, level, history, position)
    visitor.goto(site.add(family, level))
    expect_position(visitor, position)
    visitor.keyboard.press("x")
    expect_position(visitor, position + 1)
    visitor.reload()
    expect_position(visitor, position + 1)
    visitor.keyboard.press("Home")
    visitor.reload()
    expect_position(visitor, 0)
    visitor.keyboard.press("End")
    expect_position(visitor, len(history) if family == "sokoban" else len(history.split()))


def test_a_game_that_was_solved_is_not_kept(visitor: Page, site: PlayerSite) -> None:
    keep(visitor, "sokoban", ROOM, "rr", 2)
    visitor.goto(site.add("sokoban", ROOM))
    expect_position(visitor, 2)
    visitor.keyboard.press("ArrowRight")
    expect(visitor.locator("#player-solved")).to_be_visible()
    visitor.reload()
    expect_position(visitor, 0)


def test_what_cannot_be_read_any_more_is_left_alone(visitor: Page, site: PlayerSite) -> None:
    errors: list[str] = []
    visitor.on("pageerror", lambda error: errors.append(str(error)))
    address, blank = site.add("sokoban", ROOM), site.add_blank()
    for wrong in ("{", "{}", '{"history": "uuuu", "position": 3}'):
        keep(visitor, "sokoban", ROOM, "rr", 2)
        visitor.evaluate(WRITE, wrong)
        visitor.goto(address)
        expect_position(visitor, 0)
        visitor.goto(blank)
    assert errors == []
