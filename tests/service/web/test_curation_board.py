"""The board of the curators in a real browser: by mouse, by touch, by keys, and without JavaScript."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import delete

from storage.curation import CurationState, curation_of, history, move_levels
from storage.database import Database
from storage.queries import best_levels
from storage.tables.curation import Curation, CurationChange, Tag
from tests.browser import PHONE
from tests.service.web.conftest import served

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def url(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a database of the module's own, whose board each test finds with the same six candidates."""
    copy = tmp_path_factory.mktemp("board") / "levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), copy)
    return f"sqlite:///{copy}"


@pytest.fixture(scope="module")
def service(url: str) -> Iterator[str]:
    """The address of one service for all tests."""
    with served(url) as address:
        yield address


@pytest.fixture
def ids(url: str) -> list[int]:
    """Six candidates in the order of their column, and nothing else on the board."""
    with Database.open(url) as database:
        with database.begin() as connection:
            for table in (Curation, CurationChange, Tag):
                connection.execute(delete(table))
        ids = [level.id for level in best_levels(database, limit=6)]
        for level_id in reversed(ids):
            move_levels(database, [level_id], CurationState.CANDIDATE, "anian")
    return ids


@pytest.fixture
def board(browser: Browser, service: str, ids: list[int]) -> Iterator[Page]:
    """The board on a wide screen; every error on the page fails the test."""
    yield from opened(browser, service)


def opened(browser: Browser, address: str, **settings: object) -> Iterator[Page]:
    context = browser.new_context(**settings)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address.rstrip('/')}/curation")
    if settings.get("java_script_enabled", True):
        expect(page.locator("#board")).to_have_class("curation live")
    yield page
    context.close()
    assert errors == []


def card(board: Page, level_id: int) -> Locator:
    return board.locator(f"#level-{level_id}")


def column(board: Page, state: str) -> Locator:
    return board.locator(f'.column[data-state="{state}"]')


def expect_in(board: Page, level_id: int, state: str) -> None:
    expect(column(board, state).locator(f'#level-{level_id}[data-state="{state}"]')).to_be_visible()


def state_of(url: str, level_id: int) -> str | None:
    with Database.open_readonly(url) as database:
        return curation_of(database, level_id).state


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_level_is_dragged_to_another_state(board: Page, url: str, ids: list[int]) -> None:
    board.mouse.move(*middle(card(board, ids[0]).locator("img")))
    board.mouse.down()
    board.mouse.move(*middle(column(board, "approved")), steps=5)
    expect(column(board, "approved")).to_have_class("column target")
    board.mouse.up()
    expect_in(board, ids[0], "approved")
    assert state_of(url, ids[0]) == "approved"
    expect(column(board, "candidate").locator(".count")).to_have_text("5")
    expect(column(board, "approved").locator(".count")).to_have_text("1")
    expect(board.locator("#notices")).to_contain_text("is now: Approved")


def test_escape_gives_a_drag_up(board: Page, url: str, ids: list[int]) -> None:
    board.mouse.move(*middle(card(board, ids[0]).locator("img")))
    board.mouse.down()
    board.mouse.move(*middle(column(board, "rejected")), steps=5)
    board.keyboard.press("Escape")
    board.mouse.up()
    expect(board.locator(".ghost")).to_have_count(0)
    expect_in(board, ids[0], "candidate")
    assert state_of(url, ids[0]) == "candidate"


def test_a_finger_drags_a_level_by_its_handle(browser: Browser, service: str, url: str, ids: list[int]) -> None:
    board = next(opening := opened(browser, service, **PHONE))
    touch = board.context.new_cdp_session(board)

    def send(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(card(board, ids[0]).locator(".handle"))
    send("touchStart", x, y)
    for step in range(10):
        send("touchMove", x + step * (310 - x) / 9, y)
    expect(column(board, "shortlisted")).to_have_class("column target")
    send("touchEnd")
    expect_in(board, ids[0], "shortlisted")
    assert state_of(url, ids[0]) == "shortlisted"
    next(opening, None)


def test_keys_walk_and_move(board: Page, url: str, ids: list[int]) -> None:
    card(board, ids[0]).focus()
    board.keyboard.press("ArrowDown")
    expect(card(board, ids[1])).to_be_focused()
    board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowRight")
    expect_in(board, ids[1], "approved")
    expect(card(board, ids[1])).to_be_focused()
    board.keyboard.press("5")
    expect_in(board, ids[1], "rejected")
    board.keyboard.press("ArrowLeft")
    expect_in(board, ids[1], "published")
    assert state_of(url, ids[1]) == "published"
    board.keyboard.press("Space")
    expect(card(board, ids[1]).get_by_role("checkbox")).to_be_checked()
    board.keyboard.press("Enter")
    expect(board).to_have_url(f"{board.url.partition('/curation')[0]}/levels/{ids[1]}")


def test_only_one_level_of_a_column_is_on_the_way_of_the_tab_key(board: Page, ids: list[int]) -> None:
    card(board, ids[2]).focus()
    tabbable = column(board, "candidate").locator('.board-card[tabindex="0"]')
    expect(tabbable).to_have_count(1)
    expect(tabbable).to_have_id(f"level-{ids[2]}")


def test_what_the_service_refuses_is_put_back(board: Page, url: str, ids: list[int]) -> None:
    board.context.clear_cookies()
    card(board, ids[1]).focus()
    board.keyboard.press("4")
    expect(board.locator("#notices")).to_contain_text("this form is no longer valid")
    expect_in(board, ids[1], "candidate")
    assert column(board, "candidate").locator(".board-card").nth(1).get_attribute("id") == f"level-{ids[1]}"
    assert state_of(url, ids[1]) == "candidate"


def test_a_near_duplicate_is_shown_and_taken_back_at_one_click(board: Page, url: str, ids: list[int]) -> None:
    for level_id in ids:
        card(board, level_id).focus()
        board.keyboard.press("2")
    first = board.locator("#warnings .repetition").first
    expect(first).to_be_visible()
    repeated = int(first.get_attribute("data-level") or 0)
    # Further warnings come and stand before this one.
    warning = board.locator(f'#warnings .repetition[data-level="{repeated}"]')
    expect(warning.locator("img")).not_to_have_count(1)
    warning.get_by_role("button", name="Move it back to: Candidate").click()
    expect_in(board, repeated, "candidate")
    assert state_of(url, repeated) == "candidate"
    expect(board.locator(f'#warnings [data-level="{repeated}"]')).to_have_count(0)


def test_without_javascript_forms_move_levels(browser: Browser, service: str, ids: list[int]) -> None:
    board = next(opening := opened(browser, service, java_script_enabled=False))
    own = card(board, ids[3])
    own.locator("summary").click()
    own.get_by_label("State").select_option("rejected")
    own.get_by_role("button", name="Move", exact=True).click()
    expect_in(board, ids[3], "rejected")
    for level_id in ids[:2]:
        card(board, level_id).get_by_role("checkbox").check()
    board.locator(".actions summary").click()
    board.locator("#selection").get_by_label("Tag").fill("dense")
    board.locator("#selection").get_by_role("button", name="Add", exact=True).click()
    expect(board.get_by_role("heading", level=1)).to_have_text("2 levels changed of 2 selected")
    board.get_by_role("link", name="Back").click()
    expect(card(board, ids[0])).to_contain_text("dense")
    next(opening, None)


def test_the_panel_of_a_level_keeps_what_is_being_written(board: Page, url: str, ids: list[int]) -> None:
    board.goto(f"{board.url.partition('/curation')[0]}/levels/{ids[0]}")
    note = board.get_by_label("Note")
    note.fill("not yet saved")
    board.get_by_role("button", name="Approved").click()
    expect(board.locator('#state-approved[aria-pressed="true"]')).to_be_visible()
    board.get_by_label("4 stars").check()
    expect(board.locator(".history")).to_contain_text("Rating")
    expect(note).to_have_value("not yet saved")
    board.get_by_role("button", name="Save the note").click()
    expect(board.locator(".history")).to_contain_text("not yet saved")
    with Database.open_readonly(url) as database:
        row = curation_of(database, ids[0])
        assert (row.state, row.rating, row.note) == ("approved", 4, "not yet saved")
        assert [change.field for change in history(database, ids[0])] == ["state", "state", "rating", "note"]
