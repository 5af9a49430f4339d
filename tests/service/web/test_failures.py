"""Wrong passwords slow a guesser down more and more, and lock the owner of an account out never."""

import asyncio
from dataclasses import dataclass

import httpx2
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from service.web.app import THREADS
from service.web.security import failures
from service.web.security.failures import FIRST, FORGOTTEN, FREE, FREE_IN_ALL, LONGEST, LONGEST_PAUSE, MOST, Failures
from tests.service.web.conftest import NAME, log_in, token

HERE, THERE = "192.0.2.1", "198.51.100.1"


@dataclass
class Clock:
    """A clock that a test sets."""

    time: float = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def known(clock: Clock) -> Failures:
    return Failures(clock)


def test_a_few_wrong_passwords_cost_nothing_and_every_further_one_doubles_the_delay(
    known: Failures, clock: Clock
) -> None:
    for _ in range(FREE):
        known.add("anian", HERE)
    assert known.delay("anian", HERE) == 0
    for expected in (FIRST, 2 * FIRST, 4 * FIRST):
        known.add("anian", HERE)
        assert known.delay("anian", HERE) == expected
        clock.time += expected
        assert known.delay("anian", HERE) == 0


def test_wrong_passwords_are_forgotten_after_the_right_one_and_after_a_while(known: Failures, clock: Clock) -> None:
    for _ in range(2 * FREE):
        known.add("anian", HERE)
    known.forget("anian", HERE)
    assert known.delay("anian", HERE) == 0
    for _ in range(2 * FREE):
        known.add("anian", HERE)
    clock.time += FORGOTTEN
    assert known.delay("anian", HERE) == known.pause("anian") == 0


@given(st.lists(st.sampled_from(["guess", "guess from elsewhere", "wait"]), max_size=60))
def test_no_stranger_keeps_the_owner_out(deeds: list[str]) -> None:
    clock = Clock()
    known = Failures(clock)
    for number, deed in enumerate(deeds):
        if deed == "wait":
            clock.time += 60
        else:
            known.add("anian", THERE if deed == "guess" else f"198.51.100.{number + 2}")
        assert known.delay("anian", HERE) == 0
        assert known.pause("anian") <= LONGEST_PAUSE
        assert known.delay("anian", THERE) <= LONGEST


def test_guesses_from_many_networks_slow_all_attempts_at_an_account_down(known: Failures) -> None:
    pauses = []
    for number in range(3 * FREE_IN_ALL):
        known.add("anian", f"198.51.100.{number}")
        pauses.append(known.pause("anian"))
    assert pauses == sorted(pauses)
    assert (pauses[FREE_IN_ALL - 1], pauses[-1]) == (0, LONGEST_PAUSE)
    assert known.pause("bea") == 0


def test_what_strangers_make_up_does_not_fill_the_memory(known: Failures) -> None:
    for number in range(MOST):
        known.add(f"name {number}", HERE)
    assert len(known._counts) == MOST


def test_the_pages_tell_how_long_to_wait(guest: TestClient) -> None:
    for _ in range(FREE + 1):
        guest.app.state.failures.add(NAME, "testclient")
    assert log_in(guest) == 429
    page = guest.post("/login", data={"csrf": token(guest), "name": NAME, "password": "x"}).text
    assert "too many wrong passwords; wait 15 seconds" in page


def test_addresses_of_one_ipv6_network_count_as_one(guest: TestClient) -> None:
    def tries(*addresses: str) -> list[int]:
        return [log_in(TestClient(guest.app, "http://levels.example", client=(one, 1)), f"{one}") for one in addresses]

    assert tries(*(f"2001:db8::{number}" for number in range(1, 7))) == [*5 * [403], 429]
    assert tries("2001:db8:0:1::1", "192.0.2.1", "192.0.2.2") == 3 * [403]


def test_who_waits_holds_up_nobody(guest: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """More attempts wait than requests are worked on at a time."""
    done, all_wait = asyncio.Event(), asyncio.Barrier(2 * THREADS + 1)

    async def wait(_: float) -> None:
        await all_wait.wait()
        await done.wait()

    monkeypatch.setattr(failures, "sleep", wait)
    known = guest.app.state.failures
    for number in range(FREE_IN_ALL + 1):
        known.add(NAME, f"198.51.100.{number}")

    async def visit() -> list[int]:
        networks = [httpx2.ASGITransport(guest.app, client=(f"203.0.113.{number}", 1)) for number in range(2 * THREADS)]
        visitors = [httpx2.AsyncClient(transport=one, base_url="http://levels.example") for one in networks]
        waiting = []
        for visitor in visitors:
            page = (await visitor.get("/login")).text
            form = {"csrf": page.split('name="csrf" value="')[1].split('"')[0], "name": NAME, "password": "a guess"}
            waiting.append(asyncio.create_task(visitor.post("/login", data=form)))
        await all_wait.wait()
        statuses = [(await visitors[0].get("/contests")).status_code]
        done.set()
        statuses += [(await one).status_code for one in waiting]
        for visitor in visitors:
            await visitor.aclose()
        return statuses

    assert asyncio.run(visit()) == [200, *2 * THREADS * [403]]
