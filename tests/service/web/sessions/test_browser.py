"""Sessions in a real browser: started by the form, watched, stopped, and followed again after the service was gone."""

import re
import signal
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.conftest import Start
from tests.service.web.conftest import Serve

pytestmark = pytest.mark.process


SERVE = ("serve", "--port")
NUMBER = re.compile(r"^[\d.]+$")


def served(service: "subprocess.Popen[str]") -> str:
    """The port at which a service has begun to answer."""
    assert service.stdout is not None
    found = re.search(r"http://[\d.]+:(\d+)", service.stdout.readline())
    assert found
    return found[1]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on which no script may fail."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def test_a_session_is_started_watched_while_its_best_rises_and_stopped(page: Page, url: str, serve: Serve) -> None:
    service = serve(url)
    page.goto(f"{service}/sessions/new")
    page.get_by_label("Preset").select_option("b5")
    page.get_by_label("Minutes").fill("")
    page.get_by_label("Target").fill("depth>=1000")
    page.get_by_label("Worker processes").fill("0")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Session 2")).to_be_visible()
    best = page.locator(".figure", has_text="Best").locator("dd")
    expect(best).to_have_text(NUMBER, timeout=60_000)
    first = float(best.inner_text())
    expect(best).not_to_have_text(f"{first:g}", timeout=60_000)
    assert float(best.inner_text()) > first
    expect(page.locator("#chart canvas")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-activity=stopped]")).to_be_visible(timeout=60_000)
    expect(page.locator(".pool img")).to_have_count(10)
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()


def test_the_cells_of_the_archive_are_reached_by_keyboard_and_lead_to_levels(
    page: Page, url: str, serve: Serve
) -> None:
    page.goto(f"{serve(url)}/sessions/1")
    cell = page.locator(".heat a").first
    cell.focus()
    assert "best score" in (cell.get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    page.wait_for_url("**/levels/*")


def test_the_list_renews_itself_and_keeps_the_focus(page: Page, url: str, serve: Serve) -> None:
    page.goto(f"{serve(url)}/sessions")
    link = page.locator("#session-1")
    link.focus()
    page.evaluate("document.querySelector('#sessions').dataset.old = 'yes'")
    page.wait_for_selector("#sessions:not([data-old])")
    expect(link).to_be_focused()


def test_the_page_says_when_its_stream_breaks_and_goes_on_by_itself(page: Page, url: str, start: Start) -> None:
    port = served(service := start(*SERVE, "0", "--storage", url))
    page.goto(f"http://127.0.0.1:{port}/sessions/1")
    expect(page.locator("#chart canvas")).to_be_visible()
    expect(page.locator("#broken")).to_be_hidden()
    service.send_signal(signal.SIGTERM)
    expect(page.locator("#broken")).to_be_visible(timeout=20_000)
    service.wait(10)
    served(start(*SERVE, port, "--storage", url))
    expect(page.locator("#broken")).to_be_hidden(timeout=60_000)
