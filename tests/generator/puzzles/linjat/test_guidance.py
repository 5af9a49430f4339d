"""Hints for Linjat: since which change a game is lost, and what shows the way out."""

import pytest

from generator import get_family
from generator.guidance import Effort, Outlook

FAMILY = get_family("linjat")
LEVEL = FAMILY.parse("2..\n  3\n2..")
"""Its solution is A1-B1, C1-C3 and A3-B3."""
EFFORT = Effort()


def guided(moves):
    return FAMILY.guide(LEVEL, moves, "", EFFORT)


@pytest.mark.parametrize(
    ("moves", "since"),
    [
        ("A1-A2", 1),
        ("C1-C3 A1-A2", 2),
        ("C1-C3 A1-A2 A3-B3", 2),
        ("A1-A2 A1-B1 C1-C3 A2-A3", 4),
        ("A1-A2 A2-A3 -A1-A2 A1-B1", 1),
        ("A1-A2 -A1-A2 A2-A3", 3),
    ],
)
def test_a_game_is_lost_since_a_wrong_line_is_there(moves, since):
    found = guided(moves)
    assert (found.view.outlook, found.since, found.certain) == (Outlook.LOST, since, True)
    before = " ".join(moves.split()[: since - 1])
    assert guided(before).view.outlook is Outlook.OPEN


def test_a_game_is_open_again_when_the_wrong_line_is_removed():
    found = guided("A1-A2 -A1-A2")
    assert (found.view.outlook, found.since) == (Outlook.OPEN, None)
    assert guided("A1-A2 C1-C3 A3-B3 A1-B1").view.left == 0
