"""What clients send: how long it may be and who may send it, found out before it is read."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from service.accounts.passwords import keep_account
from service.errors import BusyError, TooLargeError
from service.web.routes import PRIVATE, PUBLIC
from service.web.security import bodies
from service.web.security.bodies import LONGEST, MOST_HELD_OF_ADDRESS, SMALL, Bodies
from service.web.security.guarded_routes import PrivateRoute, PublicRoute
from storage.database import Database
from tests.patience import PATIENCE
from tests.service.conftest import CORRIDOR
from tests.service.web.conftest import NAME, PASSWORD, served, token

LONG = "-" * SMALL
"""Makes a request a long one."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Where a public service listens."""
    url = f"sqlite:///{tmp_path_factory.mktemp('bodies')}/levels.db"
    with Database.create(url) as database:
        keep_account(database, NAME, PASSWORD)
    with served(url, "--public", "--access-log", "none") as found:
        host, port = found.removeprefix("http://").split(":")
        yield host, int(port)


def answered(address: tuple[str, int], head: str, begun: bytes = b"") -> str:
    """The first line of the answer to a request whose body never ends."""
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(f"{head}\r\nHost: localhost\r\n".encode() + begun)
        return connection.makefile().readline()


def form(path: str, length: int) -> str:
    return f"POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}"


@pytest.mark.process
@pytest.mark.parametrize("path", ["/api/sessions", "/api/curation", "/sessions", "/contests", "/curation/levels"])
def test_guests_are_refused_before_their_request_is_read(address: tuple[str, int], path: str) -> None:
    assert " 401 " in answered(address, form(path, 100), b"\r\n")


@pytest.mark.process
@pytest.mark.parametrize(
    ("path", "most"), [("/login", SMALL), ("/theme", SMALL), ("/contests/1/answers", LONGEST), ("/play", 4 * 2**20)]
)
def test_a_request_that_says_that_it_is_too_long_is_refused_before_it_is_read(
    address: tuple[str, int], path: str, most: int
) -> None:
    assert " 413 " in answered(address, form(path, most + 1), b"\r\n")


@pytest.mark.process
def test_a_request_that_does_not_say_how_long_it_is_is_refused_as_soon_as_it_is_too_long(
    address: tuple[str, int],
) -> None:
    head = "POST /theme HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked"
    assert " 413 " in answered(address, head, b"\r\n" + b"%x\r\n" % (SMALL + 1) + bytes(SMALL + 1))


@pytest.mark.process
def test_an_address_that_asks_too_often_is_told_so_before_its_request_is_read(address: tuple[str, int]) -> None:
    for _ in range(20):
        answered(address, form("/submit_result.php", 1), b"\r\na")
    assert " 429 " in answered(address, form("/submit_result.php", 100), b"\r\n")


def test_every_route_looks_before_it_reads() -> None:
    assert {type(route) for router in PUBLIC for route in router.routes} == {PublicRoute}
    assert {type(route) for router in PRIVATE for route in router.routes} == {PrivateRoute}


def test_a_long_text_is_read_as_json(client: TestClient) -> None:
    answer = client.post("/api/play/levels", json={"text": f"{CORRIDOR}\n; {LONG}\n", "family": "sokoban"})
    assert [level["family"] for level in answer.json()] == ["sokoban"]


@pytest.mark.parametrize("kind", ["data", "files"])
def test_a_long_text_is_read_from_a_form(client: TestClient, kind: str) -> None:
    text = f"{CORRIDOR}\n; {LONG}\n"
    fields = {"csrf": token(client), "family": "sokoban"}
    sent = {"data": {**fields, "text": text}} if kind == "data" else {"data": fields, "files": {"file": text.encode()}}
    answer = client.post("/play", **sent)
    assert (answer.status_code, answer.headers["location"][:8]) == (303, "/play?z=")


def test_a_long_form_in_the_words_of_other_programs_is_read(client: TestClient) -> None:
    answer = client.post("/submit_result.php", data={"lurd": LONG, "nickname": ""})
    assert "your name cannot be empty" in answer.text


@pytest.mark.parametrize("body", [f'{{"text": "{LONG}"', "[" * SMALL + '"a"' + "]" * SMALL, f'"{LONG}'])
def test_a_long_text_that_is_no_json_is_refused(client: TestClient, body: str) -> None:
    answer = client.post("/api/play/levels", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize("path", ["/contests/1/answers", "/submit_result.php"])
def test_a_form_of_which_every_letter_has_to_be_decoded_is_refused(client: TestClient, path: str) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post(path, content=b"answer=" + b"%41" * 2 * 2**20, headers=kind)
    assert answer.status_code == 413
    assert "send the text as a file" in answer.text


def test_json_of_many_values_is_refused(client: TestClient) -> None:
    answer = client.post("/api/play/levels", json={"text": "", "more": [[]] * SMALL})
    assert (answer.status_code, answer.json()["detail"]) == (
        413,
        "the request consists of too many values; send fewer",
    )


TEXTS = st.text('a"\\[],{}:\n\u00e9', max_size=50)


@given(st.dictionaries(TEXTS, TEXTS | st.lists(st.integers(), max_size=5), max_size=20))
def test_json_with_few_values_is_taken_whatever_stands_in_its_texts(said) -> None:
    for text in (json.dumps(said), json.dumps(said, ensure_ascii=False)):
        assert bodies._require_texts(text.encode()) is None


@given(TEXTS, st.integers(bodies.MOST_STRINGS, 2 * bodies.MOST_STRINGS))
def test_json_with_many_texts_is_refused(text: str, count: int) -> None:
    with pytest.raises(TooLargeError):
        bodies._require_texts(json.dumps([text] * (count + 1)).encode())


def sent(body: bytes, address: str = "192.0.2.1") -> Request:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request({"type": "http", "method": "POST", "headers": [], "client": (address, 1)}, receive)


def test_other_requests_go_on_while_a_long_body_is_parsed() -> None:
    async def scenario() -> bool:
        other_request = threading.Event()
        parsed = asyncio.create_task(Bodies().apart(partial(other_request.wait, PATIENCE)))
        await asyncio.sleep(0)
        other_request.set()
        return await parsed

    assert asyncio.run(scenario()), "the loop stood still"


def test_a_body_that_does_not_arrive_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.05)

    async def scenario() -> int:
        async def receive() -> dict[str, object]:
            await asyncio.Event().wait()
            raise AssertionError

        scope = {"type": "http", "method": "POST", "headers": [(b"content-length", b"9")], "client": ("192.0.2.1", 1)}
        with pytest.raises(HTTPException) as refused:
            async with Bodies().taken(Request(scope, receive), LONGEST):
                pass
        return refused.value.status_code

    assert asyncio.run(scenario()) == 408


def test_an_address_holds_no_more_than_its_share_and_others_have_room() -> None:
    async def scenario() -> None:
        held, whole = Bodies(), bytes(LONGEST)
        async with (
            held.taken(sent(whole), LONGEST, parse=False),
            held.taken(sent(whole), LONGEST, parse=False),
        ):
            assert held.held == MOST_HELD_OF_ADDRESS
            with pytest.raises(BusyError, match="too many long requests"):
                async with held.taken(sent(whole), LONGEST, parse=False):
                    pass
            async with held.taken(sent(bytes(SMALL)), LONGEST, parse=False) as short:
                assert len(await short.body()) == SMALL
            async with held.taken(sent(whole, "192.0.2.2"), LONGEST, parse=False) as other:
                assert len(await other.body()) == LONGEST
        assert held.held == 0

    asyncio.run(scenario())


def test_all_addresses_together_hold_no_more_than_there_is_room_for() -> None:
    async def scenario() -> None:
        held, whole = Bodies(), bytes(LONGEST)
        async with (
            held.taken(sent(whole, "192.0.2.1"), LONGEST, parse=False),
            held.taken(sent(whole, "192.0.2.2"), LONGEST, parse=False),
            held.taken(sent(whole, "192.0.2.3"), LONGEST, parse=False),
            held.taken(sent(whole, "192.0.2.4"), LONGEST, parse=False),
        ):
            with pytest.raises(BusyError):
                async with held.taken(sent(whole, "192.0.2.5"), LONGEST, parse=False):
                    pass
        assert held.held == 0

    asyncio.run(scenario())
