"""A contest from its announcement to its ranking, held by an organiser among players who each have a browser."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from service.accounts.passwords import keep_account
from storage.database import Database
from tests.service.conftest import TRADE, Invoke
from tests.service.web.browser.conftest import Visit
from tests.service.web.browser.faults import Faults
from tests.service.web.browser.playing import expect_solved, game_of, play_by_keys
from tests.service.web.conftest import NAME, PASSWORD, served

pytestmark = pytest.mark.process

FEW_PUSHES, FEW_MOVES = "rRdrruulDrdLL", "rRRurDrdLLL"
CONTEST = "/contests/1"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, cenote: Invoke) -> str:
    """A database with one level and the account of an organiser."""
    folder: Path = tmp_path_factory.mktemp("contests")
    (folder / "trade.xsb").write_text(f"{TRADE}Title: Trade\n")
    url = f"sqlite:///{folder}/levels.db"
    assert cenote("import", folder / "trade.xsb", "--storage", url).exit_code == 0
    with Database.open(url) as database:
        keep_account(database, NAME, PASSWORD)
    return url


@pytest.fixture(scope="module")
def service(browser: Browser, url: str) -> Iterator[str]:
    """The address of the service as everybody may reach it."""
    with served(url, "--public") as address:
        yield address


@pytest.fixture
def organiser(visit: Visit) -> Page:
    """The page of somebody who has logged in."""
    page = visit("/contests")
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    return page


def test_a_contest_from_its_announcement_to_its_ranking(visit: Visit, organiser: Page, faults: Faults) -> None:
    announce(organiser)
    anna = visit(CONTEST)
    expect(anna.get_by_text("The levels appear here when the contest opens.")).to_be_visible()
    expect(anna.get_by_role("timer")).to_contain_text(re.compile(r"Opens in \d+ minutes, \d+ seconds?$"))
    change_times(organiser, opens=-1, closes=1)
    anna.reload()
    anna.get_by_role("link", name="Play", exact=True).last.click()
    send_from_the_player(anna, FEW_MOVES)
    bertil = visit(CONTEST)
    for answer, reason in [("uuu", "move 2: the player runs into a wall"), ("rR", "the level is not solved")]:
        send_by_form(bertil, "Bertil", answer)
        expect(bertil.get_by_role("alert")).to_contain_text(reason)
    assert faults.taken() == [f"422 POST {CONTEST}/answers"] * 2
    send_by_form(bertil, "Bertil", FEW_PUSHES)
    expect(bertil.get_by_text("Accepted. It solves: Main level.")).to_be_visible()
    expect(bertil.get_by_text("You are second of 2 players by moves.")).to_be_visible()
    expect(bertil.get_by_text("You are first of 2 players by pushes.")).to_be_visible()
    send_as_program(visit("/contests"), "Cecilia", FEW_MOVES)
    bertil.goto(CONTEST)
    assert ranking(bertil, "moves") == ["1 Anna 11 6", "2 Cecilia 11 6", "3 Bertil 13 4"]
    assert ranking(bertil, "pushes") == ["1 Bertil 13 4", "2 Anna 11 6", "3 Cecilia 11 6"]
    expect(bertil.get_by_text("Identical answers")).to_be_hidden()
    organiser.goto(f"{CONTEST}/organise")
    expect(organiser.get_by_role("region", name="Identical answers")).to_contain_text("Anna")
    expect(organiser.get_by_role("region", name="Identical answers")).to_contain_text("Cecilia")
    change_times(organiser, opens=-2, closes=-1)
    send_too_late(bertil)
    assert faults.taken() == [f"422 POST {CONTEST}/answers"]
    organiser.get_by_text("Publish the answers …").click()
    organiser.get_by_role("button", name="Publish the answers").click()
    anna.goto(CONTEST)
    expect(anna.get_by_text("Champion by moves: Anna · champion by pushes: Bertil")).to_be_visible()
    anna.get_by_role("link", name="Solutions by idea").click()
    expect(anna.get_by_role("region", name="Idea 1 2 players")).to_contain_text("Cecilia")
    expect(anna.get_by_role("region", name="Idea 2 1 player")).to_contain_text("Bertil")
    anna.get_by_role("button", name="Replay side by side").click()
    expect(anna.get_by_text("0 of 11")).to_be_visible()
    anna.get_by_role("button", name="Replay").click()
    expect(anna.get_by_text("11 of 11")).to_be_visible()
    expect(anna.get_by_text("13 of 13")).to_be_visible()
    anna.goto(CONTEST)
    anna.get_by_role("link", name="All answers").click()
    expect(anna.get_by_role("link", name="Main level · Bertil")).to_be_visible()


def test_organisers_say_when_in_their_own_time(browser: Browser, service: str) -> None:
    with browser.new_context(timezone_id="Asia/Shanghai", base_url=service) as context:
        page = context.new_page()
        page.goto("/login?back=/contests/new")
        page.get_by_label("Name", exact=True).fill(NAME)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_label("Title").fill("June")
        page.get_by_label("Opens (your time, Asia/Shanghai)").fill("2036-06-01T20:00")
        page.get_by_label("Closes (your time, Asia/Shanghai)").fill("2036-06-02T02:30")
        page.get_by_role("button", name="Announce").click()
        expect(page.get_by_label("Opens")).to_have_value("2036-06-01T20:00")
        (june,) = (row for row in page.request.get("/api/contests").json() if row["title"] == "June")
        assert (june["opens_at"][:16], june["closes_at"][:16]) == ("2036-06-01T12:00", "2036-06-01T18:30")


def test_what_is_for_organisers_asks_guests_to_log_in(visit: Visit, faults: Faults) -> None:
    page = visit("/levels")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    page.get_by_label("Name", exact=True).fill(NAME)
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_have_text("the name or the password is wrong")
    assert faults.taken() == ["403 POST /login"]
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Levels", exact=True)).to_be_visible()


def moment(hours: float) -> str:
    """A time as fields have it."""
    return (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M")


def announce(organiser: Page) -> None:
    """Announce the contest for a later time, and choose its level."""
    organiser.get_by_role("link", name="Announce a contest").click()
    organiser.get_by_label("Title").fill("May")
    organiser.get_by_label("Opens").fill(moment(1))
    organiser.get_by_label("Closes").fill(moment(2))
    organiser.get_by_role("button", name="Announce").click()
    organiser.get_by_label("Part").select_option("Main level")
    organiser.get_by_label("Level id").fill("1")
    organiser.get_by_label("Best known answer").fill(FEW_PUSHES)
    organiser.get_by_role("button", name="Add to the contest").click()
    expect(organiser.get_by_role("heading", name="Main level")).to_be_visible()


def change_times(organiser: Page, opens: float, closes: float) -> None:
    """Let the contest open and close so many hours from now."""
    organiser.get_by_text("Change the announcement").click()
    organiser.get_by_label("Opens").fill(moment(opens))
    organiser.get_by_label("Closes").fill(moment(closes))
    organiser.get_by_role("button", name="Save").click()
    expect(organiser.locator("h1")).to_contain_text("closed" if closes < 0 else "open")


def send_from_the_player(page: Page, answer: str) -> None:
    assert game_of(page)["solution"] is None
    play_by_keys(page, answer)
    expect_solved(page, answer)
    submit = page.locator("#player-solved").get_by_role("button", name="Submit")
    submit.click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    expect(page.get_by_label("Name", exact=True)).to_be_in_viewport()
    page.keyboard.type("Anna")
    page.get_by_label("Country").fill("Sweden")
    submit.click()
    expect(page.get_by_text("Accepted. It solves: Main level.")).to_be_visible()


def send_by_form(page: Page, name: str, answer: str) -> None:
    page.goto(CONTEST)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Answer", exact=True).fill(answer)
    page.get_by_role("button", name="Submit").click()


def send_as_program(page: Page, name: str, answer: str) -> None:
    """Submit an answer as clients do that are no browsers."""
    response = page.request.post(f"/api{CONTEST}/submissions", data={"name": name, "answer": answer})
    assert (response.status, response.json()["part"]) == (201, "main")


def send_too_late(page: Page) -> None:
    """Submit an answer from a page that was opened while there was still time."""
    page.get_by_label("Name", exact=True).fill("Bertil")
    page.get_by_label("Answer", exact=True).fill(FEW_PUSHES)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("alert")).to_contain_text("the contest ended")


def ranking(page: Page, order: str) -> list[str]:
    """Rank, player, moves and pushes of those in a table, which is behind a tab."""
    page.get_by_role("link", name=f"Main level by {order}").click()
    table: Locator = page.get_by_role("region", name=f"Main level by {order}")
    rows = table.locator("tbody tr")
    return [" ".join(row.locator("td").all_inner_texts()[:4]) for row in rows.all()]
