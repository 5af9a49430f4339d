"""Rules: which piece moves into the free cell."""

import pytest

from generator.errors import IllegalMoveError
from generator.puzzles.orimaze.level import parse_level
from generator.puzzles.orimaze.moves import choices, played
from tests.generator.puzzles.orimaze.samples import positions
from tests.oracles import orimaze as oracle


@pytest.mark.parametrize(("height", "width"), [(2, 3), (4, 3), (3, 5)])
def test_moves_are_those_of_the_rules(height, width):
    for position in positions(height, width, 50):
        found = {letter: after.rows for letter, after in choices(position).items()}
        assert found == dict(oracle.moves(position.rows))
        assert all(after.lines == position.lines for after in choices(position).values())


def test_moves_count_up_to_the_first_solved_position():
    level = parse_level("VH\nH.")
    assert played(level, "lur") == ("lur", 0)
    assert played(level, "lu r lu") == ("lur", 2)


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("lx", "move 2: 'x' is none of the moves l u r d"),
        ("lu u", "move 3: no piece can move into the free cell from there (u)"),
        ("lr", "move 2: there is no H in the upper left corner at the end"),
    ],
)
def test_what_is_no_solution_is_refused_with_the_move(moves, reason):
    with pytest.raises(IllegalMoveError) as refusal:
        played(parse_level("VH\nH."), moves)
    assert str(refusal.value) == reason


def test_an_arrangement_has_to_be_reached():
    with pytest.raises(IllegalMoveError, match="the arrangement is not reached"):
        played(parse_level("VH\nH.\n--\nVH\n.H"), "")
