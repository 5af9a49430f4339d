"""Sessions in the browser and as JSON: lists, forms, what is refused; real sessions in real processes."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from importlib.metadata import version
from platform import python_version
from time import monotonic, sleep

import pytest
from fastapi.testclient import TestClient

from generator import family_names, get_declaration
from generator.messages import Message
from optimiser.recorder import CellRecord, Outcome
from service.settings import usable_cores
from storage.audit import Actor
from storage.database import Database
from storage.recorder import DatabaseRecorder, note_session, start_session
from tests.patience import PATIENCE
from tests.service.conftest import Invoke, refused
from tests.service.web.conftest import token
from tests.storage.records import SETTINGS, candidate, generation, level

SMALL = {"family": "sokoban", "settings": {"type": ["b"], "size": [3]}, "seed": 5, "workers": 0}


def until(happened: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not happened():
        assert monotonic() < deadline
        sleep(0.05)


def activity(client: TestClient, session_id: int) -> str:
    return str(client.get(f"/api/sessions/{session_id}").json()["activity"])


def test_the_list_shows_every_session_with_its_state_and_best(client: TestClient) -> None:
    page = client.get("/sessions").text
    assert 'href="/sessions/1"' in page
    assert "finished" in page
    assert '<svg class="sparkline"' in page


def test_a_page_that_renews_itself_gets_only_the_table(client: TestClient) -> None:
    table = client.get("/sessions", headers={"HX-Request": "true"}).text
    assert table.lstrip().startswith('<div id="sessions"')
    assert "<html" not in table


def test_many_sessions_are_paged_from_the_newest_on(client: TestClient, url: str) -> None:
    with Database.open(url) as database:
        for _ in range(30):
            start_session(database, SETTINGS)
    first = client.get("/sessions").text
    assert 'href="/sessions/31"' in first
    assert 'href="/sessions/6"' not in first
    (older,) = re.findall(r'href="(/sessions\?before=\d+)"', first)
    assert 'href="/sessions/6"' in client.get(older).text
    page = client.get("/api/sessions", params={"limit": 30}).json()
    assert [row["id"] for row in page["sessions"]] == [*range(31, 1, -1)]
    rest = client.get("/api/sessions", params={"before": page["next"]}).json()
    assert ([row["id"] for row in rest["sessions"]], rest["next"]) == ([1], None)


def test_a_session_whose_process_was_killed_is_interrupted(client: TestClient, url: str) -> None:
    with Database.open(url) as database:
        session = start_session(database, SETTINGS)
    assert activity(client, session) == "interrupted"
    page = client.get(f"/sessions/{session}").text
    assert "Its process was killed" in page
    assert f'action="/sessions/{session}/resume"' in page


def test_pages_and_answers_show_the_name_and_the_note_of_a_session(client: TestClient, url: str) -> None:
    with Database.open(url) as database:
        session = start_session(database, SETTINGS, "<doors> of May")
        note_session(database, session, "for the contest", Actor("anian"))
    assert "&lt;doors&gt; of May" in client.get("/sessions").text
    page = client.get(f"/sessions/{session}").text
    assert "&lt;doors&gt; of May" in page
    assert "for the contest" in page
    answer = client.get(f"/api/sessions/{session}").json()
    assert (answer["name"], answer["note"]) == ("<doors> of May", "for the contest")


def test_the_page_of_a_session_shows_everything_without_scripts(client: TestClient) -> None:
    page = client.get("/sessions/1").text
    assert len(re.findall(r'<img [^>]*src="/levels/\d+/picture.svg"', page)) == 10
    for part in ("exchange edge", "new best: score", '<svg class="heat"', "other end"):
        assert part in page
    assert "style=" not in page


def test_the_page_of_a_session_says_in_both_languages_why_candidates_were_rejected(
    client: TestClient, url: str
) -> None:
    note = Message("no solution within {budget} nodes", budget=4321)
    failed = [candidate(slot, None, outcome=Outcome.REJECTED, note=note) for slot in range(3)]
    with Database.open(url) as database:
        session = start_session(database, SETTINGS)
        DatabaseRecorder(database, session).record(generation(1, failed))
    assert client.get(f"/api/sessions/{session}").json()["rejections"] == [{"reason": str(note), "count": 3}]
    for language, told in (("en", "no solution within 4321 nodes"), ("zh-CN", "在 4321 个节点之内没有找到解")):
        page = client.get(f"/sessions/{session}", headers={"accept-language": language}).text
        assert f'<span class="badge">3</span> {told}' in page
        empty = page.partition('<section class="empty">')[2].partition("</section>")[0]
        assert told in empty


def test_an_archive_is_drawn_along_the_axes_of_its_session(client: TestClient, url: str) -> None:
    settings = replace(SETTINGS, space={**SETTINGS.space, "axes": ["moves:10"]})
    with Database.open(url) as database:
        session = start_session(database, settings)
        found = generation(1, [candidate(0, level("x"))], cells=[CellRecord((3,), "x", 10.0)])
        DatabaseRecorder(database, session).record(found)
    page = client.get(f"/sessions/{session}").text
    assert 'aria-label="moves 30 to 39: best score 10"' in page
    assert '<dt>axes</dt><dd class="wrap">moves:10</dd>' in page
    assert client.get(f"/api/sessions/{session}").json()["axes"] == ["moves:10"]


def test_the_answers_for_programs_agree_with_each_other(client: TestClient) -> None:
    session = client.get("/api/sessions/1").json()
    history = client.get("/api/sessions/1/history").json()
    assert history[-1]["evaluations"] == session["evaluations"]
    assert history[-1]["best"] == session["best"]
    pool = client.get("/api/sessions/1/pool").json()
    assert [level["score"] for level in pool] == sorted((level["score"] for level in pool), reverse=True)
    assert pool[0]["score"] == session["best"]
    assert len(client.get("/api/sessions/1/archive").json()) == session["statistics"]["archive"]
    assert {operator["name"] for operator in session["operators"]} > {"exchange_edge"}


@pytest.mark.parametrize("part", ["", "/history", "/pool", "/archive", "/events"])
def test_a_session_that_there_is_not_is_not_found(client: TestClient, part: str) -> None:
    answer = client.get(f"/api/sessions/77{part}")
    assert answer.status_code == 404
    assert "there is no session 77" in answer.json()["detail"]


@pytest.mark.parametrize("address", ["/sessions/77", "/sessions/77/stream", "/sessions/99999999999999999999"])
def test_a_page_that_there_is_not_is_not_found(client: TestClient, address: str) -> None:
    assert client.get(address).status_code in (404, 422)


@pytest.mark.parametrize("family", ["sokoban", "linjat"])
def test_the_form_has_the_options_that_a_family_declares(client: TestClient, family: str) -> None:
    page = client.get("/sessions/new", params={"family": family}).text
    for name in {"sokoban": ("size", "policy", "nodes"), "linjat": ("mode", "effort")}[family]:
        assert f'name="option-{name}"' in page


def test_what_there_is_to_choose_from_is_in_the_language_of_the_page(client: TestClient) -> None:
    page = client.get("/sessions/new", headers={"Accept-Language": "zh"}).text
    assert '<option value="pool+archive">池和存档</option>' in page


def test_sizes_are_written_as_people_write_them(client: TestClient) -> None:
    assert "b 4\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}4" in client.get("/sessions/1").text
    assert "<strong>5 × 5 zero-space</strong>" in client.get("/sessions/new?preset=b4").text


def test_all_but_the_minutes_is_folded_away_until_something_of_it_is_wrong(client: TestClient) -> None:
    folded = '<details class="advanced">'
    page = client.get("/sessions/new").text
    assert folded in page
    for name, default in (
        ("require", None),
        ("axis", None),
        ("pool", 10),
        ("batch", 16),
        ("population", 10),
        ("patience", 500),
    ):
        (field,) = re.findall(rf'<input [^>]*name="{name}"[^>]*>', page.partition(folded)[2])
        assert default is None or f'placeholder="{default}"' in field
    answer = client.post("/sessions", data={"csrf": token(client), "require": "branching<3, gap", "pool": "0"})
    assert folded.replace(">", " open>") in answer.text
    assert 'value="branching&lt;3, gap"' in answer.text


SEARCH = {
    "require": "depth<=7, depth >= 3",
    "axis": "depth:4,moves:10",
    "pool": "3",
    "batch": "5",
    "population": "4",
    "patience": "10",
    "keep": "pool+archive",
}
SETTLED = {
    "require": ["depth<=7", "depth>=3"],
    "axes": ["depth:4", "moves:10"],
    "pool": 3,
    "batch": 5,
    "population": 4,
    "patience": 10,
    "keep": "pool+archive",
}


@pytest.mark.process
def test_the_form_and_programs_begin_a_session_with_bounds_and_sizes(client: TestClient) -> None:
    small = {"family": "sokoban", "preset": "b4", "option-size": "3", "evaluations": "40", "workers": "0"}
    answer = client.post("/sessions", data={**small, **SEARCH, "csrf": token(client)})
    assert answer.headers["location"] == "/sessions/2"
    started = client.post("/api/sessions", json={**SMALL, "evaluations": 40, **SETTLED})
    assert started.status_code == 201
    assert {name: started.json()[name] for name in SETTLED} == SETTLED
    until(lambda: activity(client, 2) == activity(client, 3) == "finished")
    for found in (*client.get("/api/sessions").json()["sessions"][:2], client.get("/api/sessions/2").json()):
        assert {name: found[name] for name in SETTLED} == SETTLED
        assert (found["pool_size"], found["generation"]) == (3, 8)
    for session in (2, 3):
        depths = [row["upper_bound"] for row in client.get(f"/api/sessions/{session}/pool").json()]
        assert len(depths) == 3
        assert all(3 <= depth <= 7 for depth in depths)
    page = client.get("/sessions/2").text
    for told in (
        "<dt>patience</dt><dd>10</dd>",
        "<dt>keep</dt><dd>pool+archive</dd>",
        '<dt>require</dt><dd class="wrap">depth&lt;=7, depth&gt;=3</dd>',
    ):
        assert told in page


@pytest.mark.parametrize(
    "given",
    [
        {"pool": "0"},
        {"batch": "1001"},
        {"population": "ten"},
        {"patience": "99999999999999999999999"},
        {"keep": "all"},
        {"require": "depth"},
        {"require": "nonsense<=3"},
    ],
)
def test_bounds_and_sizes_are_refused_as_on_the_command_line(
    client: TestClient, url: str, cenote: Invoke, given: dict[str, str]
) -> None:
    ((name, value),) = given.items()
    said = cenote("run", f"--{name}", value, "--evaluations", "1", "--storage", url)
    refusal = refused(said).removeprefix("Error: ").strip()
    form = client.post("/sessions", data={"csrf": token(client), **given})
    (fault,) = re.findall(r'id="fault">(.*?)</p>', form.text)
    assert unescape(fault) == refusal.removeprefix("--")
    asked = {name: [value] if name == "require" else value}
    answer = client.post("/api/sessions", json=asked)
    assert (answer.status_code, answer.json()["detail"]) == (422, refusal)
    assert len(client.get("/api/sessions").json()["sessions"]) == 1


@pytest.mark.parametrize("family", family_names())
def test_the_form_explains_what_is_counted(client: TestClient, family: str) -> None:
    page = client.get("/sessions/new", params={"family": family}).text
    for name, metric in get_declaration(family).metrics.items():
        assert f"<dt><code>{name}</code>" in page
        assert f"<dd>{metric.help}</dd>" in page


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"option-size": "60"}, "size 60 of type b is not between 2 and 48"),
        ({"option-outline": "#####\n#  x#\n#####"}, "line 2, column 4: &#39;x&#39; is not used in outlines"),
        ({"option-size": "five"}, "size &#39;five&#39; is not a whole number"),
        ({"evaluations": "0"}, "evaluations: 0 is too small; give at least 1"),
        ({"target": "very deep"}, "is not METRIC&gt;=NUMBER"),
        ({"evaluations": "many"}, "evaluations: &#39;many&#39; is not a whole number; write it in digits"),
        ({"minutes": "0"}, "minutes: 0 is too small; give more than 0"),
        ({"minutes": "1e9"}, "minutes: 1e9 is too large; give at most 10000000"),
        ({"minutes": "ten"}, "minutes: &#39;ten&#39; is not a number; write it like 7 or 2.5"),
        ({"islands": "999"}, "islands: 999 is too large; give at most "),
        ({"workers": "9999"}, "worker processes: 9999 is too large; give at most "),
        ({"seed": "-1"}, "seed: -1 is too small; give at least 0"),
        ({"preset": "b99"}, "sokoban has no preset &#39;b99&#39;"),
        ({"family": "chess"}, "there is no puzzle family &#39;chess&#39;"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_at_the_form(client: TestClient, fields: dict[str, str], told: str) -> None:
    sent = {"family": "sokoban", "csrf": token(client), "target": "depth>=5", "option-walk": "1234"} | fields
    answer = client.post("/sessions", data=sent)
    assert answer.status_code == 422
    (fault,) = re.findall(r'id="fault">(.*?)</p>', answer.text)
    assert told in fault
    assert 'value="1234"' in answer.text, "what was filled in is still there"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("option-size", "60"),
        ("option-nodes", "0"),
        ("option-outline", "#####\n#  x#\n#####"),
        ("batch", "0"),
        ("islands", "999"),
        ("islands", "few"),
        ("require", "nonsense<=3"),
        ("axis", "nonsense:1"),
        ("axis", "4"),
        ("target", "very deep"),
        ("target", "nonsense>=3"),
        ("name", "7"),
        ("seed", "-1"),
        ("workers", "9999"),
        ("minutes", "-1"),
        ("evaluations", "0"),
    ],
)
def test_what_is_wrong_stands_at_the_field_that_it_is_about(client: TestClient, field: str, value: str) -> None:
    sent = {"family": "sokoban", "csrf": token(client), "preset": "b4", field: value}
    form = client.post("/sessions", data=sent).text
    (at_fault,) = re.findall(r'<(?:input|textarea)[^>]*aria-invalid="true"[^>]*>', form)
    assert f'name="{field}"' in at_fault
    assert re.search(r'aria-describedby="[^"]*\bfault"', at_fault)
    assert form.count('id="fault"') == 1
    assert form.index(at_fault) < form.index('id="fault"')


def test_what_is_wrong_with_no_single_field_stands_above_the_form(client: TestClient) -> None:
    form = client.post("/sessions", data={"family": "sokoban", "csrf": token(client), "preset": "b99"}).text
    assert "aria-invalid" not in form
    assert form.index('id="fault"') < form.index('name="minutes"')


def test_the_page_and_the_answer_say_what_a_session_was_run_under(client: TestClient) -> None:
    (run,) = client.get("/api/sessions/1").json()["runs"]
    assert (run["generation"], run["python"], run["numpy"]) == (0, python_version(), version("numpy"))
    page = client.get("/sessions/1").text
    assert f"cenote {run['program']}, Python {run['python']}, NumPy {run['numpy']}, Numba {run['numba']}" in page


@pytest.mark.parametrize("address", ["/sessions", "/sessions/1/stop", "/sessions/1/resume"])
def test_forms_without_their_token_are_refused(client: TestClient, address: str) -> None:
    assert client.post(address, data={"family": "sokoban"}).status_code == 403


def test_what_does_not_run_cannot_be_stopped(client: TestClient) -> None:
    answer = client.post("/api/sessions/1/stop")
    assert (answer.status_code, answer.json()["detail"]) == (422, "session 1 is not running")


def test_a_session_that_has_ended_a_moment_before_it_is_stopped_just_shows_its_page(client: TestClient) -> None:
    answer = client.post("/sessions/1/stop", data={"csrf": token(client)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sessions/1")


@pytest.mark.parametrize(
    "body",
    [
        {"settings": {"size": [10**30]}},
        {"weights": {"depth": 1e300}},
        {"settings": {"size": [1] * 100}},
        {"minutes": -1},
        {"colour": "red"},
        {"objective": "deep", "weights": {"depth": 1}},
    ],
)
def test_numbers_and_lists_of_programs_are_bounded(client: TestClient, body: dict[str, object]) -> None:
    assert client.post("/api/sessions", json=body).status_code == 422


def test_no_session_has_more_workers_than_the_machine_has_cores(client: TestClient) -> None:
    too_many = {"workers": usable_cores() + 1}
    answers = [client.post(f"/api/sessions{path}", json=too_many) for path in ("", "/1/resume")]
    answers += [client.post(f"/sessions{path}", data={"csrf": token(client), **too_many}) for path in ("", "/1/resume")]
    for answer in answers:
        assert (answer.status_code, "more than this machine has cores" in answer.text) == (422, True)
    assert f'max="{usable_cores()}"' in client.get("/sessions/1").text
    assert len(client.get("/api/sessions").json()["sessions"]) == 1


def test_a_session_is_not_resumed_for_a_target_that_its_family_does_not_measure(client: TestClient) -> None:
    before = client.get("/api/sessions/1").json()
    form = client.post("/sessions/1/resume", data={"csrf": token(client), "target": "beauty>=3"})
    answer = client.post("/api/sessions/1/resume", json={"target": "beauty>=3"})
    assert [form.status_code, answer.status_code] == [422, 422]
    assert "there is no metric" in form.text
    assert answer.json()["detail"].startswith("there is no metric 'beauty'")
    after = client.get("/api/sessions/1").json()
    assert (after["stop"], after["activity"]) == (before["stop"], "finished")


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("evaluations", "0", "evaluations: 0 is too small; give at least 1"),
        ("minutes", "-1", "minutes: -1 is too small; give more than 0"),
        ("target", "very deep", "is not METRIC&gt;=NUMBER"),
        ("workers", "9999", "worker processes: "),
    ],
)
def test_a_form_to_resume_that_is_refused_keeps_what_was_filled_in(
    client: TestClient, field: str, value: str, told: str
) -> None:
    sent = {"csrf": token(client), "evaluations": "4321", "minutes": "77", "target": "depth>=9", "workers": "1"}
    answer = client.post("/sessions/1/resume", data={**sent, field: value})
    assert answer.status_code == 422
    (form,) = re.findall(r"<details data-when[^>]* open>\s*<summary>Resume.*?</details>", answer.text, re.DOTALL)
    shown = {name: unescape(value) for name, value in re.findall(r'<input name="(\w+)"[^>]* value="([^"]*)"', form)}
    assert shown == {**{name: value for name, value in sent.items() if name != "csrf"}, field: value}
    (at_fault,) = re.findall(r"<input[^>]*aria-invalid[^>]*>", form)
    assert f'name="{field}"' in at_fault
    (fault,) = re.findall(r'id="fault">(.*?)</p>', form)
    assert told in fault


@pytest.mark.process
def test_a_session_is_started_by_the_form_stopped_and_resumed_from_the_list(client: TestClient) -> None:
    fields = {"family": "sokoban", "preset": "b4", "option-size": "3", "workers": "0", "csrf": token(client)}
    answer = client.post("/sessions", data=fields)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sessions/2")
    until(lambda: client.get("/api/sessions/2").json()["generation"] > 1)
    assert activity(client, 2) == "running"
    assert client.post("/api/sessions/2/resume", json={}).status_code == 409
    stopped = client.post("/sessions/2/stop", data={"csrf": token(client), "back": "list"})
    assert stopped.headers["location"] == "/sessions"
    until(lambda: activity(client, 2) == "stopped")
    reached = client.get("/api/sessions/2").json()["evaluations"]
    resumed = client.post("/sessions/2/resume", data={"csrf": token(client), "evaluations": str(reached + 16)})
    assert resumed.headers["location"] == "/sessions/2"
    until(lambda: activity(client, 2) == "finished")
    assert client.get("/api/sessions/2").json()["evaluations"] == reached + 16


OUTLINE = "#######\r\n#     #\r\n# # # ###\r\n#       #\r\n# # ### #\r\n#       #\r\n#########\r\n"
"""An L with a door walled up, in the lines that browsers send."""


@pytest.mark.process
def test_a_session_on_a_drawn_board_is_started_by_the_form_and_its_levels_have_pages(client: TestClient) -> None:
    fields = {"family": "sokoban", "option-type": "e", "option-outline": OUTLINE, "evaluations": "16", "workers": "0"}
    assert re.search(r'<textarea [^>]*name="option-outline"', client.get("/sessions/new?family=sokoban").text)
    answer = client.post("/sessions", data={**fields, "csrf": token(client)})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sessions/2")
    until(lambda: activity(client, 2) == "finished")
    assert "#-#-###-#" in client.get("/sessions/2").text
    best, *_ = client.get("/api/levels", params={"session": 2}).json()["levels"]
    assert (best["type"], best["size"], best["boxes"], best["proven"]) == ("e", 3, 4, True)
    assert re.search(r'<img [^>]*src="/levels/\d+/picture.svg"', client.get(f"/levels/{best['id']}").text)
    assert 'viewBox="0 0 144 112"' in client.get(f"/levels/{best['id']}/picture.svg").text
    board = client.get(f"/levels/{best['id']}/file/xsb").text.split("\n")
    assert (board[0], re.sub("[^#]", "-", board[4])) == ("#######--", "#-#-###-#")


@pytest.mark.process
def test_a_program_starts_the_session_that_the_command_line_would(client: TestClient) -> None:
    answer = client.post("/api/sessions", json={**SMALL, "evaluations": 48})
    assert answer.status_code == 201
    session = answer.json()
    assert (session["seed"], session["space"]["sizes"], session["stop"]) == (5, [3], {"evaluations": 48})
    until(lambda: activity(client, session["id"]) == "finished")
    assert client.get(f"/api/sessions/{session['id']}").json()["evaluations"] == 48
