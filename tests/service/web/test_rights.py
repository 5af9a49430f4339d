"""Who is logged in may look at everything, and change what he has the right for."""

import re
import shutil
from collections.abc import Iterator

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.accounts.passwords import keep_account
from service.web.app import create_app
from service.web.dependencies import May
from service.web.routes import PRIVATE, PUBLIC
from service.web.settings import WebSettings
from storage.database import Database
from storage.people.accounts import Right, change_rights
from tests.service.web.conftest import PASSWORD, log_in, token

NEEDED = {
    Right.AUTHOR: {
        "GET /sessions/new",
        "GET /sessions/{session_id}/clone",
        "GET /sessions/like/{level_id}",
        "POST /sessions",
        "POST /sessions/{session_id}/stop",
        "POST /sessions/{session_id}/resume",
        "POST /sessions/{session_id}",
        "GET /sessions/{session_id}/removal",
        "POST /sessions/{session_id}/removal",
        "PATCH /api/sessions/{session_id}",
        "DELETE /api/sessions/{session_id}",
        "POST /api/sessions",
        "POST /api/sessions/{session_id}/stop",
        "POST /api/sessions/{session_id}/resume",
    },
    Right.CURATOR: {
        "GET /triage",
        "POST /triage/{level_id}",
        "POST /triage/undo",
        "POST /curation/levels",
        "POST /curation/{level_id:int}",
        "POST /levels/{level_id:int}/curation",
        "POST /searches",
        "POST /searches/removal",
        "POST /api/curation",
        "PATCH /api/levels/{level_id}/curation",
        "PUT /api/searches/{name:path}",
        "DELETE /api/searches/{name:path}",
    },
    Right.ORGANISER: {
        "GET /log",
        "GET /api/log",
        "GET /contests/new",
        "GET /contests/add",
        "GET /contests/{contest_id:int}/proposal",
        "POST /contests/add",
        "GET /contests/{contest_id:int}/organise",
        "GET /api/contests/{contest_id}/submissions",
        "POST /contests",
        "POST /contests/{contest_id:int}",
        "POST /contests/{contest_id:int}/levels",
        "POST /contests/{contest_id:int}/levels/{part}/removal",
        "POST /contests/{contest_id:int}/removal",
        "POST /contests/{contest_id:int}/answers/{submission_id:int}/removal",
        "POST /contests/{contest_id:int}/publication",
        "POST /contests/{contest_id:int}/names/release",
        "POST /contests/{contest_id:int}/names/email",
        "POST /api/contests",
        "PUT /api/contests/{contest_id}",
        "PUT /api/contests/{contest_id}/levels/{part}",
        "DELETE /api/contests/{contest_id}",
        "DELETE /api/contests/{contest_id}/levels/{part}",
        "DELETE /api/contests/{contest_id}/submissions/{submission_id}",
        "POST /api/contests/{contest_id}/publication",
        "DELETE /api/contests/names/{name}",
        "DELETE /api/contests/names/{whom}/email",
    },
}
"""What needs which right; a new route that changes something has its line here."""
IMPORTS = {
    "GET /levels/import",
    "POST /levels/import",
    "POST /levels/import/store",
    "GET /levels/import/drawings/{word}.png",
}
"""What authors and curators may do."""
ONES_OWN = {
    "POST /account/password",
    "POST /account/logout",
    "POST /account/tokens",
    "POST /account/tokens/{token_id}/removal",
    "POST /away",
    "POST /compare",
    "POST /sheet",
}
"""What everybody who is logged in may send besides: it concerns himself, or changes nothing."""

ROUTES = [route for router in PRIVATE for route in router.routes if isinstance(route, APIRoute)]
LABELS = {f"{method} {route.path}": route for route in ROUTES for method in route.methods}
REFUSED = "this needs the right "


def rights_in(dependant: Dependant) -> Iterator[tuple[Right, ...]]:
    """The rights that a route asks for, one of each group."""
    for part in dependant.dependencies:
        if isinstance(part.call, May):
            yield part.call.rights
        yield from rights_in(part)


def test_every_route_that_changes_something_declares_the_right_that_it_needs() -> None:
    declared: dict[tuple[Right, ...], set[str]] = {}
    for label, route in LABELS.items():
        asked = {*rights_in(route.dependant)}
        assert len(asked) <= 1
        for rights in asked:
            declared.setdefault(rights, set()).add(label)
    assert declared == {(right,): labels for right, labels in NEEDED.items()} | {(Right.CURATOR, Right.AUTHOR): IMPORTS}
    changing = {label for label in LABELS if not label.startswith("GET ")}
    assert changing - set().union(*NEEDED.values(), IMPORTS) == ONES_OWN


def test_what_is_public_needs_no_right() -> None:
    public = [route for router in PUBLIC for route in router.routes if isinstance(route, APIRoute)]
    assert not [route.path for route in public for _ in rights_in(route.dependant)]


Cookies = dict[str, str]


@pytest.fixture(scope="module")
def client(evolved: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser of a public service with an account for each single right, and one without any."""
    path = tmp_path_factory.mktemp("rights") / "levels.db"
    shutil.copy(evolved.removeprefix("sqlite:///"), path)
    with Database.open(f"sqlite:///{path}") as database:
        for right in Right:
            keep_account(database, right, PASSWORD, frozenset({right}))
        keep_account(database, "onlooker", PASSWORD, frozenset())
    app = create_app(WebSettings(f"sqlite:///{path}", "key", public=True))
    with TestClient(app, base_url="http://levels.example", follow_redirects=False) as client:
        yield client


@pytest.fixture(scope="module")
def cookies(client: TestClient) -> Cookies:
    """The cookie with which each of them is logged in."""
    found = {}
    for name in (*Right, "onlooker"):
        assert log_in(client, name) == 303
        found[str(name)] = client.cookies["cenote"]
        client.cookies.clear()
    return found


def address(path: str) -> str:
    """An address of a route at which there is nothing to be changed."""
    filled = re.sub(r"\{part\}", "main", re.sub(r"\{\w*id(:int)?\}", "999999", path))
    return re.sub(r"\{\w+(:path)?\}", "xsb", filled)


@pytest.mark.parametrize("label", sorted(LABELS))
def test_who_has_a_single_right_may_do_what_it_is_for_and_nothing_else(
    client: TestClient, cookies: Cookies, label: str
) -> None:
    method, path = label.split()
    kind, content = (
        ("application/json", "[]") if path.startswith("/api/") else ("application/x-www-form-urlencoded", "")
    )
    allowed = {}
    for name, cookie in cookies.items():
        headers = {"cookie": f"cenote={cookie}", "content-type": kind}
        answer = client.request(method, address(path), headers=headers, content=content)
        assert answer.status_code != 401
        assert not answer.headers.get("location", "").startswith("/login")
        allowed[name] = REFUSED not in answer.text
    needed = {Right.AUTHOR, Right.CURATOR} if label in IMPORTS else {right for right in Right if label in NEEDED[right]}
    assert allowed == {name: not needed or name in needed for name in cookies}


def test_a_program_is_told_which_right_is_missing_and_who_gives_it(client: TestClient, cookies: Cookies) -> None:
    headers = {"cookie": f"cenote={cookies['author']}"}
    answer = client.request("DELETE", "/api/searches/deep", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["detail"] == (
        "this needs the right curator; whoever runs the service gives it with: "
        "cenote account rights author --give curator"
    )


FORMS = {
    "/sessions": (Right.AUTHOR, 'href="/sessions/new"'),
    "/sessions/1": (Right.AUTHOR, 'action="/sessions/1/resume"'),
    "/sessions/1?": (Right.AUTHOR, 'href="/sessions/1/removal"'),
    "/levels": (Right.CURATOR, 'name="task"'),
    "/curation": (Right.CURATOR, 'src="/static/curation.js"'),
    "/levels/1/curation": (Right.CURATOR, 'action="/levels/1/curation"'),
    "/contests": (Right.ORGANISER, 'href="/contests/new"'),
}


@pytest.mark.parametrize("path", FORMS)
def test_pages_hide_what_one_may_not_do(client: TestClient, cookies: Cookies, path: str) -> None:
    right, form = FORMS[path]
    for name, cookie in cookies.items():
        page = client.get(path, headers={"cookie": f"cenote={cookie}"})
        assert page.status_code == 200
        assert (form in page.text) == (name == right)


def test_everybody_who_is_logged_in_compares_levels(client: TestClient, cookies: Cookies) -> None:
    client.cookies.set("cenote", cookies["onlooker"])
    sent = {"csrf": token(client), "level": ["1", "2"]}
    assert client.post("/compare", data=sent).headers["location"] == "/compare?ids=1&ids=2"
    client.cookies.clear()


def test_a_right_that_is_given_or_taken_away_holds_from_the_next_click_on(client: TestClient, cookies: Cookies) -> None:
    headers = {"cookie": f"cenote={cookies['onlooker']}"}
    database = client.app.state.database  # type: ignore[attr-defined]
    assert client.get("/sessions/new", headers=headers).status_code == 403
    change_rights(database, "onlooker", frozenset({Right.AUTHOR}), frozenset(), "root")
    assert client.get("/sessions/new", headers=headers).status_code == 200
    change_rights(database, "onlooker", frozenset(), frozenset({Right.AUTHOR}), "root")
    assert client.get("/sessions/new", headers=headers).status_code == 403


def test_on_ones_own_machine_one_may_do_everything(evolved: str) -> None:
    app = create_app(WebSettings(evolved, "key"))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        for path, (_, form) in FORMS.items():
            assert form in client.get(path).text
