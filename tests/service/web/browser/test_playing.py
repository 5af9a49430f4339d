"""A level is played, left, and played to its end."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.faults import Faults
from tests.service.web.browser.playing import expect_solved, game_of, play_by_keys

pytestmark = pytest.mark.process

LEVEL = 8
KEPT = """async () => {
    const isKept = () => navigator.serviceWorker.controller !== null;
    for (let tries = 0; tries < 600 && !isKept(); tries++) await new Promise((go) => setTimeout(go, 100));
    return isKept();
}"""
"""Waits a minute at most until the browser has kept the player, and says whether it has."""
RATED = 9
SHIFT = """() => new Promise((tell) => {
    let sum = 0;
    const add = (list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) sum += entry.value; });
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(sum))));
})"""
"""By how much the layout has shifted since the page began."""


def expect_position(page: Page, position: int) -> None:
    """So many moves were made in the game that is on the page."""
    game_of(page)
    expect(page.get_by_role("slider", name="Position in the moves")).to_have_value(str(position))


def test_an_unfinished_game_outlives_reload_theme_language_and_the_way_back(visit: Visit) -> None:
    page = visit("/levels")
    page.goto(f"/play/levels/{LEVEL}")
    solution = game_of(page)["solution"]
    play_by_keys(page, solution[:7])
    page.reload()
    expect_position(page, 7)
    for name in ("Dark theme", "Light theme"):
        page.get_by_role("button", name=name).click()
        page.wait_for_load_state("load")
        expect_position(page, 7)
    page.get_by_role("button", name="简体中文").click()
    page.get_by_role("button", name="English").click()
    page.wait_for_load_state("load")
    expect_position(page, 7)
    page.go_back()
    page.goto("/levels")
    page.go_back()
    expect_position(page, 7)
    page.goto(f"/play/levels/{LEVEL}?replay=1")
    page.get_by_role("button", name="Back to my moves").click()
    expect_position(page, 7)
    play_by_keys(page, solution[7:])
    expect_solved(page, solution)


def test_the_end_says_how_good_the_answer_is_and_what_comes_next(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}")
    game = game_of(page)
    play_by_keys(page, game["solution"])
    end = page.locator("#player-solved")
    expect(end).to_contain_text(f"{game['best']['upper']} pushes, proven optimal")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    end.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The link is on the clipboard.")).to_be_visible()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert "proven optimal" in shared
    end.get_by_role("button", name="Again").click()
    expect(end).to_be_hidden()
    expect_position(page, 0)
    page.keyboard.press("End")
    end.get_by_role("link", name="Next level").click()
    page.wait_for_url(lambda url: not url.endswith(f"/{LEVEL}"))
    following = game_of(page)
    assert following["best"]["lower"] >= game["best"]["lower"]
    page.goto(shared.splitlines()[-1])
    assert game_of(page)["level"] == game["level"]


def test_on_a_phone_the_board_has_most_of_the_first_screen(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}", **PHONE)
    game_of(page)
    box = page.locator("#player-stage").bounding_box()
    assert box
    assert box["y"] <= 60
    width, height = PHONE["viewport"].values()
    assert box["width"] * box["height"] >= 0.6 * width * height
    counts = page.locator("#player-figures").bounding_box()
    assert counts
    assert counts["y"] + counts["height"] <= box["y"]
    undo = page.get_by_role("button", name="Undo", exact=True).bounding_box()
    assert undo
    assert undo["y"] + undo["height"] <= height


def test_nothing_moves_on_a_page_on_which_a_game_begins(visit: Visit) -> None:
    for size in ({"viewport": {"width": 1280, "height": 800}}, PHONE):
        page = visit(f"/play/levels/{LEVEL}", **size)
        game_of(page)
        expect(page.locator("#player-rules-list li").first).to_be_visible()
        assert page.evaluate(SHIFT) < 0.02


def test_a_hint_that_is_longer_than_its_place_begins_in_it(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}", **PHONE)
    game_of(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("#player-hint")
    expect(hint).to_contain_text("Still solvable")
    page.locator("#player-hint-why").evaluate("(why) => why.append(' and so on'.repeat(60))")
    box, text = hint.bounding_box(), page.locator("#player-hint-text").bounding_box()
    assert box
    assert text
    assert box["y"] <= text["y"]
    hint.evaluate("(place) => place.scrollTo(0, place.scrollHeight)")
    expect(hint.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)


def test_a_hint_is_drawn_followed_and_leads_back_from_a_lost_position(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}")
    game = game_of(page)
    hint = page.locator("#player-hint")
    button = page.get_by_role("button", name="Hint")
    before = button.bounding_box()
    button.click()
    # The first one waits until a process has loaded the solvers.
    expect(hint).to_contain_text(f"Still solvable in {game['best']['upper']} pushes from here.")
    assert button.bounding_box() == before
    page.get_by_role("button", name="Next step").click()
    expect(hint).to_be_hidden()
    expect(page.locator("#player-figures dd").nth(1)).not_to_have_text("0")
    page.goto("/play?" + urlencode({"level": "#######|#-----#|#-@$.-#|#-----#|#######"}))
    page.set_viewport_size(PHONE["viewport"])
    game_of(page)
    play_by_keys(page, "urd")
    before = button.bounding_box()
    button.click()
    expect(hint).to_contain_text("Lost since move 3.")
    assert button.bounding_box() == before
    page.get_by_role("button", name="Back to before it").click()
    expect_position(page, 2)
    expect(hint).to_be_hidden()
    page.keyboard.press("n")
    expect(page.locator("#player-solved")).to_be_visible()
    for key in ("?", "n"):
        page.keyboard.press(key)
        expect(page.locator("#player-word")).to_have_text("Solved")
        expect(hint).to_be_hidden()


def test_on_a_phone_a_hint_leaves_the_whole_board_and_all_buttons_in_place(visit: Visit) -> None:
    page = visit(f"/play/levels/{LEVEL}", **PHONE)
    game_of(page)
    page.get_by_role("button", name="Hint").tap()
    hint = page.locator("#player-hint")
    expect(hint).to_contain_text("Still solvable")
    told, step = hint.bounding_box(), page.get_by_role("button", name="Next step").bounding_box()
    assert told
    assert step
    assert step["y"] + step["height"] <= told["y"]
    assert told["y"] + told["height"] <= PHONE["viewport"]["height"]
    assert page.locator("#player-stage").evaluate("stage => stage.clientHeight === stage.offsetHeight")
    page.get_by_role("button", name="Close").tap()
    expect(hint).to_be_hidden()


def test_a_hint_for_lines_names_the_change_that_was_wrong(visit: Visit) -> None:
    page = visit("/play?" + urlencode({"family": "linjat", "level": "2..\n  3\n2.."}))
    game_of(page)
    for key in ("ArrowRight", "ArrowRight", "Enter", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect_position(page, 2)
    page.keyboard.press("?")
    hint = page.locator("#player-hint")
    # The first one waits until a process has loaded the solvers.
    expect(hint).to_contain_text("Lost since move 2.")
    expect(hint).to_contain_text("A1-A2")
    page.get_by_role("button", name="Back to before it").click()
    expect_position(page, 1)
    page.keyboard.press("n")
    expect_position(page, 2)
    page.keyboard.press("?")
    expect(hint).to_contain_text("All is well so far.")


def test_without_a_connection_the_levels_that_were_played_last_go_on(visit: Visit, faults: Faults) -> None:
    page = visit(f"/play/levels/{LEVEL}")
    solution = game_of(page)["solution"]
    assert page.evaluate(KEPT)
    play_by_keys(page, solution[:5])
    page.context.set_offline(True)
    for address in ("/daily", "/daily/2026-06-01", f"/published/{LEVEL}", "/play"):
        page.goto(address)
        expect_position(page, 5)
    play_by_keys(page, solution[5:])
    expect_solved(page, solution)
    faults.taken()
    page.context.set_offline(False)
    page.goto("/play")
    expect(page.get_by_role("heading", name="Play a level", exact=True)).to_be_visible()


def test_a_level_that_was_solved_has_a_rating(visit: Visit) -> None:
    page = visit(f"/levels/{RATED}")
    expect(page.get_by_text("expected rating, not played yet")).to_be_visible()
    page.goto(f"/play/levels/{RATED}")
    with page.expect_response(f"**/api/levels/{RATED}/plays") as told:
        play_by_keys(page, game_of(page)["solution"])
    assert told.value.json()["plays"] == 1
    page.goto(f"/levels/{RATED}")
    expect(page.get_by_text("rating after 1 game")).to_be_visible()
