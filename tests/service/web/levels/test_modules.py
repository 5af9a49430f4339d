"""The scripts that a page of the player asks for at once."""

import re

import pytest
from fastapi.testclient import TestClient

from generator import family_names, get_declaration
from service.web.levels.modules import FRAME, modules_of

PLAYED = [family for family in family_names() if get_declaration(family).player]


@pytest.mark.parametrize("family", PLAYED)
def test_all_scripts_of_a_player_are_asked_for_by_its_page(client: TestClient, family: str) -> None:
    level = get_declaration(family).example.text
    page = client.get("/play", params={"family": family, "level": level}).text
    asked = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    assert asked == [*modules_of(family)]
    assert {FRAME, f"/families/{family}/{get_declaration(family).player}", "/static/messages.js"} <= {*asked}
    texts = {address: client.get(address) for address in asked}
    assert {answer.status_code for answer in texts.values()} == {200}
    imports = {
        name.rpartition("/")[2]
        for answer in texts.values()
        for name in re.findall(r'from\s+"([^"]+[.]js)"', answer.text)
    }
    assert imports <= {address.rpartition("/")[2] for address in asked}


def test_where_nothing_is_played_no_script_is_asked_for() -> None:
    assert modules_of("template") == ()
