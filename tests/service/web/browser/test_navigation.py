"""The bar at the top of every page is whole on every phone, in every language, for everybody."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.accounts.passwords import keep_account
from storage.database import Database
from tests.service.web.browser.conftest import Visit
from tests.service.web.conftest import PASSWORD, served

pytestmark = pytest.mark.process

WIDTHS = (320, 345, 360, 375, 390)
MENU = re.compile("Menu|菜单")
LONG_NAME = "somebody with quite a long name"
CUT = """() => [...document.querySelectorAll(".top li, .preferences > *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const around = one.parentElement.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || box.right > around.right + 1 || box.bottom > around.bottom + 1;
}).map((one) => one.textContent.trim())"""
"""What of the bar is not seen whole."""


@pytest.fixture(scope="module")
def service(browser: Browser, url: str) -> Iterator[str]:
    """The address of a service for the public, at which somebody has an account."""
    with Database.open(url) as database:
        keep_account(database, LONG_NAME, PASSWORD)
    with served(url, "--public") as address:
        yield address


def assert_whole(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 700})
        page.get_by_role("button", name=MENU).click()
        assert page.evaluate(CUT) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.keyboard.press("Escape")
        expect(page.locator(".preferences")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("zh-CN", marks=pytest.mark.slow)])
def test_every_link_is_whole_on_a_phone(visit: Visit, locale: str) -> None:
    page = visit("/login", locale=locale)
    assert_whole(page)
    page.locator("[name=name]").fill(LONG_NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(re.compile("/$"))
    assert (page.locator(".top li").count(), page.locator(".preferences .who").count()) == (8, 1)
    assert_whole(page)
    for width in (760, 1000, 1200, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.locator(".top").evaluate("bar => bar.offsetHeight") < 60, "the menu folds where it has no room"
