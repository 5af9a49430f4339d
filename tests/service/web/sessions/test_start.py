"""The page on which a session is started: cards, the fields of a type, the settings of another session, a level."""

import re
from dataclasses import replace
from html import unescape

import pytest
from fastapi.testclient import TestClient

from generator import family_names, get_declaration
from service.sessions.spaces import space_of
from storage.database import Database
from storage.queries import get_level, get_session, list_sessions
from storage.recorder import start_session
from tests.service.conftest import Invoke, refused
from tests.service.web.conftest import token
from tests.service.web.sessions.test_pages import activity, until
from tests.storage.records import SETTINGS

SAME = ("family", "space", "objective", "weights", "budget", "patience", "stop", "replacement", "keep", "pool_size")


def fields(page: str) -> dict[str, str]:
    """The values of the inputs and the chosen options of the form, by their names."""
    form = re.search(r'<form class="card start".*?</form>', page, re.DOTALL)
    assert form
    inputs = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) | {"tag": tag} for tag in re.findall(r"<input [^>]*>", form[0])]
    said = {
        tag["name"]: tag.get("value", "") for tag in inputs if tag.get("type") != "checkbox" or " checked" in tag["tag"]
    }
    for name, options in re.findall(r'<select [^>]*?name="([^"]+)".*?>(.*?)</select>', form[0], re.DOTALL):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', options)
        if chosen:
            said[name] = chosen[1] or chosen[2]
    return {name: unescape(value) for name, value in said.items()}


@pytest.mark.parametrize("family", family_names())
def test_every_preset_has_a_card_with_a_picture_a_plain_name_and_a_button(client: TestClient, family: str) -> None:
    page = client.get("/sessions/new", params={"family": family}).text
    for preset, introduction in get_declaration(family).introductions.items():
        assert str(introduction.title) in page
        picture = f"/families/{family}/presets/{preset}.svg"
        assert f'src="{picture}"' in page
        drawn = client.get(picture)
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.text.startswith("<svg")
    others = get_declaration(family).presets.keys() - {fields(page)["preset"]}
    assert {
        *re.findall(r'name="preset" value="(\w+)">\s*<input type="hidden" name="minutes" value="10">', page)
    } == others


def test_pictures_of_what_there_is_not_are_not_found(client: TestClient) -> None:
    for path in ("/families/chess/presets/b5.svg", "/families/sokoban/presets/b99.svg", "/families/chess/showcase.svg"):
        assert client.get(path).status_code in (404, 422)


def test_a_pace_is_that_of_this_database_or_of_a_benchmark_or_not_there(client: TestClient) -> None:
    benchmark = client.get("/sessions/new").text
    assert "about 31 levels a second on two cores" in benchmark
    own = client.get("/sessions/new?preset=b4").text
    assert re.search(r"about [\d,.]+ levels a second here", own)
    assert "levels a second" not in client.get("/sessions/new?preset=w5").text.partition("Other kinds")[0]


def test_only_the_fields_of_the_chosen_type_are_there(client: TestClient) -> None:
    lattice, rooms = (client.get(f"/sessions/new?preset={name}").text for name in ("b5", "free7"))
    assert 'name="option-policy"' in lattice
    assert 'name="option-boxes"' not in lattice
    assert 'name="option-hull"' not in lattice
    assert 'name="option-boxes"' in rooms
    assert 'name="option-policy"' not in rooms
    sent = {"csrf": token(client), "family": "sokoban", "preset": "free7", "renew": "fields"}
    answer = client.post("/sessions", data={**sent, "option-type": "g", "seed": "7"})
    assert answer.status_code == 200
    assert 'name="option-hull"' in answer.text
    assert 'name="option-boxes"' not in answer.text
    assert fields(answer.text)["seed"] == "7"
    steps = {**sent, "family": "watersort", "preset": "tiny"}
    assert 'name="option-steps"' not in client.post("/sessions", data=steps).text
    assert 'name="option-steps"' in client.post("/sessions", data={**steps, "option-fill": "backward"}).text


def test_a_type_in_place_of_that_of_a_card_leaves_out_what_belongs_to_the_card_alone(
    client: TestClient, url: str
) -> None:
    sent = {"family": "sokoban", "preset": "free7", "option-type": "b", "option-size": "3", "evaluations": "1"}
    answer = client.post("/sessions", data={**sent, "workers": "0", "csrf": token(client)})
    assert answer.status_code == 303
    with Database.open_readonly(url) as database:
        assert get_session(database, 2).space["types"] == ["b"]
    until(lambda: activity(client, 2) == "finished")


@pytest.mark.parametrize("family", family_names())
def test_a_clone_gives_the_same_levels_with_another_seed(client: TestClient, url: str, family: str) -> None:
    for preset, settings in get_declaration(family).presets.items():
        space, budget = space_of(family, settings)
        asked = replace(SETTINGS, family=family, space=space, budget=budget, seed=77, pool_size=7)
        with Database.open(url) as database:
            session = start_session(database, asked)
        said = fields(client.get(f"/sessions/{session}/clone").text)
        assert (said["seed"], said["pool"]) == ("", "7"), preset
        assert "levels_of" not in said
        assert said["preset"] in get_declaration(family).presets
        assert not [name for name in said if name.startswith("option-") and name != "option-type" and said[name]]


@pytest.mark.process
def test_a_clone_that_is_started_has_the_settings_of_the_first(client: TestClient, url: str) -> None:
    weighted = {"family": "sokoban", "preset": "b4", "settings": {"size": [3]}, "weights": {"depth": 2, "moves": -0.5}}
    first = {**weighted, "evaluations": 16, "workers": 0, "patience": 40, "require": ["depth<=9"], "seed": 5}
    assert client.post("/api/sessions", json=first).status_code == 201
    said = fields(client.get("/sessions/2/clone").text)
    answer = client.post("/sessions", data={**said, "workers": "0", "seed": "6", "csrf": token(client)})
    assert answer.headers["location"] == "/sessions/3", answer.text
    with Database.open_readonly(url) as database:
        old, new = (get_session(database, number) for number in (2, 3))
    for name in SAME:
        assert getattr(new, name) == getattr(old, name), name
    until(lambda: {activity(client, number) for number in (2, 3)} == {"finished"})


def test_a_session_with_given_levels_is_cloned_with_them(client: TestClient, url: str) -> None:
    space = {**SETTINGS.space, "seeds": [{"any": "genome"}]}
    with Database.open(url) as database:
        session = start_session(database, replace(SETTINGS, space=space))
    page = client.get(f"/sessions/{session}/clone").text
    assert fields(page)["levels_of"] == str(session)
    assert "option-size" not in page


@pytest.mark.process
def test_more_like_a_level_begins_with_it_and_is_the_same_from_the_command_line(
    client: TestClient, url: str, cenote: Invoke
) -> None:
    level = client.get("/api/sessions/1/pool").json()[3]["level_id"]
    assert f'href="/sessions/like/{level}"' in client.get("/sessions/1").text
    with Database.open_readonly(url) as database:
        name = get_level(database, level).name
    assert name in client.get("/sessions/1").text
    page = client.get(f"/sessions/like/{level}").text
    assert f"More like {name}" in page
    assert f'src="/levels/{level}/picture.svg"' in page
    sent = {**fields(page), "seed": "3", "minutes": "", "evaluations": "16", "workers": "0", "csrf": token(client)}
    assert client.post("/sessions", data=sent).headers["location"] == "/sessions/2"
    until(lambda: activity(client, 2) == "finished")
    options = ("--seed", "3", "--evaluations", "16", "--workers", "0", "--quiet", "--storage", url)
    assert cenote("run", "--like", str(level), *options).exit_code == 0
    pools = [client.get(f"/api/sessions/{session}/pool").json() for session in (2, 3)]
    assert pools[0] == pools[1]
    assert level in [member["level_id"] for member in pools[0]]
    with Database.open_readonly(url) as database:
        first, second, third = list_sessions(database)
    assert second.space == third.space
    assert {name: value for name, value in second.space.items() if name != "seeds"} == first.space


def test_what_no_session_has_found_cannot_be_gone_on_from(client: TestClient, url: str, cenote: Invoke) -> None:
    assert client.get("/sessions/like/999999").status_code == 404
    assert client.post("/api/sessions", json={"like": 999999}).status_code == 404
    assert client.post("/api/sessions", json={"levels_of": 77}).status_code == 404
    given = cenote("run", "--like", "1", "--type", "b", "--evaluations", "1", "--storage", url)
    assert "leave --type out" in refused(given)
