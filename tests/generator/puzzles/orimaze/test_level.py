"""Texts of levels."""

import pytest

from generator.errors import LevelFormatError
from generator.puzzles.orimaze.level import Level, Position, format_level, images, parse_level

ARRANGED = "VH\nH.\n--\nVH\n.H"


def test_a_level_is_a_position_and_perhaps_another_one():
    assert parse_level("VH\nH.\n") == Level(Position(("VH", "H.")))
    assert parse_level(ARRANGED) == Level(Position(("VH", "H.")), Position(("VH", ".H")))
    assert format_level(parse_level(ARRANGED)) == ARRANGED


def test_lines_hold_as_many_pieces_after_a_move():
    level = parse_level(ARRANGED)
    assert level.goal is not None
    assert level.start.lines == level.goal.lines == ((1, 1), (1, 0))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("VH\nHx", "line 2, column 2: 'x' is none of the letters H V ."),
        ("VH\nH.H", "line 2: all rows must be equally long"),
        ("VH\nHH", "line 1: a grid has one free cell (.), not 0"),
        ("V.\nH.", "line 1: a grid has one free cell (.), not 2"),
        ("VH.", "line 1: a grid has 2 to 8 rows, not 1"),
        ("V\n.", "line 1: a row has 2 to 8 cells, not 1"),
        ("VH\nH.\n--\nVHH\nHH.", "line 4: the position to be reached has other rows and columns"),
        ("VH\nH.\n--\nVH\nHH", "line 4: a grid has one free cell (.), not 0"),
        ("VH\nH.\n--\nVH\n.H\n--", "line 6: there is more than one line of -"),
    ],
)
def test_what_is_no_level_is_refused_with_the_line(text, reason):
    with pytest.raises(LevelFormatError) as refusal:
        parse_level(text)
    assert str(refusal.value) == reason


def test_mirrored_arrangements_are_the_same_level_and_corners_are_not():
    assert len({*images(parse_level("VHH\nH.V\n---\nVHH\n.HV"))}) == 8
    assert {*images(parse_level("VH\nH."))} == {parse_level("VH\nH.")}
