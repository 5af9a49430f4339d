"""What users ask of a new session, wherever they write it."""

from collections.abc import Mapping, Sequence

import pytest

from generator import family_names, get_declaration
from generator.errors import SettingError
from service.errors import ServiceError
from service.sessions.settings import asked_objective, family_settings, options_of


@pytest.mark.parametrize("family", family_names())
def test_without_wishes_a_session_has_the_first_preset(family: str) -> None:
    declaration = get_declaration(family)
    assert family_settings(family, "", {}) == next(iter(declaration.presets.values()))
    assert all(declaration.space(family_settings(family, preset, {})) for preset in declaration.presets)


def test_what_is_given_overrides_the_preset() -> None:
    given = {"size": ["4", 5], "walk": ["1000"], "policy": ["last"], "nodes": [7], "sweeps": []}
    settings = family_settings("sokoban", "b4", given)
    assert settings == {"type": ["b"], "size": [4, 5], "walk": 1000, "policy": "last", "nodes": 7}


def test_cells_take_the_place_of_the_rows_and_columns_of_a_preset() -> None:
    assert family_settings("sokoban", "free7", {"cells": [12]}) == {"type": ["free"], "boxes": [3], "cells": 12}


def test_an_outline_takes_the_place_of_the_size_of_a_preset_and_not_of_one_that_is_given() -> None:
    drawn = family_settings("sokoban", "b4", {"outline": ["####\n#--#\n#--#\n####\n"]})
    assert "size" not in drawn
    both = family_settings("sokoban", "b4", {"outline": ["####\n#--#\n#--#\n####\n"], "size": [4]})
    assert both["size"] == [4]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"size": ["five"]}, "--size 'five' is not a whole number"),
        ({"size": ["9" * 5000]}, "is too large; write a smaller number"),
        ({"size": ["٣"]}, "is not a whole number"),
        ({"size": ["4"] * 65}, "--size was given 65 times; give it at most 64 times"),
        ({"policy": ["last", "farthest"]}, "--policy was given 2 times"),
        ({"policy": ["luck"]}, "--policy cannot be 'luck'; choose from: "),
        ({"nodes": [0]}, "--nodes 0 is not between 1 and"),
        ({"colour": ["red"]}, "sokoban has no option 'colour'; there are: type, size"),
    ],
)
def test_what_is_no_value_is_refused_in_one_short_line(given: Mapping[str, Sequence[str | int]], told: str) -> None:
    with pytest.raises(SettingError, match=told) as refusal:
        family_settings("sokoban", "", given)
    assert len(str(refusal.value)) < 300
    assert "\n" not in str(refusal.value)


def test_a_preset_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(SettingError, match="linjat has no preset 'b5'; there are: hard"):
        family_settings("linjat", "b5", {})


def test_every_option_of_a_family_has_a_name_of_its_own() -> None:
    for family in family_names():
        names = [option.name for option in options_of(family)]
        assert len(names) == len({*names})


def test_an_objective_is_named_or_weighed() -> None:
    assert asked_objective("deep", {}).name == "deep"
    assert asked_objective("", {"depth": 2.0}).weights == {"depth": 2.0}
    with pytest.raises(ServiceError, match="give one of them"):
        asked_objective("deep", {"depth": 2.0})
    with pytest.raises(ServiceError, match="there is no objective 'beauty'; there are: deep"):
        asked_objective("beauty", {})
