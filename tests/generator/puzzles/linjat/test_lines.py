import pytest
from hypothesis import given

from generator.errors import IllegalMoveError
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.lines import Line, format_lines, solution_of
from tests.generator.puzzles.linjat.strategies import levels
from tests.oracles.linjat import solutions

LEVEL = Level(("3 .", " 2 "))
LINES = [Line((0, 0), (0, 2)), Line((1, 0), (1, 1))]


def test_lines_are_written_by_their_ends_in_the_order_of_their_numbers():
    assert format_lines(LINES) == "A1-C1 A2-B2"
    assert solution_of(LEVEL, "A1-C1 A2-B2") == LINES


@pytest.mark.parametrize("text", ["b2-a2 c1-a1", "A2-B2,A1-C1", " A1-C1\nA2-B2 A2-B2 what follows does not count"])
def test_players_may_write_them_otherwise(text):
    assert solution_of(LEVEL, text) == LINES


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A1-C1", "move 2: the 2 at B2 has no line"),
        ("A1-C1 B1-B2", "move 2: B1-B2 crosses another line in B1"),
        ("A2-B2 A2-C2", "move 2: A2-C2 has 3 cells, but goes through a 2"),
        ("A1-C1 A1-C1", "move 2: the 3 at A1 has a line already"),
        ("A1-C1 C1-C2", "move 2: C1-C2 goes through no number; it should go through exactly one"),
        ("A1-C1 B2-D2", "move 2: B2-D2 is not on the grid"),
        ("A1-C1 B0-B2", "move 2: B0-B2 is not on the grid"),
        ("A1-B2 A2-B2", "move 1: 'A1-B2' is not a line"),
        ("A1 A2-B2", "move 1: 'A1' is not a line"),
        ("A1-Z1 A2-B2", "move 1: 'A1-Z1' is not a line"),
        ("", "move 1: the 3 at A1 has no line"),
    ],
)
def test_what_breaks_the_rules_is_refused(text, problem):
    with pytest.raises(IllegalMoveError, match=problem):
        solution_of(LEVEL, text)


def test_every_dot_must_be_covered():
    with pytest.raises(IllegalMoveError, match="move 2: the dot at B2 is not covered"):
        solution_of(Level(("2  ", " . ")), "A1-B1")


@given(levels(largest=5, most=4))
def test_every_solution_can_be_written_and_read(level):
    for lines in solutions(level):
        said = [Line(min(cells), max(cells)) for cells in lines]
        assert solution_of(level, format_lines(said)) == said
