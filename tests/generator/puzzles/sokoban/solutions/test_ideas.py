"""What players call the same solution."""

from generator import defaults, get_family
from generator.puzzles.sokoban.notation import xsb
from generator.puzzles.sokoban.solutions.ideas import idea
from generator.puzzles.sokoban.solutions.replay import replay

TWO = xsb.parse_level("########\n#@ $  .#\n#      #\n#  $  .#\n#      #\n########\n")
CORNER = xsb.parse_level("########\n#      #\n# $    #\n#      #\n#   .  #\n#@     #\n########\n")


def idea_of(level, moves: str) -> str:
    assert replay(level, moves).pushes
    return idea(level, moves)


def test_the_order_of_boxes_and_the_ways_of_the_player_do_not_matter() -> None:
    assert idea_of(TWO, "rRRRdllldRRR") == idea_of(TWO, "ddrRRRullllurRRR") == "1,3:rrr 3,3:rrr"


def test_another_journey_of_a_box_is_another_idea() -> None:
    assert idea_of(CORNER, "uuuRRurDD") == "2,2:rrdd"
    assert idea_of(CORNER, "uuuurDDldRR") == "2,2:ddrr"


def test_in_other_families_each_solution_is_an_idea_of_its_own() -> None:
    assert defaults.idea(get_family("watersort"), None, "1>2 3>4") == "1>2 3>4"
