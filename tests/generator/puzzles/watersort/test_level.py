import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import LevelFormatError
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.variants import End, Pour
from tests.generator.puzzles.watersort.strategies import levels

LEVEL = Level(("abb", "ab", "a", ""), 3)
BOARD = "b...\nbb..\naaa."
TWENTY_SEVEN = "\n".join(["abcdefghijklmnopqrstuvwx..."] * 2)


def test_tubes_stand_side_by_side():
    assert format_level(LEVEL) == BOARD
    assert parse_level(BOARD) == LEVEL


@given(levels(colours=24, capacity=16, least=1))
def test_parse_and_format_are_inverse(level):
    assert parse_level(format_level(level)) == level


@pytest.mark.parametrize(
    ("head", "pour", "end"),
    [
        ("", Pour.WATER, End.TOGETHER),
        ("LOOSE\n", Pour.WATER, End.LOOSE),
        ("BALL\n", Pour.BALL, End.TOGETHER),
        ("WHOLE LOOSE\n", Pour.WHOLE, End.LOOSE),
        ("LOOSE  WHOLE \n", Pour.WHOLE, End.LOOSE),
        ("WATER TOGETHER\n", Pour.WATER, End.TOGETHER),
    ],
)
def test_rules_stand_in_capitals_before_the_board(head, pour, end):
    assert parse_level(head + BOARD) == Level(LEVEL.tubes, 3, pour, end)


def test_blanks_around_rows_mean_nothing():
    assert parse_level("b...\r\n  bb.. \n\taaa.") == LEVEL


def test_colours_are_counted_and_tubes_beyond_them_are_empty():
    assert LEVEL.colours == ["a", "b"]
    assert LEVEL.empty == 2
    assert Level(("xx", "cc", ""), 2).colours == ["c", "x"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: there should be 2 to 26 tubes, not 0"),
        ("ab.", "line 1: a tube should hold 2 to 16 units, not 1"),
        ("\n".join(["a."] * 17), "line 1: a tube should hold 2 to 16 units, not 17"),
        (
            "\n".join(["abcdefghijklmnop"] * 13),
            "line 1: tubes of more than 12 units may have 15 colours at most, not 16",
        ),
        ("a\na", "line 1: there should be 2 to 26 tubes, not 1"),
        (TWENTY_SEVEN, "line 1: there should be 2 to 26 tubes, not 27"),
        ("...\n...", "line 1: all tubes are empty"),
        ("ab.\na..", "line 1, column 2: a unit has an empty place below it"),
        ("LOOSE\n...\n..b\na..", "line 3, column 3: a unit has an empty place below it"),
        ("  ab.\n a..", "line 1, column 4: a unit has an empty place below it"),
        ("ab.\nac.", "line 1: colour b should have 2 units, as many as a tube holds, not 1"),
        ("ab.\naaa", "line 1: colour a should have 2 units, as many as a tube holds, not 4"),
        ("ab.\nay.", "line 2, column 2: 'y' is not a unit; write small letters from a to x, and '.' for none"),
        ("ab.\nA..", "line 2, column 1: 'A' is not a unit"),
        ("ab.\nb a", "line 2, column 2: ' ' is not a unit"),
        ("ab.\nba", "line 2: the number of tubes is 2 here, but 3 above$"),
        ("ab.\nba.\n", "line 3: the number of tubes is 0 here, but 3 above"),
        ("LOOSE\nab.\nay.", "line 3, column 2: 'y' is not a unit"),
        ("LOOSE\nab.\nac.", "line 2: colour b should have 2 units"),
        (
            "LOSE\nab.\nba.",
            "line 1: 'LOSE' is not a rule; write some of WATER, WHOLE, BALL, TOGETHER, LOOSE, HIDDEN, or leave",
        ),
        ("BALL", "line 2: there should be 2 to 26 tubes, not 0"),
        ("ball\nab.\nba.", "line 2: the number of tubes is 3 here, but 4 above; rules are written in capitals"),
    ],
)
def test_what_is_no_level_is_refused_with_its_place(text, problem):
    with pytest.raises(LevelFormatError, match=f"^{problem}"):
        parse_level(text)


@given(st.text("abc.\n AL", max_size=30) | st.text(max_size=20))
def test_every_text_is_a_level_or_refused_in_one_line(text):
    try:
        level, message = parse_level(text), ""
    except LevelFormatError as error:
        level, message = LEVEL, str(error)
    assert re.fullmatch(".{0,299}", message)
    assert parse_level(format_level(level)) == level
