"""Hints for Linjat: since which change a game is lost, and what shows the way out."""

import pytest

from generator import get_family
from generator.guidance import Effort, Outlook
from tests.generator.puzzles.linjat.spaces import levels_in

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


SHARED = FAMILY.parse(".  5 \n  . 4\n3.3 .\n 2.  \n. 4. \n     ")
"""In this one C2 and E3 are for the 3 at C3 and the 4 at E2 alone."""


def steps_of(level):
    moves = ""
    while (view := FAMILY.guide(level, moves, "", EFFORT).view).step:
        yield view
        moves = f"{moves} {view.step}".strip()


def test_a_hint_shows_which_lines_are_ruled_out_and_by_which_cells():
    (found,) = [view for view in steps_of(SHARED) if view.shown]
    assert (found.step, found.shown) == ("C2-C4", "-B3-D3 -C3-E3 C2 B3 E3 C4")


def test_no_line_of_the_solution_is_ruled_out():
    for level in levels_in({"mode": "hard", "rows": [6], "cols": [6], "numbers": [7], "effort": 1000}, 12):
        solution = FAMILY.solve(level, 100_000).moves.split()
        ruled_out = [word[1:] for view in steps_of(level) for word in view.shown.split() if word.startswith("-")]
        assert not {*ruled_out} & {*solution}
