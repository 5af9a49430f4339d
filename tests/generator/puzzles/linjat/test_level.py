import pytest
from hypothesis import given

from generator.errors import LevelFormatError
from generator.puzzles.linjat.level import Level, Number, format_level, parse_level
from tests.generator.puzzles.linjat.strategies import levels

LEVEL = Level(("3 .", " 2 "))


def test_numbers_are_counted_row_by_row():
    assert LEVEL.numbers == (Number(0, 0, 3), Number(1, 1, 2))
    assert LEVEL.dots == {(0, 2)}


@given(levels())
def test_parse_and_format_are_inverse(level):
    assert parse_level(format_level(level)) == level


def test_rows_that_lost_their_blanks_are_filled_up():
    assert parse_level("3\n  .\n_2-") == Level(("3  ", "  .", " 2 "))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("3 1\n   ", "line 1, column 3: '1' is not a cell"),
        ("3 9\n   ", "line 1, column 3: '9' is not a cell"),
        ("3..", "line 1: a grid has 2 to 16 rows, not 1"),
        ("3" + 16 * " " + "\n", "line 1: a grid has 2 to 16 columns, not 17"),
        ("...\n   ", "line 1: a grid has 1 to 64 numbers, not 0"),
        ("\n".join(["2" * 13] * 5), "line 1: a grid has 1 to 64 numbers, not 65"),
    ],
)
def test_what_is_no_puzzle_is_refused(text, problem):
    with pytest.raises(LevelFormatError, match=problem):
        parse_level(text)
