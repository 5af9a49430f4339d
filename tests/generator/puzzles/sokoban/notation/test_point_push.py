import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.point_push import Pair, format_point_push, is_point_push, parse_point_push

cells = st.tuples(st.integers(0, 99), st.integers(0, 99))
solutions = st.lists(st.builds(Pair, cells, cells), max_size=30)


@given(solutions)
def test_parse_and_format_are_inverse(pairs):
    assert parse_point_push(format_point_push(pairs)) == pairs


@given(st.lists(st.builds(Pair, cells, cells), min_size=1, max_size=30))
def test_the_notation_is_told_from_letters(pairs):
    assert is_point_push(format_point_push(pairs))
    assert not is_point_push("12(lurd LURD)")


def test_pairs_stand_between_commas_or_line_ends_and_blanks_mean_nothing():
    wanted = [Pair((2, 2), (4, 2)), Pair((6, 3), (6, 26)), Pair((0, 0), (0, 1))]
    assert parse_point_push("C3-C5, d7 - aa7\r\n\n a1-B1,\n") == wanted
    assert format_point_push(wanted) == "C3-C5, D7-AA7, A1-B1"


@pytest.mark.parametrize("text", ["C3-C5, D4", "C3-C5, D4-", "C3-C5, D4-D0", "C3-C5, D4-D5-D6", "C3-C5\nrrDD"])
def test_what_is_no_pair_is_named_with_its_number(text):
    with pytest.raises(IllegalMoveError, match="write it like C3-C5") as caught:
        parse_point_push(text)
    assert caught.value.step == 2
