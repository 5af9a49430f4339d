"""Sessions are named, noted and deleted, on their pages and by programs; the log says who did."""

import re
from html import unescape

import pytest
from fastapi.testclient import TestClient

from service.sessions.activity import all_seen, complaint_log
from service.sessions.processes import SessionProcesses
from service.web.sessions.views import summaries
from storage.audit import Actor, audit_entries
from storage.curation import CurationState, move_levels
from storage.database import Database
from storage.queries import iter_levels, list_sessions
from storage.recorder import DatabaseRecorder, start_session
from storage.upkeep.retention import delete_session
from tests.service.web.conftest import NAME, log_in, token
from tests.service.web.sessions.test_pages import SMALL, activity, until
from tests.storage.records import SETTINGS, full_generation


@pytest.fixture
def session(url: str) -> int:
    """A session of 48 levels, which nobody runs; one of them is on the board, and has two ancestors."""
    with Database.open(url) as database:
        session = start_session(database, SETTINGS, "doors")
        for number in (1, 2, 3):
            DatabaseRecorder(database, session).record(full_generation(session, number))
        (chosen,) = [row.id for row in iter_levels(database) if row.identity == f"{session}-3-4"]
        move_levels(database, [chosen], CurationState.APPROVED, "anian")
    return session


def logged(url: str, count: int) -> list[tuple[str, str, str, str]]:
    """The last entries of the log, the oldest of them first."""
    with Database.open_readonly(url) as database:
        rows = audit_entries(database, count)
    return [(row.who, row.action, row.subject, str(row.detail)) for row in reversed(rows)]


def said(client: TestClient, session: int) -> tuple[str | None, str]:
    answer = client.get(f"/api/sessions/{session}").json()
    return answer["name"], answer["note"]


def test_a_page_names_a_session_and_notes_something(guest: TestClient, url: str, session: int) -> None:
    log_in(guest)
    page = guest.get(f"/sessions/{session}").text
    assert f'action="/sessions/{session}"' in page
    assert 'value="doors"' in page
    sent = {"csrf": token(guest), "name": " <walls> of May ", "note": "two lines\r\nof a note"}
    answer = guest.post(f"/sessions/{session}", data=sent)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/sessions/{session}")
    assert said(guest, session) == ("<walls> of May", "two lines\nof a note")
    assert "&lt;walls&gt; of May" in guest.get(f"/sessions/{session}").text
    about = f"session {session}"
    assert logged(url, 2) == [(NAME, "session-named", about, "<walls> of May"), (NAME, "session-noted", about, "")]
    guest.post(f"/sessions/{session}", data={"csrf": token(guest), "name": "", "note": ""})
    assert said(guest, session) == (None, "")


def test_a_program_changes_only_what_it_sends(client: TestClient, url: str, session: int) -> None:
    answer = client.patch(f"/api/sessions/{session}", json={"note": "for the contest"})
    assert (answer.status_code, answer.json()["name"], answer.json()["note"]) == (200, "doors", "for the contest")
    client.patch(f"/api/sessions/{session}", json={"name": "walls"})
    assert said(client, session) == ("walls", "for the contest")
    assert [entry[1] for entry in logged(url, 2)] == ["session-noted", "session-named"]
    client.patch(f"/api/sessions/{session}", json={"name": "walls", "note": "for the contest"})
    assert len(logged(url, 3)) == 2, "nothing was changed"
    client.patch(f"/api/sessions/{session}", json={"name": None})
    assert said(client, session) == (None, "for the contest")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "12"}, "cannot be named"),
        ({"name": "x" * 41}, "at most 40"),
        ({"note": "x" * 2001}, "at most 2,000"),
        ({"note": "fine", "name": "taken"}, "session 1 has the name"),
    ],
)
def test_wrong_names_and_notes_change_nothing(
    client: TestClient, session: int, changes: dict[str, str], told: str
) -> None:
    client.patch("/api/sessions/1", json={"name": "taken"})
    answer = client.patch(f"/api/sessions/{session}", json=changes)
    assert (answer.status_code, told in answer.json()["detail"]) == (422, True)
    page = client.post(f"/sessions/{session}", data={"csrf": token(client), **changes})
    assert (page.status_code, told in unescape(page.text)) == (422, True)
    assert said(client, session) == ("doors", "")
    assert client.patch(f"/api/sessions/{session}", json={"state": "finished"}).status_code == 422


def test_a_page_says_what_is_lost_before_it_deletes_a_session(client: TestClient, url: str, session: int) -> None:
    complaint_log(client.app.state.database.path, session).write_text("Error: something")  # type: ignore[attr-defined]
    assert f'href="/sessions/{session}/removal"' in client.get(f"/sessions/{session}").text
    page = client.get(f"/sessions/{session}/removal").text
    for told in ("generations: 3, evaluations: 48", "levels: 45 of the 48", "stay (3)"):
        assert told in page
    assert said(client, session) == ("doors", ""), "looking deletes nothing"
    (action,) = re.findall(r'<form [^>]*action="(/sessions/\d+/removal)"', page)
    answer = client.post(action, data={"csrf": token(client)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sessions")
    assert f'href="/sessions/{session}"' not in client.get("/sessions").text
    for gone in (f"/sessions/{session}", f"/sessions/{session}/removal", f"/api/sessions/{session}"):
        assert client.get(gone).status_code == 404
    with Database.open_readonly(url) as database:
        left = {row.identity for row in iter_levels(database) if row.identity.startswith(f"{session}-")}
        assert not complaint_log(database.path, session).exists()
    assert left == {f"{session}-{number}-4" for number in (1, 2, 3)}
    assert logged(url, 1)[0][1:] == ("session-deleted", f"session {session}", "doors, levels: 45")


def test_a_program_deletes_a_session_once(client: TestClient, session: int) -> None:
    assert client.delete(f"/api/sessions/{session}").status_code == 204
    answer = client.delete(f"/api/sessions/{session}")
    assert (answer.status_code, f"there is no session {session}" in answer.json()["detail"]) == (404, True)
    assert [row["id"] for row in client.get("/api/sessions").json()["sessions"]] == [1]


@pytest.mark.parametrize("address", ["/sessions/1", "/sessions/1/removal"])
def test_changes_without_the_token_of_a_form_are_refused(client: TestClient, address: str) -> None:
    assert client.post(address, data={"name": "doors"}).status_code == 403
    assert said(client, 1) == (None, "")


@pytest.mark.process
def test_a_session_that_runs_is_renamed_but_not_deleted(client: TestClient) -> None:
    session = client.post("/api/sessions", json=SMALL).json()["id"]
    told = f"session {session} is running; stop it before you delete it"
    deleted = client.delete(f"/api/sessions/{session}")
    assert (deleted.status_code, deleted.json()["detail"]) == (409, told), "while it starts"
    until(lambda: client.get(f"/api/sessions/{session}").json()["generation"] > 1)
    pages = (
        client.get(f"/sessions/{session}/removal"),
        client.post(f"/sessions/{session}/removal", data={"csrf": token(client)}),
        client.delete(f"/api/sessions/{session}"),
    )
    assert [(page.status_code, told in page.text) for page in pages] == [(409, True)] * 3
    assert client.patch(f"/api/sessions/{session}", json={"name": "doors"}).json()["name"] == "doors"
    client.post(f"/api/sessions/{session}/stop")
    until(lambda: activity(client, session) == "stopped")
    assert client.delete(f"/api/sessions/{session}").status_code == 204


def test_the_log_tells_in_both_languages_what_became_of_sessions(client: TestClient, session: int) -> None:
    client.patch(f"/api/sessions/{session}", json={"name": "walls", "note": "some"})
    client.delete(f"/api/sessions/{session}")
    for language, words in (
        ("en", ("session named", "session noted", "session deleted")),
        ("zh-CN", ("命名演化任务", "更改演化任务的备注", "删除演化任务")),
    ):
        page = client.get("/log", headers={"accept-language": language}).text
        assert all(word in page for word in words)


def test_a_list_leaves_out_what_is_deleted_while_it_is_made(url: str, session: int) -> None:
    with Database.open(url) as database:
        rows = list_sessions(database)
        delete_session(database, session, Actor("anian"))
        assert [row.id for row in all_seen(database, rows)] == [1]
        assert [seen.row.id for seen in summaries(database, SessionProcesses(url), rows)] == [1]
