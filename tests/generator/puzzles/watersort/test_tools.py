"""The tool that only this family has: a relay search, whose position is where the next one begins."""

from dataclasses import replace

import pytest

from generator.errors import LevelFormatError, SettingError
from generator.puzzles.watersort import relay
from generator.puzzles.watersort.files import parse_file
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.pours import format_moves, played
from generator.puzzles.watersort.relay import MOST_LOST, MOST_POSITIONS, leg
from generator.puzzles.watersort.solver import solve
from generator.puzzles.watersort.tools import run
from generator.puzzles.watersort.variants import End
from tests.generator.puzzles.watersort.strategies import RULES, random_level

SWAPPED = Level(("ba", "ab", ""), 2)


@pytest.mark.parametrize("depth", [5, 12])
def test_the_printed_position_is_where_the_search_goes_on(depth):
    """As in the article: a solution of it is the rest of one of the level."""
    level = random_level(8, 4, 2)
    answer = run("relay", [format_level(level), "", "", ""], {"depth": depth})
    rest = solve(parse_level(answer.fields["level"]), 100_000).moves
    moves, cut = played(level, f"{answer.fields['solution']} {rest}")
    assert (answer.fields["pours"], cut) == (depth, 0)
    assert len(moves) == depth + len(rest.split())


def test_a_leg_is_told_as_a_position_and_its_pours():
    answer = run("relay", [format_level(SWAPPED), "", "", ""], {"depth": 2})
    assert answer.fields["pours"] == 2
    (entry,) = parse_file(str(answer.text))
    assert entry.text == answer.fields["level"]
    assert (answer.fields["solved"], answer.fields["stop"]) == (False, "depth")
    assert entry.comment == f"2 pours, not solved yet: {answer.fields['solution']}"


def test_what_is_printed_keeps_title_and_author():
    answer = run("relay", [format_level(SWAPPED), "", "Swapped", "Somebody"], {"depth": 1})
    (entry,) = parse_file(str(answer.text))
    assert (entry.title, entry.author) == ("Swapped", "Somebody")


def test_a_single_pour_is_told_as_one():
    (entry,) = parse_file(str(run("relay", [format_level(SWAPPED), "", "", ""], {"depth": 1}).text))
    assert entry.comment.startswith("1 pour, not solved yet: ")


@pytest.mark.parametrize("rules", RULES)
def test_what_is_printed_is_a_level_for_the_next_leg(rules):
    level = random_level(6, 4, 2, rules=rules)
    moves, text, fields = "", format_level(level), {}
    while not fields.get("solved"):
        (entry,) = parse_file(text)
        answer = run("relay", [entry.text, entry.comment, "", ""], {"depth": 5})
        text, fields = str(answer.text), answer.fields
        assert fields["before"] == moves.strip()
        moves += f" {fields['solution']}"
    assert played(level, moves)[1] == 0


@pytest.mark.parametrize(
    ("comment", "before"),
    [
        ("2 pours, not solved yet: AB BC", "AB BC"),
        ("2 pours, not solved yet: AB BC; before: CA", "CA AB BC"),
        ("1 pour, not solved yet: AB; before: CA", "CA AB"),
        ("0 pours, solved; before: CA", "CA"),
        ("0 pours, solved", ""),
        ("depth 14 (proven), branching 4.21", ""),
        ("2 pours: <b>", ""),
        ("", ""),
    ],
)
def test_a_leg_takes_over_what_its_predecessors_poured(comment, before):
    assert run("relay", [format_level(SWAPPED), comment, "", ""], {"depth": 1}).fields["before"] == before


@pytest.mark.parametrize(
    ("tubes", "said"),
    [
        (("aa", "bb", ""), "0 pours, solved"),
        (("ab", "ba"), "0 pours of 30, the level has no solution and no tube can ever be emptied"),
        (("cab", "cab", "cba", ""), "3 pours of 30, the level has no solution: "),
    ],
)
def test_a_leg_says_why_it_ends(tubes, said):
    answer = run("relay", [format_level(Level(tubes, len(tubes[0]))), "", "", ""], {"depth": 30})
    (entry,) = parse_file(str(answer.text))
    assert entry.comment == f"{said}{answer.fields['solution']}" if said.endswith(" ") else entry.comment == said


def test_a_leg_says_that_it_met_too_many_positions(monkeypatch):
    monkeypatch.setattr(relay, "MOST_POSITIONS", 3)
    answer = run("relay", [format_level(random_level(12, 4, 2)), "", "", ""], {"depth": 1000})
    assert answer.fields["stop"] == "limit"
    assert f"2 pours of 1000, ended after {MOST_POSITIONS} positions or {MOST_LOST} lost ends, not solved yet: " in str(
        answer.text
    )


def test_a_leg_that_solves_the_level_says_so():
    fields = run("relay", [format_level(SWAPPED), "", "", ""], {"depth": 1000}).fields
    assert fields["solved"] is True
    assert len(played(SWAPPED, fields["solution"])[0]) == fields["pours"] == 3


def test_rules_go_with_the_position():
    level = replace(random_level(4, 4, 2), end=End.LOOSE)
    assert format_level(
        parse_level(run("relay", [format_level(level), "", "", ""], {"depth": 1}).fields["level"])
    ).startswith("LOOSE")


@pytest.mark.parametrize("depth", [0, -1, 1001])
def test_the_depth_is_bounded(depth):
    with pytest.raises(SettingError, match=f"--depth {depth} is not between 1 and 1000"):
        run("relay", [format_level(SWAPPED), "", "", ""], {"depth": depth})


def test_what_is_no_level_or_no_tool_is_refused():
    with pytest.raises(LevelFormatError):
        run("relay", ["no level", "", "", ""], {"depth": 1})
    with pytest.raises(SettingError, match="watersort has no tool 'path'"):
        run("path", [format_level(SWAPPED)], {})


def test_moves_of_a_leg_are_told_in_the_notation_of_solutions():
    found = leg(SWAPPED, 3)
    assert run("relay", [format_level(SWAPPED), "", "", ""], {"depth": 3}).fields["solution"] == format_moves(
        found.moves
    )
