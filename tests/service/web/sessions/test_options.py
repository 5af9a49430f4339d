"""Every option of every family and kind is sent with a valid value, and decides what the session makes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import FormData

from generator import family_names, get_declaration
from service.sessions.settings import NODES
from service.web.sessions.models import NewSession
from service.web.sessions.start_form import OPTION, fields_of
from storage.database import Database
from storage.recorder import start_session
from tests.service.web.conftest import token
from tests.service.web.sessions.test_start import fields
from tests.storage.records import SETTINGS

OUTLINE = "#########\r\n#-----###\r\n#-#-#-###\r\n#-------#\r\n#-#-###-#\r\n#-------#\r\n#########"
"""A board of type e, in the lines that browsers send."""
VALUES: Mapping[str, Mapping[str, str]] = {
    "sokoban": {
        "size": "3",
        "outline": OUTLINE,
        "walk": "5000",
        "threshold": "3",
        "sweeps": "2",
        "boxes": "2, 3",
        "rows": "5 6",
        "cols": "6",
        "cells": "9",
        "effort": "1000",
    },
    "linjat": {"rows": "8", "cols": "7", "numbers": "9", "effort": "40"},
    "watersort": {"colours": "5", "capacity": "5", "empty": "3", "steps": "9", "hidden": "20"},
    "orimaze": {"size": "4", "rows": "3", "cols": "6"},
}
"""A number or a drawing for every option without choices."""
BESIDE: Mapping[tuple[str, str], Mapping[str, str]] = {
    ("sokoban", "size"): {"type": "b"},
    ("sokoban", "outline"): {"type": "e"},
    ("sokoban", "walk"): {"policy": "farthest"},
    ("sokoban", "threshold"): {"policy": "farthest"},
    ("sokoban", "sweeps"): {"type": "e", "size": "4", "policy": "deceptive"},
    ("sokoban", "policy"): {"type": "e", "size": "4"},
    ("sokoban", "type"): {"size": "7"},
    ("sokoban", "hull"): {"type": "g"},
    ("sokoban", "aim"): {"cells": "9"},
    ("watersort", "steps"): {"fill": "backward"},
}
"""What has to be chosen besides, as the help of the option says."""
FREE = {"boxes", "rows", "cols", "cells", "aim", "effort"}
"""The options of free rooms alone."""


def settings_sent(page: str, given: Mapping[str, str]) -> Mapping[str, Any]:
    """The space of the session that the form of a page asks for when options are filled in."""
    sent = {**fields(page), **{OPTION + name: value for name, value in given.items()}}
    return NewSession.model_validate(fields_of(FormData(sent))).session_settings().space


def kinds() -> list[tuple[str, str]]:
    return [(family, preset) for family in family_names() for preset in get_declaration(family).presets]


def values(family: str, preset: str) -> Iterator[tuple[str, str]]:
    """Each value of every option that a kind has, by the name of the option."""
    declaration = get_declaration(family)
    is_free = declaration.presets[preset].get("type") == ["free"]
    for option in (*declaration.options, NODES):
        if not option.of_given_levels and (family != "sokoban" or is_free == (option.name in FREE) or option == NODES):
            for value in option.choices or (VALUES[family].get(option.name, "1000"),):
                yield option.name, value


def told(space: Mapping[str, Any]) -> set[str]:
    """The values of a space in words."""
    found = [each for value in space.values() for each in (value if isinstance(value, list | tuple) else [value])]
    return {str(value) for value in found}


@pytest.mark.parametrize(("family", "preset"), kinds())
def test_every_option_is_sent_by_the_form_with_each_of_its_values(client: TestClient, family: str, preset: str) -> None:
    page = client.get("/sessions/new", params={"family": family, "preset": preset}).text
    for option, value in values(family, preset):
        beside = {} if value == "free" else BESIDE.get((family, option), {})
        words = [value.replace("\r", "")] if option == "outline" else value.replace(",", " ").split()
        assert {*words} <= told(settings_sent(page, {**beside, option: value})), (option, value)


def test_what_only_given_levels_have_is_not_asked_for(client: TestClient) -> None:
    page = client.get("/sessions/new?preset=free7").text
    assert 'name="option-effort"' in page
    assert 'name="option-walls"' not in page


@pytest.mark.parametrize(
    ("preset", "said", "shown"),
    [
        ("b5", {}, {"sweeps"}),
        ("b10", {}, {"walk"}),
        ("b5", {"size": "4, 9"}, {"walk"}),
        ("w5", {}, {"walk", "threshold"}),
        ("s8", {}, {"walk", "threshold"}),
        ("b5", {"policy": "farthest"}, {"walk", "threshold"}),
        ("b10", {"policy": "last", "walk": "0"}, {"walk"}),
        ("b5", {"sweeps": "0"}, {"sweeps"}),
        ("b5", {"type": "free", "policy": "farthest"}, set()),
    ],
)
def test_only_the_settings_of_the_policy_are_asked_for(
    client: TestClient, preset: str, said: Mapping[str, str], shown: set[str]
) -> None:
    given = {OPTION + name: value for name, value in said.items()}
    form = fields(client.get("/sessions/new", params={"preset": preset}).text)
    sent = {**form, **given, "renew": "fields", "csrf": token(client)}
    page = client.post("/sessions", data=sent).text
    assert {name for name in ("walk", "threshold", "sweeps") if f'name="{OPTION}{name}"' in page} == shown


def test_weights_are_sent_by_the_form_of_a_clone(client: TestClient, url: str) -> None:
    with Database.open(url) as database:
        weighted = replace(SETTINGS, objective="weights", weights={"depth": 2.0, "moves": -0.5})
        session = start_session(database, weighted)
    said = fields(client.get(f"/sessions/{session}/clone").text)
    assert NewSession.model_validate(fields_of(FormData(said))).weights == {"depth": 2.0, "moves": -0.5}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pages_name_fields_by_their_labels(client: TestClient, language: str) -> None:
    client.headers["accept-language"] = language
    sent = {"csrf": token(client), "family": "sokoban", "preset": "b4", "workers": "0"}
    for field in ({"pool": "0"}, {"option-sweeps": "0"}, {"option-size": "five"}, {"require": "x" * 101}):
        # A token may have two hyphens in it by chance.
        page = re.sub(r'name="csrf" value="[^"]*"', "", client.post("/sessions", data={**sent, **field}).text)
        (fault,) = re.findall(r'id="fault">(.*?)</p>', page)
        (name,) = field
        (label,) = re.findall(rf'<label class="name" for="field-{name.removeprefix(OPTION)}"><span>([^<]+?) ?<', page)
        assert label in fault
        assert "--" not in page.partition("<form")[2].replace("<!--", "")
