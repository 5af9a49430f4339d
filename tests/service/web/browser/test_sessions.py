"""A session that is started from its form goes on while the service does not, and its page finds it again."""

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from service import figures
from storage.database import Database
from storage.recorder import start_session
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.faults import Faults
from tests.service.web.conftest import end_sessions, served
from tests.storage.records import SETTINGS

pytestmark = pytest.mark.process

LOST = re.compile(r"failed /(sessions/2/stream|levels/\d+/picture\.svg): |error \[object Event\]")
"""What a browser and htmx take down while the service is away."""

COUNT = re.compile(r"^[\d,.]+( / [\d,.]+)?$")


class Host:
    """A service that can be ended, and begun again at the same address."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._running = ExitStack()
        self.address = self._running.enter_context(served(url))

    def end(self) -> None:
        self._running.close()

    def begin_again(self) -> None:
        self._running.enter_context(served(self._url, "--port", self.address.rpartition(":")[2]))


@pytest.fixture(scope="module")
def host(browser: Browser, url: str) -> Iterator[Host]:
    host = Host(url)
    yield host
    host.end()
    end_sessions(url)


@pytest.fixture(scope="module")
def service(host: Host) -> str:
    return host.address


def figure(page: Page, name: str) -> Locator:
    """A figure of the session that a page shows."""
    return page.locator(".figure", has=page.get_by_text(name, exact=True)).locator("dd").first


def expect_rise(page: Page, name: str) -> None:
    """A figure becomes greater while nobody does anything."""
    shown = figure(page, name)
    expect(shown).to_have_text(COUNT)
    before = shown.inner_text()
    expect(shown).not_to_have_text(before)
    assert number(shown.inner_text()) > number(before)


def number(text: str) -> float:
    return float(text.partition(" / ")[0].replace(",", ""))


def test_a_chart_writes_figures_as_the_rest_of_the_page_does(browser: Browser, service: str) -> None:
    page = browser.new_page()
    page.goto(f"{service}/sessions")
    values = [0, 7, 0.666, -12.5, 1234.5, 10**6, 1_234_567, 9.99e9, 5.7e29, -1e300]
    script = (
        "values => import('/static/figures.js').then(({ number, exact }) => [values.map(number), values.map(exact)])"
    )
    numbers, counts = page.evaluate(script, values)
    assert numbers == [figures.number(value) for value in values]
    assert counts[:7] == ["0", "7", "0.67", "-12.5", "1,234.5", "1,000,000", "1,234,567"]
    steps = page.evaluate("import('/static/figures.js').then(({ steps }) => steps)")
    assert steps[:5] == [1, 2, 5, 10, 20], "no mark stands at half an evaluation"
    page.close()


def test_a_session_outlives_the_service_and_is_stopped_and_resumed(visit: Visit, host: Host, faults: Faults) -> None:
    page = visit("/sessions")
    page.get_by_role("link", name="Start a session").click()
    expect(page.get_by_role("heading", name="5 × 5 zero-space", exact=True)).to_be_visible()
    page.get_by_label("Minutes").fill("10")
    page.get_by_text("Advanced").click()
    page.get_by_label("Evaluations", exact=True).fill("100000")
    page.get_by_label("Seed").fill("5")
    page.get_by_label("Worker processes").fill("0")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Session 2")).to_be_visible()
    expect(page.locator(".pool img").first).to_be_visible()
    expect(page.get_by_text("remaining")).to_be_visible()
    expect_rise(page, "Evaluations")
    expect(page.locator("#chart canvas")).to_be_visible()
    host.end()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    host.begin_again()
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    assert [fault for fault in faults.taken() if not LOST.match(fault)] == []
    expect_rise(page, "Evaluations")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("stopped", exact=True)).to_be_visible()
    done = number(figure(page, "Evaluations").inner_text())
    page.get_by_label("Evaluations", exact=True).fill(f"{done + 30:.0f}")
    page.get_by_label("Worker processes").fill("0")
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("finished", exact=True)).to_be_visible()
    assert number(figure(page, "Evaluations").inner_text()) >= done + 30


def test_the_list_shows_sessions_and_leads_to_them(visit: Visit) -> None:
    page = visit("/sessions")
    expect(page.get_by_role("img", name="best score so far").first).to_be_visible()
    page.get_by_role("link", name="Session 1", exact=True).click()
    expect(page.get_by_role("heading", name="Session 1")).to_be_visible()
    expect(page.locator(".pool img")).to_have_count(10)


def test_the_cells_of_the_archive_are_reached_by_keyboard_and_lead_to_levels(visit: Visit) -> None:
    page = visit("/sessions/1")
    cell = page.locator(".heat a").first
    cell.focus()
    assert "best score" in (cell.get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    page.wait_for_url("**/levels/*")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_session_is_named_and_deleted_with_and_without_scripts(visit: Visit, url: str, scripts: bool) -> None:
    with Database.open(url) as database:
        session = start_session(database, SETTINGS)
    page = visit(f"/sessions/{session}", java_script_enabled=scripts)
    page.get_by_text("Name and note").click()
    page.get_by_label("Name", exact=True).fill("doors")
    page.get_by_label("Note", exact=True).fill("for May")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=f"Session {session}")).to_contain_text("doors")
    expect(page.locator("p.note")).to_have_text("for May")
    page.get_by_role("link", name="Delete…").click()
    expect(page.get_by_text("This is lost for good")).to_be_visible()
    page.get_by_role("button", name="Delete this session").click()
    page.wait_for_url("**/sessions")
    expect(page.locator(f"#session-{session}")).to_have_count(0)


def test_sessions_are_chosen_in_the_list_and_drawn_over_one_another(visit: Visit, url: str) -> None:
    page = visit("/sessions")
    with Database.open(url) as database:
        other = start_session(database, SETTINGS)
    expect(page.get_by_role("checkbox", name=f"Compare {other}", exact=True)).to_be_visible()
    for session in (1, other):
        page.get_by_role("checkbox", name=f"Compare {session}", exact=True).check()
    page.evaluate("document.querySelector('#sessions').dataset.old = 'yes'")
    page.wait_for_selector("#sessions:not([data-old])")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#comparison canvas")).to_be_visible()
    expect(page.locator("#comparison")).to_contain_text(f"Session {other}")
    page.get_by_role("link", name="over time").click()
    expect(page.locator("#comparison canvas")).to_be_visible()


def test_a_type_is_chosen_and_its_fields_come_with_and_without_scripts(visit: Visit) -> None:
    for scripts in (True, False):
        page = visit("/sessions/new?preset=b4", java_script_enabled=scripts)
        page.get_by_text("Advanced").click()
        expect(page.locator("[name=option-policy]")).to_be_visible()
        page.get_by_role("checkbox", name="b", exact=True).uncheck()
        page.get_by_role("checkbox", name="free", exact=True).check()
        if not scripts:
            page.get_by_role("button", name="Show the fields of this choice").click()
        expect(page.locator("[name=option-boxes]")).to_be_visible()
        expect(page.locator("[name=option-policy]")).to_have_count(0)


def test_the_fields_of_a_policy_come_with_the_size_and_leave_what_is_typed(visit: Visit) -> None:
    page = visit("/sessions/new?preset=b4")
    page.get_by_text("Advanced").click()
    size, nodes = page.locator("#field-size"), page.locator("#field-nodes")
    expect(page.locator("#field-sweeps")).to_be_visible()
    with page.expect_response("**/sessions") as renewal:
        size.fill("9")
        nodes.click()
    renewal.value.finished()
    expect(page.locator("#field-sweeps")).to_have_count(0)
    expect(nodes).to_be_focused()
    held: list[Route] = []
    page.route("**/sessions", lambda route: held.append(route))
    size.fill("4")
    nodes.press_sequentially("77")
    held.pop().continue_()
    page.wait_for_timeout(500)
    expect(nodes).to_have_value("77")
    page.unroute("**/sessions")
    nodes.blur()
    expect(page.locator("#field-sweeps")).to_be_visible()
    expect(nodes).to_have_value("77")


def test_a_field_that_is_refused_has_the_cursor_and_says_why(visit: Visit, faults: Faults) -> None:
    page = visit("/sessions/new?preset=b4")
    page.get_by_text("Advanced").click()
    page.get_by_label("pool", exact=True).fill("0")
    page.get_by_role("button", name="Start", exact=True).click()
    pool = page.get_by_label("pool", exact=True)
    expect(pool).to_be_focused()
    expect(pool).to_be_in_viewport()
    expect(pool).to_have_value("0")
    expect(pool).to_have_accessible_description(re.compile("(?<!-)pool 0 is not between 1 and 1000"))
    assert faults.taken() == ["422 POST /sessions"]


def test_the_list_renews_itself_and_keeps_the_focus(visit: Visit) -> None:
    page = visit("/sessions")
    link = page.locator("#session-1")
    link.focus()
    page.evaluate("document.querySelector('#sessions').dataset.old = 'yes'")
    page.wait_for_selector("#sessions:not([data-old])")
    expect(link).to_be_focused()


@pytest.mark.parametrize("way", ["More like this", "Clone"])
def test_a_session_goes_on_from_a_level_or_from_the_settings_of_another_one(visit: Visit, way: str) -> None:
    page = visit("/sessions/1")
    if way == "Clone":
        page.get_by_role("link", name=way).click()
        expect(page.get_by_role("checkbox", name="b", exact=True)).to_be_checked()
    else:
        name = page.locator(".pool a").first.inner_text()
        page.locator(".pool").get_by_text(way).first.click()
        expect(page.get_by_role("heading", name=f"More like {name}")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(r"/sessions/\d+$"))
    expect(page.locator(".pool .card").first).to_be_visible()
