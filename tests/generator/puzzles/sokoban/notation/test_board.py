"""Boards whose edge counts as a wall."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import get_family
from generator.errors import LevelFormatError, UnclosedLevelError
from generator.puzzles.sokoban.notation.board import LARGEST_SIDE, read_board, read_open_board
from generator.puzzles.sokoban.notation.files import parse_each

FAMILY = get_family("sokoban")
CLOSED = ["#####", "#@$.#", "#####"]
OPEN = ["  $.", " @--", "  ##"]
"""Nothing surrounds it but the edge; a wall on two cells is all that is drawn of one."""


def test_a_closed_level_is_read_as_ever() -> None:
    lines = ["", *(f"  {row}" for row in CLOSED), ""]
    assert read_open_board(lines, 1) == read_board(lines, 1)


def test_the_edge_of_an_open_level_becomes_a_wall() -> None:
    assert read_open_board(OPEN, 1).rows == ("#####", "#-$.#", "#@--#", "#-###", "#####")


def test_floor_at_the_edge_is_drawn_and_spaces_there_are_none() -> None:
    assert read_open_board(["-@$.", "####"], 1).rows == ("######", "#-@$.#", "######")
    assert read_open_board(["  @$.", "  ###"], 1).rows == ("#####", "#@$.#", "#####")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["@$", "##", "--"], "line 4: boxes: 1, goals: 0"),
        (["$.#", "---", "###"], "line 4: this level has no player"),
        (["@$." + "-" * (LARGEST_SIDE - 4)] * 1 + ["#"] * (LARGEST_SIDE - 1), f"columns: {LARGEST_SIDE + 1}"),
    ],
)
def test_what_is_no_level_stays_none(lines: list[str], problem: str) -> None:
    with pytest.raises(LevelFormatError, match=problem):
        read_open_board(lines, 4)


@given(st.lists(st.text("#@$.*-", min_size=3, max_size=6), min_size=3, max_size=6))
def test_with_closed_edges_a_board_is_refused_only_for_what_is_drawn_in_it(lines: list[str]) -> None:
    try:
        read_open_board(lines, 1)
    except UnclosedLevelError:
        pytest.fail("an edge that counts as a wall is closed")
    except LevelFormatError:
        with pytest.raises(LevelFormatError):
            read_board(lines, 1)
    else:
        assert FAMILY.parse(FAMILY.format(read_open_board(lines, 1))) == read_open_board(lines, 1)


@pytest.mark.parametrize("close_edges", [False, True])
def test_a_collection_has_its_levels_and_why_others_are_none(close_edges: bool) -> None:
    closed, opened = "\n".join(CLOSED), "\n".join(["$.-", "@-#", "###"])
    first, second, third = parse_each(
        f"{closed}\nTitle: One\n\n{opened}\nTitle: Two\n\n#####\n#@-$#\n#####\n", close_edges
    )
    assert getattr(first, "title", "") == "One"
    assert isinstance(third, LevelFormatError)
    if close_edges:
        assert getattr(second, "title", "") == "Two"
    else:
        assert isinstance(second, UnclosedLevelError)
        assert second.line == 6


def test_levels_in_xml_are_closed_and_left_out_alike() -> None:
    def level(*rows: str) -> str:
        return "<Level>" + "".join(f"<L>{row}</L>" for row in rows) + "</Level>"

    text = f"<SokobanLevels><LevelCollection>{level(*CLOSED)}{level('$.-', '@-#')}</LevelCollection></SokobanLevels>"
    first, second = parse_each(text)
    assert not isinstance(first, LevelFormatError)
    assert isinstance(second, LevelFormatError)
