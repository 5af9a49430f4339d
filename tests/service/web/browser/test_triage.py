"""Triage by keys and, on a phone, by buttons."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit

pytestmark = pytest.mark.process


def press(page: Page, key: str) -> None:
    """Press a key once the scripts of the page that is shown are there to hear it."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def test_levels_are_judged_by_keys_and_taken_back(visit: Visit) -> None:
    page = visit("/triage?search=order%3D-depth")
    name = page.locator("h2")
    first = name.inner_text()
    replay = page.locator("img.board")
    expect(replay).to_have_attribute("src", re.compile(r"/replay\.svg$"))
    assert replay.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    press(page, "4")
    expect(page.get_by_role("img", name="4 stars")).to_be_visible()
    press(page, "a")
    expect(name).not_to_have_text(first)
    second = name.inner_text()
    press(page, "n")
    expect(name).not_to_have_text(second)
    press(page, "p")
    expect(name).to_have_text(second)
    press(page, "r")
    expect(name).not_to_have_text(second)
    press(page, "u")
    expect(name).to_have_text(second)
    expect(page.locator(".badge")).to_have_count(0)


def test_on_a_phone_buttons_do_it(visit: Visit) -> None:
    page = visit("/triage?search=order%3Ddepth", **PHONE)
    first = page.locator("h2").inner_text()
    expect(page.get_by_role("button", name="Approve")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Reject").tap()
    expect(page.locator("h2")).not_to_have_text(first)
