import pytest

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.lurd import parse_moves, wrap_moves


def test_blanks_and_line_ends_mean_nothing():
    assert parse_moves(" lurd LURD\r\n\tll\n") == "lurdLURDll"


@pytest.mark.parametrize("text", ["lurX", "lu\nrX"])
def test_a_letter_that_is_no_move_is_named_with_its_number(text):
    with pytest.raises(IllegalMoveError, match=r"move 4: 'X' is not a move; use l, u, r, d") as caught:
        parse_moves(text)
    assert caught.value.step == 4


def test_wrapped_moves_are_lines_of_the_width_that_read_back():
    moves = "lurdLURD" * 30
    lines = wrap_moves(moves).split("\n")
    assert [len(line) for line in lines] == [100, 100, 40]
    assert parse_moves(wrap_moves(moves, 7)) == moves
    assert wrap_moves("") == ""
