"""The tool that only this family has: a relay search, whose position is where the next one begins."""

from dataclasses import replace

import pytest

from generator.errors import LevelFormatError, SettingError
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.relay import leg
from generator.puzzles.watersort.solving import solve
from generator.puzzles.watersort.tools import run
from generator.puzzles.watersort.variants import End
from tests.generator.puzzles.watersort.strategies import random_level

SWAPPED = Level(("ba", "ab", ""), 2)


@pytest.mark.parametrize("depth", [5, 12])
def test_the_printed_position_is_where_the_search_goes_on(depth):
    """As in the article: a solution of it is the rest of one of the level."""
    level = random_level(8, 4, 2)
    answer = run("relay", [format_level(level)], {"depth": depth})
    rest = solve(parse_level(answer.fields["level"]), 100_000).moves
    moves, cut = played(level, f"{answer.fields['solution']} {rest}")
    assert (answer.fields["pours"], cut) == (depth, 0)
    assert len(moves) == depth + len(rest.split())


def test_a_leg_is_told_as_a_position_and_its_pours():
    answer = run("relay", [format_level(SWAPPED)], {"depth": 2})
    assert answer.fields["pours"] == 2
    after = parse_level(answer.text.split("\n\n")[0])
    assert format_level(after) == answer.fields["level"]
    assert answer.fields["solved"] is False
    assert answer.text.endswith(f"2 pours, not solved yet: {answer.fields['solution']}")


def test_a_leg_that_solves_the_level_says_so():
    fields = run("relay", [format_level(SWAPPED)], {"depth": 1000}).fields
    assert fields["solved"] is True
    assert len(played(SWAPPED, fields["solution"])[0]) == fields["pours"] == 3


def test_rules_go_with_the_position():
    level = replace(random_level(4, 4, 2), end=End.LOOSE)
    assert format_level(parse_level(run("relay", [format_level(level)], {"depth": 1}).fields["level"])).startswith(
        "LOOSE"
    )


@pytest.mark.parametrize("depth", [0, -1, 1001])
def test_the_depth_is_bounded(depth):
    with pytest.raises(SettingError, match=f"--depth {depth} is not between 1 and 1000"):
        run("relay", [format_level(SWAPPED)], {"depth": depth})


def test_what_is_no_level_or_no_tool_is_refused():
    with pytest.raises(LevelFormatError):
        run("relay", ["no level"], {"depth": 1})
    with pytest.raises(SettingError, match="watersort has no tool 'path'"):
        run("path", [format_level(SWAPPED)], {})


def test_moves_of_a_leg_are_told_in_the_notation_of_solutions():
    found = leg(SWAPPED, 3)
    assert run("relay", [format_level(SWAPPED)], {"depth": 3}).fields["solution"] == format_moves(found.moves)
