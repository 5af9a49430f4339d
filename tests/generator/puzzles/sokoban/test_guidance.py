"""How a game of Sokoban stands after some moves."""

import pytest

from generator.errors import IllegalMoveError
from generator.guidance import Effort, Outlook
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.guidance import states_of

ROOM = FAMILY.parse("########\n#------#\n#-@$--.#\n#------#\n########")
EFFORT = Effort(nodes=2000, nodes_of_earlier=500, seconds=30)


def test_a_game_is_solvable_in_the_least_pushes() -> None:
    found = FAMILY.guide(ROOM, "r", "", EFFORT).view
    assert (found.outlook, found.left, found.proven, found.step) == (Outlook.OPEN, 2, True, "RR")
    assert FAMILY.guide(ROOM, "rrr", "", EFFORT).view.left == 0


@pytest.mark.parametrize(("moves", "reason"), [("ll", "wall"), ("rrrr", "behind"), ("x", "not a move")])
def test_moves_against_the_rules_are_refused(moves: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        FAMILY.guide(ROOM, moves, "", EFFORT)


def test_the_push_that_lost_the_game_is_named() -> None:
    """The box goes down to the edge, where it can never leave the lowest row, and on."""
    found = FAMILY.guide(ROOM, "lurrDrdLur", "", EFFORT)
    assert (found.view.outlook, found.since, found.certain) == (Outlook.LOST, 5, True)


def test_a_known_solution_tells_where_searches_find_nothing() -> None:
    nothing = Effort(nodes=1, nodes_of_earlier=1, seconds=0)
    assert FAMILY.guide(ROOM, "", "", nothing).view.outlook is Outlook.UNKNOWN
    known = FAMILY.guide(ROOM, "uddu", "ulDurRRR", nothing).view
    assert known.outlook is Outlook.UNKNOWN, "what is no solution is not believed"
    known = FAMILY.guide(ROOM, "ud", "rRR".upper(), nothing).view
    assert (known.outlook, known.left, known.step) == (Outlook.OPEN, 3, "RRR")


def test_the_positions_of_a_game_are_its_start_and_those_after_pushes() -> None:
    states = states_of(ROOM, "udRur")
    assert [state.moves for state in states] == [0, 3]
    assert states[-1].level.player == (1, 4)
