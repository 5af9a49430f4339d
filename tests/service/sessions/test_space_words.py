"""What a session makes, in the words that lists and pages use."""

import re
from collections.abc import Mapping

import pytest

from generator import get_declaration
from service.sessions.space_words import levels_in_words, levels_of, others_of
from service.web.languages import told


@pytest.mark.parametrize(
    ("family", "settings", "levels", "others"),
    [
        ("sokoban", {"type": ["b"], "size": [5]}, "b 5x5", "policy deepest, sweeps 1"),
        ("sokoban", {"type": ["b", "e"], "size": [3, 4]}, "b, e 3x3, 4x4", "policy deepest, sweeps 1"),
        ("linjat", {"mode": "hard"}, "hard 11x8", "numbers 19 20 21 22, effort 120000"),
        (
            "watersort",
            {},
            "colours 12, capacity 4, empty 2, pours water, ends together, fill random",
            "colours 12, capacity 4, empty 2, pours water, ends together, fill random",
        ),
    ],
)
def test_settings_are_told_in_words(family: str, settings: Mapping[str, object], levels: str, others: str) -> None:
    space = get_declaration(family).space(settings)
    assert (levels_of(space), others_of(space)) == (levels, others)
    assert str(levels_in_words(space)).replace(";", ",") == levels


def test_names_and_values_of_settings_are_translated() -> None:
    told_so = told("zh_Hans", levels_in_words(get_declaration("watersort").space({})))
    assert re.search("[a-z]", told_so) is None
