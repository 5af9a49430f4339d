"""The gallery and the page of a level with scripts: paging in place, filters that fold, what is loaded when seen."""

import re

import pytest
from playwright.sync_api import Page, expect

from storage.database import Database
from storage.queries import best_levels
from tests.browser import PHONE
from tests.service.web.browser.conftest import Visit

pytestmark = pytest.mark.process


def chosen(page: Page) -> list[str]:
    """The levels of a page in the order of their cards."""
    return page.locator("#gallery .level-card a.wrap").all_inner_texts()


def test_pages_are_turned_in_place_and_the_way_back_works(visit: Visit) -> None:
    page = visit("/levels?limit=20&order=depth")
    first = chosen(page)
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("link", name="Previous")).to_be_visible()
    assert page.evaluate("window.stayed")
    assert "after=" in page.url
    second = chosen(page)
    assert not {*first} & {*second}
    page.reload()
    assert chosen(page) == second
    page.get_by_role("link", name="Previous").click()
    expect(page.locator("#gallery .level-card a.wrap").first).to_have_text(first[0])
    assert chosen(page) == first


def test_without_scripts_pages_are_turned_and_filters_used(visit: Visit) -> None:
    page = visit("/levels?limit=20", java_script_enabled=False)
    first = chosen(page)
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("link", name="Previous")).to_be_visible()
    assert not {*first} & {*chosen(page)}
    page.get_by_text("Filters and order").click()
    page.get_by_label("Order").select_option("Number, lowest first")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/levels\?order=id$"))
    expect(page.locator("#gallery .level-card a.wrap").first).to_have_text("Level 1")


def test_filters_fold_on_a_phone_and_are_open_where_there_is_room(visit: Visit) -> None:
    expect(visit("/levels").get_by_label("Depth at least")).to_be_visible()
    phone = visit("/levels", **PHONE)
    expect(phone.get_by_label("Depth at least")).to_be_hidden()
    phone.get_by_text("Filters and order").tap()
    expect(phone.get_by_label("Depth at least")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_near_duplicates_are_looked_for_when_they_come_into_view(visit: Visit) -> None:
    page = visit("/levels/8")
    page.locator("#similar").scroll_into_view_if_needed()
    expect(page.locator("#similar")).to_contain_text("the nearest in depth", timeout=60_000)


def test_the_lineage_is_walked_from_child_to_parent_and_back(visit: Visit, url: str) -> None:
    with Database.open_readonly(url) as database:
        rows = best_levels(database, order="id", limit=None)
    child = next(row for row in rows if row.parents)
    page = visit(f"/levels/{child.id}")
    page.locator("#lineage li").nth(1).get_by_role("link").first.click()
    expect(page.locator("h1")).to_have_text(f"Level {child.parents[0]}")
    page.locator("#children").get_by_role("link", name=f"Level {child.id}", exact=True).click()
    expect(page.locator("h1")).to_have_text(f"Level {child.id}")


def test_the_link_is_copied_with_the_address_of_the_service(visit: Visit, service: str) -> None:
    page = visit("/levels/8", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{service}/play?z=")
    page.goto(link)
    expect(page.locator("#player-stage")).to_be_visible()
