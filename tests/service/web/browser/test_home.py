"""From the first page a level is played at once, and a session runs after two clicks."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from generator import get_declaration
from storage.database import Database
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.playing import play_by_keys
from tests.service.web.conftest import end_sessions, served

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database without any level."""
    url = f"sqlite:///{tmp_path_factory.mktemp('home')}/new.db"
    Database.create(url).close()
    return url


@pytest.fixture(scope="module")
def service(browser: Browser, url: str) -> Iterator[str]:
    with served(url) as address:
        yield address
    end_sessions(url)


def test_the_level_on_the_first_page_is_played_to_its_end(visit: Visit) -> None:
    page = visit("/")
    board = page.get_by_role("application")
    board.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".hero-state")).to_contain_text("1")
    page.get_by_role("button", name="Start again").click()
    board.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#notices")).to_contain_text("in the way")
    page.get_by_role("button", name="Start again").click()
    board.focus()
    play_by_keys(page, get_declaration("sokoban").showcase.solution)
    expect(page.locator(".hero-state")).to_contain_text("Solved")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".hero-state")).not_to_contain_text("Solved")


def test_the_game_on_the_first_page_outlives_reload_theme_language_and_the_way_back(visit: Visit) -> None:
    page = visit("/")
    solution = get_declaration("sokoban").showcase.solution
    state = page.locator(".hero-state")
    page.get_by_role("application").focus()
    play_by_keys(page, solution[:7])
    expect(state).to_contain_text("Moves 7")
    page.reload()
    expect(state).to_contain_text("Moves 7")
    for name in ("Dark theme", "Light theme"):
        page.get_by_role("button", name=name).click()
        page.wait_for_load_state("load")
        expect(state).to_contain_text("Moves 7")
    page.get_by_role("button", name="简体中文").click()
    page.get_by_role("button", name="English").click()
    expect(state).to_contain_text("Moves 7")
    page.locator(".hero").get_by_role("link", name="Play").click()
    expect(page.get_by_role("slider", name="Position in the moves")).to_have_value("7")
    page.keyboard.press("z")
    page.go_back()
    expect(state).to_contain_text("Moves 6")
    page.get_by_role("application").focus()
    play_by_keys(page, solution[6:])
    expect(state).to_contain_text("Solved")
    page.reload()
    expect(page.get_by_role("application")).to_be_visible()
    expect(state).to_have_text("")


def test_a_session_runs_after_two_clicks_and_shows_its_boards(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Evolve Sokoban").click()
    page.get_by_role("button", name="Evolve 4 × 4 zero-space", exact=True).click()
    page.wait_for_url(re.compile(r"/sessions/\d+$"))
    expect(page.get_by_text("running", exact=True)).to_be_visible()
    expect(page.locator(".pool img").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("link", name="Clone").click()
    expect(page.get_by_role("heading", name="4 × 4 zero-space", exact=True)).to_be_visible()
