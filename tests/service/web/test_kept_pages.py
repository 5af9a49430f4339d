"""Pages are kept for a while: visitors who see the same share them, and nobody sees what is not for him."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from service.accounts.passwords import keep_account
from service.web.app import create_app
from service.web.kept_pages import KeptPages
from service.web.page_shelf import PageShelf
from service.web.security.forgery import token_of
from service.web.settings import WebSettings
from storage.database import Database
from tests.service.web.conftest import NAME, PASSWORD, log_in, token

LONG = 3600.0


@dataclass
class Counter:
    """A site whose pages say how often they have been made, and a clock that a test sets."""

    made: int = 0
    time: float = 0.0
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    def page(self, request: Request) -> Response:
        self.made += 1
        return HTMLResponse(f"<p>{self.made}</p><input name=csrf value={token_of(request)}>")

    async def slow(self, request: Request) -> Response:
        self.made += 1
        await asyncio.sleep(0)
        self.time += 5.0
        return HTMLResponse(f"<p>{self.made}</p>")

    async def costly(self, _: Request) -> Response:
        self.made += 1
        self.time += 0.02
        return HTMLResponse(f"<p>{self.made}</p>")

    def missing(self, _: Request) -> Response:
        self.made += 1
        return HTMLResponse("nothing here", 404)

    async def stream(self, _: Request) -> Response:
        self.made += 1

        async def events() -> Iterator[str]:
            yield "event"

        return StreamingResponse(events(), media_type="text/event-stream")

    def change(self, _: Request) -> Response:
        return RedirectResponse("/page", 303)

    def app(self) -> Starlette:
        routes = [Route(f"/{name}", getattr(self, name)) for name in ("page", "slow", "costly", "missing", "stream")]
        session = Middleware(SessionMiddleware, secret_key="key")
        kept = Middleware(KeptPages, shelf=PageShelf(1.0, lambda: self.time))
        return Starlette(routes=[*routes, Route("/change", self.change, methods=["POST"])], middleware=[session, kept])


@pytest.fixture
def site() -> Counter:
    return Counter()


def number(client: TestClient, path: str = "/page") -> str:
    found = re.search(r"<p>(\d+)</p>", client.get(path).text)
    assert found
    return found[1]


def test_a_page_is_made_again_when_its_time_is_over(site: Counter) -> None:
    client = TestClient(site.app())
    assert number(client) == number(client) == "1"
    site.time = 0.9
    assert number(client) == "1"
    site.time = 1.0
    assert number(client) == "2"


def test_a_page_that_is_long_in_the_making_is_shown_for_longer(site: Counter) -> None:
    client = TestClient(site.app())
    assert number(client, "/costly") == "1"
    site.time = 1.9
    assert number(client, "/costly") == "1"
    site.time = 2.0
    assert number(client, "/costly") == "2"


def test_no_page_is_shown_for_more_than_three_times_as_long_as_others(site: Counter) -> None:
    client = TestClient(site.app())
    assert number(client, "/slow") == "1"  # five seconds in the making
    assert number(client, "/slow") == "2"


def test_visitors_share_a_page_and_each_has_a_token_of_his_own(site: Counter) -> None:
    app = site.app()
    one, other = (TestClient(app).get("/page").text for _ in range(2))
    assert "<p>1</p>" in one
    assert "<p>1</p>" in other
    assert len(one) == len(other)
    assert one != other


def test_the_cookie_of_a_visitor_goes_to_nobody_else(site: Counter) -> None:
    app = site.app()
    cookies = [TestClient(app).get("/page").headers.get_list("set-cookie") for _ in range(3)]
    assert [len(set_for_one) for set_for_one in cookies] == [1, 1, 1]
    assert len({cookie for (cookie,) in cookies}) == 3


def test_what_somebody_changes_is_seen_at_once(site: Counter) -> None:
    client = TestClient(site.app())
    assert number(client) == "1"
    assert "<p>2</p>" in client.post("/change").text


def test_addresses_and_themes_are_kept_apart(site: Counter) -> None:
    client = TestClient(site.app())
    assert [number(client, path) for path in ("/page", "/page?a=1", "/page?a=2", "/page?a=1")] == ["1", "2", "3", "2"]
    client.cookies.set("theme", "dark")
    assert number(client) == "4"


@pytest.mark.parametrize("path", ["/missing", "/stream"])
def test_only_whole_pages_are_kept(site: Counter, path: str) -> None:
    client = TestClient(site.app())
    for _ in range(3):
        client.get(path)
    assert site.made == 3


def test_many_who_come_at_once_wait_for_one_page_even_if_it_takes_longer_than_it_is_kept(site: Counter) -> None:
    async def come(app: Starlette) -> list[int]:
        scope = {"type": "http", "method": "GET", "path": "/slow", "query_string": b"", "headers": [], "session": {}}
        sent: list[int] = []

        async def send(message) -> None:
            sent.extend([message["status"]] if message["type"] == "http.response.start" else [])

        kept = KeptPages(app, PageShelf(1.0, lambda: site.time))
        await asyncio.gather(*(kept({**scope, "server": ("x", 80), "session": {}}, None, send) for _ in range(20)))
        return sent

    assert asyncio.run(come(Starlette(routes=[Route("/slow", site.slow)]))) == [200] * 20
    assert site.made == 1


@pytest.fixture
def keeping(url: str) -> Iterator[TestClient]:
    """A browser of a public service that keeps its pages for long."""
    with Database.open(url) as database:
        keep_account(database, NAME, PASSWORD)
    app = create_app(WebSettings(url, "key", public=True, page_seconds=LONG))
    with TestClient(app, base_url="http://levels.example", follow_redirects=False) as client:
        yield client


def test_a_guest_never_sees_a_page_that_was_made_for_somebody_who_is_logged_in(keeping: TestClient) -> None:
    assert keeping.get("/contests").status_code == 200
    assert log_in(keeping) == 303
    assert "/logout" in keeping.get("/contests").text
    assert keeping.get("/levels/1").status_code == 200
    keeping.cookies.clear()
    assert "/logout" not in keeping.get("/contests").text
    assert keeping.get("/levels/1").status_code == 303


def test_a_guest_may_send_the_form_of_a_page_that_was_made_for_another_guest(keeping: TestClient) -> None:
    keeping.get("/login")
    keeping.cookies.clear()
    assert log_in(keeping) == 303


def test_forms_of_kept_pages_can_be_sent(keeping: TestClient) -> None:
    keeping.get("/login")
    keeping.cookies.clear()
    assert keeping.get("/login").status_code == 200
    assert log_in(keeping) == 303
    assert 'href="/levels/1"' not in keeping.get("/curation").text
    data = {"csrf": token(keeping), "state": "shortlisted"}
    assert keeping.post("/curation/1", data=data).status_code == 303
    assert 'href="/levels/1"' in keeping.get("/curation").text


def at_once(client: TestClient, path: str, **changed: str) -> bytes | None:
    """What a connection sends by itself to a browser that asks for a page, with the cookies that it has."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    fields = {"host": "levels.example", "cookie": cookies, **changed}
    asked = [(name.encode(), value.encode()) for name, value in fields.items()]
    answer = client.app.state.at_once(path.encode(), asked, "192.0.2.7")
    return b"".join(answer) if answer else None


def seen(client: TestClient, path: str) -> Response:
    """A page that is kept, as a browser has seen it with the cookie that it has."""
    return [client.get(path) for _ in range(3)][-1]


def test_a_connection_knows_what_the_application_would_answer(keeping: TestClient) -> None:
    page, sent = seen(keeping, "/contests?limit=5"), at_once(keeping, "/contests?limit=5")
    assert sent
    fields, body = sent.decode().split("\r\n\r\n", 1)
    assert body == page.text
    assert sorted(fields.split("\r\n")) == sorted(f"{name}: {value}" for name, value in page.headers.items())
    assert keeping.cookies["cenote"].encode() not in sent


@pytest.mark.parametrize(
    "changed",
    [
        {"cookie": "cenote=forged"},
        {"cookie": ""},
        {"host": "other.example"},
        {"hx-request": "true"},
        {"accept-language": "zh-CN"},
        {"content-length": "9"},
        {"authorization": "Bearer token"},
    ],
    ids=str,
)
def test_a_connection_does_not_answer_what_it_does_not_know(keeping: TestClient, changed: dict[str, str]) -> None:
    seen(keeping, "/contests")
    assert at_once(keeping, "/contests")
    assert at_once(keeping, "/contests", **changed) is None


def test_a_connection_shows_everybody_his_own_page(keeping: TestClient) -> None:
    seen(keeping, "/contests")
    guest = dict(keeping.cookies)
    assert log_in(keeping) == 303
    assert at_once(keeping, "/contests") is None
    seen(keeping, "/contests")
    assert b"/logout" in (at_once(keeping, "/contests") or b"")
    keeping.cookies.clear()
    keeping.cookies.update(guest)
    assert at_once(keeping, "/contests") is None
    seen(keeping, "/contests")
    assert b"/logout" not in (at_once(keeping, "/contests") or b"/logout")


def test_a_connection_forgets_what_somebody_has_changed(keeping: TestClient) -> None:
    seen(keeping, "/contests")
    assert log_in(keeping) == 303
    seen(keeping, "/contests")
    keeping.post("/curation/1", data={"csrf": token(keeping), "state": "shortlisted"})
    assert at_once(keeping, "/contests") is None
