"""Language and theme are switched on any page, and remembered."""

import re

import pytest
from playwright.sync_api import Page, expect

from generator import family_names
from tests.service.web.browser.conftest import Visit

pytestmark = [pytest.mark.process, pytest.mark.slow]

NAMES = {"API", "JSON", "OpenAPI", "XSB", "sok", "slc", "LURD", "UTC", "cenote", "English", *family_names()}
"""What is called so in every language."""


def english_on(page: Page) -> set[str]:
    """Words that are seen or read out on a page in Latin letters."""
    text = page.locator("body").inner_text()
    labels = page.locator("[aria-label]").evaluate_all("found => found.map(one => one.ariaLabel).join(' ')")
    found = {*re.findall(r"[a-z]{3,}", f"{page.title()} {text} {labels}".lower())}
    return found - {name.lower() for name in NAMES}


def test_the_whole_page_is_chinese_at_one_click_and_stays_so(visit: Visit) -> None:
    page = visit("/contests")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page).to_have_url(re.compile("/contests$"))
    expect(page.get_by_role("button", name="English")).to_be_visible()
    for path in ("/contests", "/contests/new", "/play"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        assert english_on(page) == set()
    page.goto("/play/levels/8")
    expect(page.get_by_role("button", name="撤销", exact=True)).to_be_visible()
    expect(page.locator("#player-figures")).to_contain_text("推")


def ground(page: Page) -> str:
    """The colour behind everything, once the page has its style sheet: a press of a button loads the page anew."""
    page.wait_for_load_state("load")
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert isinstance(colour, str)
    return colour


def test_the_theme_changes_the_colours_and_is_remembered(visit: Visit) -> None:
    page = visit("/levels", color_scheme="light")
    light = ground(page)
    page.emulate_media(color_scheme="dark")
    dark = ground(page)
    assert dark != light
    page.emulate_media(color_scheme="light")
    page.get_by_role("button", name="Dark theme").click()
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()
    assert ground(page) == dark
    page.goto("/play/levels/8")
    assert ground(page) == dark
    page.get_by_role("button", name="Light theme").click()
    expect(page.get_by_role("button", name="System theme")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    assert ground(page) == light
