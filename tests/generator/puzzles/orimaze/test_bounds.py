"""What is told of levels without a search."""

from itertools import pairwise

import pytest

from generator import get_family
from generator.puzzles.orimaze.level import FREE, Level, Position, format_level, images, parse_level, position_of
from tests.generator.puzzles.orimaze.samples import positions
from tests.oracles import orimaze as oracle

FAMILY = get_family("orimaze")


@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3)])
def test_no_solution_is_shorter_than_the_bound(height, width):
    for position in positions(height, width, 30):
        for rows, moves in oracle.distances(position.rows).items():
            assert FAMILY.least(Level(position, Position(rows))) <= moves
        corner = oracle.least_moves(position.rows, oracle.in_corner)
        assert corner is None or FAMILY.least(Level(position)) <= corner


def test_the_bound_counts_the_cells_that_pieces_have_to_go():
    assert FAMILY.least(parse_level("VVH\nVHV\nH.V")) == 2
    assert FAMILY.least(parse_level("VH\nH.\n--\n.H\nVH")) == 2


def test_every_position_of_a_game_is_known_however_it_is_turned():
    start = parse_level("VVH\nVHV\nH.V\n---\nH.V\nVHV\nVVH")
    for rows in oracle.distances(start.start.rows):
        for image in images(Level(Position(rows), start.goal)):
            assert FAMILY.may_be_reached(image, start), format_level(image)
    assert not FAMILY.may_be_reached(Level(start.start), start)
    assert not FAMILY.may_be_reached(parse_level("VVH\nVHV\nV.V"), Level(start.start))


def test_a_piece_that_is_turned_does_not_hide_a_level():
    starts = [Level(position) for position in positions(4, 5, 12)]
    starts.append(
        Level(parse_level("VVHHV\nHVHVV\nVH.HV\nHHVVH").start, parse_level("VVHHV\nHVHVV\nVHH.V\nHHVVH").start)
    )
    for start in starts:
        for at, letter in enumerate(start.start.letters):
            if letter == FREE:
                continue
            turned = Level(*(other and with_turned(other, at) for other in start))
            assert all(FAMILY.may_be_reached(image, start) for image in images(turned)), format_level(turned)


def with_turned(position, at):
    """A position with another piece in a cell, if it has one there."""
    letters = position.letters
    return position_of(
        letters[:at] + letters[at].translate(str.maketrans("HV", "VH")) + letters[at + 1 :], position.width
    )


def test_positions_that_were_made_apart_are_not_taken_for_changed_ones():
    assert not any(FAMILY.may_be_reached(Level(one), Level(other)) for one, other in pairwise(positions(5, 5, 20)))
