"""Levels read as rooms, and rid of what no solution needs."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free.placement import level_of, placement_of, without_pockets
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from tests.generator.puzzles.sokoban.kinds.free.rooms import levels_by_plain_search, rooms, widened
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles.sokoban import Sokoban

POCKETS = """
#######
#@-$.##
#-#####
#---###
#---###
#######"""


def least_pushes(level):
    """The least pushes of a level by plain search, None where it cannot be solved."""
    rules = Sokoban(level)
    found = rules.distances(_Everything())
    return min((depth for (boxes, _), depth in found.items() if boxes == rules.goals), default=None)


class _Everything:
    def __contains__(self, _):
        return True


@settings(max_examples=150)
@given(levels(most_boxes=2))
def test_filling_pockets_keeps_the_least_pushes(level):
    try:
        placement = placement_of(level)
    except UnsupportedLevelError:  # boxes or goals where the player cannot come
        return
    filled = level_of(without_pockets(placement))
    before, after = least_pushes(level_of(placement)), least_pushes(filled)
    if before is not None:
        assert after == before
    assert filled.boxes == placement.room.boxes
    assert level_of(without_pockets(placement_of(filled))) == filled


def test_dead_ends_and_empty_halls_are_filled_and_the_board_shrinks():
    level = level_of(without_pockets(placement_of(parse_level(POCKETS))))
    assert format_level(level) == "#####\n#@$.#\n#####"


def test_a_pocket_with_the_player_behind_a_box_stays():
    level = parse_level("######\n#@$-.#\n######")
    assert level_of(without_pockets(placement_of(level))) == parse_level("######\n#@$-.#\n######")


@settings(max_examples=30)
@given(rooms(most_boxes=2), st.sampled_from([0, 17]), st.data())
def test_a_level_is_its_standing(room, width, data):
    found = list(levels_by_plain_search(widened(room, width)))
    if found:
        level = level_of(placement_of(data.draw(st.sampled_from(found))[0]))
        assert level_of(placement_of(level)) == level


def test_the_player_stands_on_the_first_cell_that_he_can_walk_to():
    assert (
        format_level(level_of(placement_of(parse_level("#####\n#-$@#\n#-.-#\n#####")))) == "#####\n#@$-#\n#-.-#\n#####"
    )
