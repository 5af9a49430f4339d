"""Which family reads a text of which nobody said what puzzle it is."""

import pytest

from generator import get_family
from service.errors import RefusedError
from service.web.sandbox import worker

MAZE = "VH\nH."


def family_of(text: str, family: str = "") -> str:
    return worker.entries(family, text, 1)[0][0]


def test_a_text_is_read_by_the_family_whose_levels_it_has() -> None:
    assert family_of(MAZE) == "orimaze"
    assert family_of("#####\n#@$.#\n#####") == "sokoban"
    with pytest.raises(RefusedError, match="no puzzle has such levels"):
        family_of("?")


def test_an_orimaze_that_became_sokoban_is_sokoban_where_no_family_is_named() -> None:
    text = str(get_family("orimaze").run_tool("to-sokoban", [MAZE], {}).text)
    assert family_of(text) == "sokoban"
    assert worker.listing("", text, 1)[0] == "sokoban"
    assert family_of(text, "orimaze") == "orimaze"
