"""What a session makes, in the words that lists and pages use."""

import re
from collections.abc import Mapping

import pytest

from generator import get_declaration
from service.sessions.space_words import levels_in_words, levels_of, others_of
from service.web.languages import translated


@pytest.mark.parametrize(
    ("family", "settings", "levels", "others"),
    [
        ("sokoban", {"type": ["b"], "size": [5]}, "b 5x5", "policy deepest, sweeps 1"),
        ("sokoban", {"type": ["b", "e"], "size": [3, 4]}, "b, e 3x3, 4x4", "policy deepest, sweeps 1"),
        (
            "sokoban",
            {"type": ["free"], "cells": 17, "boxes": [2]},
            "free 17",
            "boxes 2, cells 17, aim pushes, walls evolve, effort 5000000",
        ),
        (
            "sokoban",
            {"type": ["free"], "cells": 17, "boxes": [2], "rows": [5], "cols": [6]},
            "free 5x6",
            "boxes 2, cells 17, aim pushes, walls evolve, effort 5000000",
        ),
        ("linjat", {"mode": "hard"}, "hard 11x8", "numbers 19 20 21 22, effort 120000"),
        ("watersort", {}, "12x4+2", "pours water, ends together, fill random"),
        (
            "watersort",
            {"colours": [8, 9], "hidden": 50, "pours": "ball"},
            "8/9x4+2, pours ball, hidden 50",
            "ends together, fill random",
        ),
        ("template", {}, "size 5", ""),
    ],
)
def test_settings_are_told_in_words(family: str, settings: Mapping[str, object], levels: str, others: str) -> None:
    space = get_declaration(family).space(settings)
    assert (levels_of(family, space), others_of(family, space)) == (levels, others)
    assert str(levels_in_words(family, space)).replace(";", ",") == levels


def test_names_and_values_of_settings_are_translated() -> None:
    space = get_declaration("watersort").space({"pours": "ball", "hidden": 50})
    told_so = translated("zh_Hans", levels_in_words("watersort", space))
    assert re.search("[a-wyz]", told_so) is None


def test_levels_of_a_family_that_was_uninstalled_are_told_by_kinds_and_sizes() -> None:
    assert levels_of("gone", {"sizes": [4], "colours": 3}) == "4x4"


def test_levels_of_a_session_from_before_a_setting_was_there_are_told_whole() -> None:
    assert levels_of("watersort", {"colours": [8], "pours": "ball"}) == "colours 8, pours ball"
