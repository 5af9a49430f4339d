"""What players are told of their game."""

import pytest

from generator import get_family
from generator.errors import IllegalMoveError
from generator.guidance import DEFAULT_EFFORT, Effort, Outlook
from tests.generator.puzzles.orimaze.samples import LONGEST_5X5

FAMILY = get_family("orimaze")
LEVEL = FAMILY.parse("VH\nH.")
LITTLE = Effort(nodes=20)


def test_the_next_move_is_told_with_the_least_moves_to_go():
    view = FAMILY.guide(LEVEL, "l", "", DEFAULT_EFFORT).view
    assert (view.outlook, view.left, view.proven, view.step) == (Outlook.OPEN, 2, True, "u")
    assert str(view.why) == "the piece above the free cell moves into it"


def test_a_move_back_is_never_lost():
    view = FAMILY.guide(LEVEL, "lrlr", "", DEFAULT_EFFORT).view
    assert (view.outlook, view.left) == (Outlook.OPEN, 3)


def test_a_level_without_a_solution_is_lost_from_the_start():
    guidance = FAMILY.guide(FAMILY.parse("VV\n.V"), "", "", DEFAULT_EFFORT)
    assert (guidance.view.outlook, guidance.since) == (Outlook.LOST, 0)


def test_where_the_search_is_too_short_the_known_solution_goes_on():
    level = FAMILY.parse(LONGEST_5X5)
    known = FAMILY.solve(level, 10_000).moves
    view = FAMILY.guide(level, known[:5], known, LITTLE).view
    assert (view.outlook, view.left, view.proven, view.step) == (Outlook.OPEN, 194, False, known[5])
    assert FAMILY.guide(level, known[:5], "", LITTLE).view.outlook is Outlook.UNKNOWN
    assert FAMILY.guide(level, known[:5], "lll", LITTLE).view.outlook is Outlook.UNKNOWN


def test_moves_against_the_rules_are_refused():
    with pytest.raises(IllegalMoveError):
        FAMILY.guide(LEVEL, "x", "", DEFAULT_EFFORT)
