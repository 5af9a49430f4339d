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
    page.get_by_label("Order").select_option("Date, oldest first")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/levels\?order=id$"))
    expect(page.locator("#gallery .level-card a.wrap").first).to_have_attribute("href", "/levels/1?search=order%3Did")


def test_filters_apply_at_once_and_chips_take_them_away(visit: Visit) -> None:
    page = visit("/levels")
    count = page.locator("#gallery strong").first
    everything = count.inner_text()
    page.get_by_label("Depth at least").fill("20")
    page.get_by_label("Depth at least").blur()
    chip = page.get_by_role("link", name="Without Depth ≥ 20")
    expect(chip).to_be_visible()
    assert count.inner_text() != everything
    expect(page).to_have_url(re.compile(r"depth_min=20"))
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    name = chosen(page)[0]
    page.get_by_label("Name, title or number").press_sequentially(name)
    expect(page.locator("#gallery .level-card")).to_have_count(1)
    named = page.get_by_role("link", name=f"Without Name {name}")
    expect(named).to_be_visible()
    searches: list[str] = []
    page.on("request", lambda request: searches.append(request.url) if "/levels?" in request.url else None)
    page.get_by_label("Name, title or number").blur()
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    assert not searches, "a search while a chip is pressed would take the chip, and the click with it"
    named.click()
    expect(named).to_have_count(0)
    page.get_by_role("link", name="Without Depth ≥ 20").click()
    expect(count).to_have_text(everything)


def test_the_bar_of_the_selection_stays_while_something_is_selected(visit: Visit) -> None:
    page = visit("/levels")
    bar = page.locator("#selection")
    expect(bar).to_be_hidden()
    page.locator(".level-card input").first.check()
    expect(bar).to_be_in_viewport()
    page.mouse.wheel(0, 400)
    expect(bar).to_be_in_viewport()
    page.locator(".level-card input").first.uncheck()
    expect(bar).to_be_hidden()


def test_a_card_replays_its_solution_under_the_pointer_unless_motion_is_unwanted(visit: Visit) -> None:
    page = visit("/levels")
    card = page.locator(".level-card").first
    with page.expect_response(re.compile(r"/replay\.svg$")) as answered:
        card.locator("img").hover()
    assert "<set " in answered.value.text()
    expect(card.locator("img")).to_have_attribute("src", re.compile(r"replay\.svg$"))
    page.mouse.move(0, 0)
    expect(card.locator("img")).to_have_attribute("src", re.compile(r"picture\.svg$"))
    calm = visit("/levels", reduced_motion="reduce")
    calm.locator(".level-card img").first.hover()
    calm.wait_for_timeout(600)
    expect(calm.locator(".level-card img").first).to_have_attribute("src", re.compile(r"picture\.svg$"))


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
    expect(page.locator("#similar")).to_contain_text("the nearest in depth")


def test_the_lineage_is_walked_from_child_to_parent_and_back(visit: Visit, url: str) -> None:
    with Database.open_readonly(url) as database:
        rows = best_levels(database, order="id", limit=None)
    child = next(row for row in rows if row.parents)
    page = visit(f"/levels/{child.id}")
    page.get_by_text("Every step with its parents").click()
    page.locator("#lineage .line li").nth(1).get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(rf"/levels/{child.parents[0]}#lineage$"))
    page.wait_for_load_state()  # until then the page may still scroll to its ancestors, away from under a click
    page.locator("#children").get_by_role("link", name=child.name, exact=True).click()
    expect(page.locator("h1")).to_have_text(child.name)


def test_the_link_is_copied_with_the_address_of_the_service(visit: Visit, service: str) -> None:
    page = visit("/levels/8", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("heading", name="Download and share").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{service}/play?z=")
    page.goto(link)
    expect(page.locator("#player-stage")).to_be_visible()


def test_the_film_of_the_ancestors_is_played_and_stepped(visit: Visit, url: str) -> None:
    with Database.open_readonly(url) as database:
        child = next(row for row in best_levels(database, limit=None) if row.parents)
    page = visit(f"/levels/{child.id}")
    film = page.locator("[data-film]")
    shown = film.locator("li:visible")
    expect(shown).to_have_count(1)
    expect(shown.get_by_role("link")).to_have_attribute("href", f"/levels/{child.id}")
    film.get_by_role("button", name="Step back").click()
    expect(shown.get_by_role("link")).not_to_have_attribute("href", f"/levels/{child.id}")
    film.get_by_role("button", name="Play the film").click()
    expect(shown.get_by_role("link")).to_have_attribute("href", f"/levels/{child.id}")
    still = visit(f"/levels/{child.id}", java_script_enabled=False)
    expect(still.locator("[data-film] li").first).to_be_visible()
