import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.notation.ruler import cell_name, parse_cell

KNOWN = {"A1": (0, 0), "C5": (4, 2), "F7": (6, 5), "Z9": (8, 25), "AA10": (9, 26), "CV100": (99, 99)}


@pytest.mark.parametrize(("name", "cell"), KNOWN.items())
def test_columns_are_letters_and_rows_are_numbers_from_the_top(name, cell):
    assert cell_name(cell) == name
    assert parse_cell(name) == parse_cell(f" {name.lower()} ") == cell


@given(st.tuples(st.integers(0, 999), st.integers(0, 700)))
def test_every_cell_has_a_name_that_reads_back(cell):
    assert parse_cell(cell_name(cell)) == cell


@pytest.mark.parametrize("text", ["", "C", "5", "5C", "C0", "C05", "C-5", "C5.", "Ä5", "C\N{SUPERSCRIPT TWO}", "CCCC5"])
def test_what_is_no_cell_has_none(text):
    assert parse_cell(text) is None
