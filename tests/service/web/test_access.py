"""Who may see what, and what a browser is told to keep to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.web.app import create_app
from service.web.routes import PRIVATE, PUBLIC
from service.web.settings import WebSettings
from tests.service.web.conftest import NAME, PASSWORD, log_in, token

PAGES = ["/sessions", "/levels", "/levels/1", "/curation", "/api"]
JSON = ["/api/sessions", "/api/status", "/api/levels", "/api/levels/1"]


@pytest.fixture(scope="module")
def visiting(evolved: str) -> Iterator[TestClient]:
    """A guest of a public service, who changes nothing."""
    app = create_app(WebSettings(evolved, "key", public=True))
    with TestClient(app, base_url="http://levels.example", follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_on_ones_own_machine_every_page_is_open(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_guests_of_a_public_service_are_asked_to_log_in(guest: TestClient, path: str) -> None:
    answer = guest.get(path)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login?back=")
    assert "for people with an account" in guest.get(answer.headers["location"]).text
    assert "for people with an account" not in guest.get("/login?back=/published").text


@pytest.mark.parametrize("path", JSON)
def test_programs_are_told_to_log_in(guest: TestClient, path: str) -> None:
    answer = guest.get(path)
    assert (answer.status_code, answer.json()) == (401, {"detail": "this needs a login"})


@pytest.mark.parametrize("path", ["/contests", "/play", "/login"])
def test_contests_and_play_are_open_to_the_public(guest: TestClient, path: str) -> None:
    assert guest.get(path).status_code == 200


def test_the_menu_of_guests_leads_to_what_they_may_see(guest: TestClient) -> None:
    for path in ("/", "/published", "/contests"):
        assert _menu(guest, path) == ["/play", "/daily", "/published", "/contests"]
    assert all(guest.get(path, follow_redirects=True).status_code == 200 for path in _menu(guest, "/"))


def test_the_menu_names_the_page_that_is_shown(client: TestClient) -> None:
    assert _menu(client, "/published")[:4] == ["/play", "/daily", "/published", "/levels"]
    assert '<a href="/published" aria-current="page">' in client.get("/published").text
    assert '<a href="/daily" aria-current="page">' in client.get("/daily", follow_redirects=True).text


def _menu(client: TestClient, path: str) -> list[str]:
    nav = re.findall(r'<nav aria-label="Main">(.*?)</nav>', client.get(path).text, re.DOTALL)[0]
    return re.findall(r'href="([^"]+)"', nav)


def test_somebody_with_an_account_logs_in_and_out(guest: TestClient) -> None:
    assert log_in(guest) == 303
    assert guest.get("/sessions").status_code == 200
    assert guest.post("/logout", data={"csrf": token(guest)}).status_code == 303
    assert guest.get("/sessions").status_code == 303


def test_the_forms_of_two_pages_that_are_opened_at_once_after_a_login_are_both_valid(guest: TestClient) -> None:
    log_in(guest)
    cookies = dict(guest.cookies)
    first, second = (_token_with(guest, cookies, page) for page in ("/contests", "/account"))
    assert first == second


def _token_with(client: TestClient, cookies: Mapping[str, str], page: str) -> str:
    """The token that the forms of a page have for somebody who brings these cookies and no others."""
    client.cookies.clear()
    client.cookies.update(cookies)
    return re.findall(r'name="csrf" value="([^"]+)"', client.get(page).text)[0]


@pytest.mark.parametrize(("name", "password"), [(NAME, "wrong"), ("nobody", PASSWORD), ("", "")])
def test_a_wrong_password_is_refused(guest: TestClient, name: str, password: str) -> None:
    assert log_in(guest, name, password) in (403, 422)
    assert guest.get("/sessions").status_code == 303


def test_the_sixth_password_within_a_minute_is_not_tried(guest: TestClient) -> None:
    assert [log_in(guest, password="guess") for _ in range(5)] == 5 * [403]
    assert log_in(guest) == 429


def test_a_login_leads_nowhere_else(guest: TestClient) -> None:
    for back in ("https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)"):
        form = {"csrf": token(guest), "name": NAME, "password": PASSWORD, "back": back}
        assert guest.post("/login", data=form).headers["location"] == "/"


def test_the_cookie_is_for_this_site_and_not_for_scripts(guest: TestClient) -> None:
    cookie = guest.get("/login").headers["set-cookie"]
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_forged_cookie_is_worth_nothing(guest: TestClient) -> None:
    guest.cookies.set("cenote", "eyJ1c2VyIjogImFuaWFuIn0=.aQAAAA.forged")
    assert guest.get("/sessions").status_code == 303


@pytest.mark.parametrize("path", ["/login", "/logout", "/theme", "/language"])
def test_a_form_without_its_token_is_refused(client: TestClient, path: str) -> None:
    assert client.post(path, data={"name": "a", "password": "b", "theme": "dark", "language": "en"}).status_code == 403


@pytest.mark.parametrize(
    "headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}, {"origin": "null"}]
)
def test_what_another_site_sends_is_refused(client: TestClient, headers: dict[str, str]) -> None:
    form = {"csrf": token(client), "theme": "dark"}
    assert client.post("/theme", data=form, headers=headers).status_code == 403
    assert client.post("/api/sessions", json={}, headers=headers).status_code == 403


def test_another_name_for_this_machine_is_refused(client: TestClient) -> None:
    assert client.get("/sessions", headers={"host": "rebound.example"}).status_code == 400


@pytest.mark.parametrize("path", ["/sessions", "/static/style.css", "/nothing", "/api/nothing"])
def test_every_answer_keeps_the_browser_to_this_site(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"


def test_a_body_that_is_too_long_is_refused(client: TestClient) -> None:
    answer = client.post("/play", data={"csrf": token(client), "text": 5 * 2**20 * "R"})
    assert answer.status_code == 413
    assert "longer than 4 MiB" in answer.text


def test_a_stored_text_is_shown_as_text(client: TestClient) -> None:
    page = client.get("/login", params={"back": '/"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


@pytest.mark.parametrize("path", ["/sessions", "/nothing", "/api/levels", "/static/style.css"])
def test_browsers_that_come_by_https_keep_to_it(url: str, path: str) -> None:
    for https, said in ((True, "max-age=31536000"), (False, None)):
        app = create_app(WebSettings(url, "key", https=https))
        with TestClient(app, base_url="https://localhost") as client:
            assert client.get(path).headers.get("strict-transport-security") == said


@pytest.mark.parametrize("path", [*PAGES, *JSON, "/levels/1/picture.svg", "/sessions/1/history", "/contests", "/login"])
def test_no_proxy_keeps_what_was_made_for_one_visitor(client: TestClient, path: str) -> None:
    assert client.get(path).headers["cache-control"].startswith("private")


def test_a_browser_does_not_keep_what_is_hidden_from_players(client: TestClient) -> None:
    form = {"title": "May", "opens_at": "2026-05-01", "closes_at": "2026-06-01", "csrf": token(client)}
    path = client.post("/contests", data=form).headers["location"]
    assert client.get(path).headers["cache-control"] == "no-store"
    assert client.get("/api/contests/1/submissions").headers["cache-control"] == "no-store"


def test_a_guest_is_not_told_where_the_database_lies(
    guest: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    guest.app.state.database.close()
    (tmp_path / "levels.db").rename(tmp_path / "elsewhere.db")
    for path in ("/contests", "/api/contests"):
        text = guest.get(path).text
        assert "levels.db" in text
        assert str(tmp_path) not in text
    assert f"{tmp_path}/levels.db" in caplog.text


def test_on_ones_own_machine_the_database_is_named_in_full(client: TestClient, tmp_path: Path) -> None:
    client.app.state.database.close()
    (tmp_path / "levels.db").rename(tmp_path / "elsewhere.db")
    assert f"{tmp_path}/levels.db" in client.get("/contests").text


def test_the_template_of_families_is_none_of_them(client: TestClient) -> None:
    form = {"csrf": token(client), "family": "template", "text": "abcd"}
    answers = [
        client.get("/sessions/new", params={"family": "template"}),
        client.post("/sessions", data=form),
        client.post("/api/sessions", json={"family": "template"}),
        client.post("/api/sessions", json={"family": "template", "preset": "nothing"}),
        client.get("/play", params={"family": "template", "level": "abcd"}),
        client.post("/play", data=form),
        client.post("/api/play/levels", json={"family": "template", "text": "abcd"}),
        client.post("/api/play/answers", json={"family": "template", "level": "abcd", "answer": "1"}),
    ]
    assert {answer.status_code for answer in answers} <= {404, 422}
    assert all("there is no puzzle family" in answer.text for answer in answers)


OPEN = {
    "GET": {
        "/",
        "/families/{family}/showcase.svg",
        "/families/{family}/presets/{preset}.svg",
        "/healthz",
        "/metrics",
        "/login",
        "/messages.json",
        "/play",
        "/play/picture.svg",
        "/play/picture.png",
        "/play/offline",
        "/manifest.webmanifest",
        "/sw.js",
        "/published",
        "/published/{level_id:int}",
        "/published/{level_id:int}/picture.svg",
        "/daily",
        "/daily/{day}",
        "/contests",
        "/contests/{contest_id:int}",
        "/contests/{contest_id:int}/ideas",
        "/contests/{contest_id:int}/compare",
        "/contests/{contest_id:int}/answers",
        "/contests/{contest_id:int}/{part}/picture.svg",
        "/contests/{contest_id:int}/{part}/level.{format_}",
        "/contests/{contest_id:int}/{part}/play",
        "/contests/{contest_id:int}/answers/{submission_id:int}.txt",
        "/api/contests",
        "/api/contests/{contest_id}",
        "/api/contests/{contest_id}/rankings",
        "/api/competition/",
        "/api/competition/{contest_id:int}",
        "/api/competition/submission/",
    },
    "POST": {
        "/login",
        "/logout",
        "/language",
        "/theme",
        "/play",
        "/api/play/levels",
        "/api/play/answers",
        "/api/play/guidance",
        "/api/levels/{level_id}/plays",
        "/contests/{contest_id:int}/answers",
        "/api/contests/{contest_id}/submissions",
        "/submit_result.php",
    },
}
"""All that guests of a public service may use."""


def addresses(routers: Sequence[APIRouter]) -> Iterator[tuple[str, str]]:
    for router in routers:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            yield from ((method, route.path) for method in route.methods)


def test_nothing_else_is_open_to_guests() -> None:
    assert set(addresses(PUBLIC)) == {(method, path) for method, paths in OPEN.items() for path in paths}


@pytest.mark.parametrize(("method", "path"), sorted(addresses(PRIVATE)))
def test_every_other_address_asks_for_a_login(visiting: TestClient, method: str, path: str) -> None:
    filled = re.sub(r"\{part\}", "main", re.sub(r"\{\w*id(:int)?\}", "1", path))
    answer = visiting.request(method, re.sub(r"\{\w+\}", "xsb", filled), headers={"content-type": "application/json"})
    assert answer.status_code == 401 or answer.headers.get("location", "").startswith("/login?")
