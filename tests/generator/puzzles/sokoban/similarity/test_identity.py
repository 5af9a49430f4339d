import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.guidance import states_of
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.files import parse_file
from generator.puzzles.sokoban.notation.xsb import parse_level
from generator.puzzles.sokoban.similarity.identity import board_id, exact_id, symmetries, unique_id
from generator.puzzles.sokoban.states.reach import reachable
from tests.generator.puzzles.sokoban.strategies import levels, played

PUBLISHED = """
###########
##### *. ##
####  @# ##
#  $.$#####
#   #  $ .#
##### $  .#
###########
"""


def test_the_example_that_sourcecode_se_publishes():
    level = parse_level(PUBLISHED)
    assert exact_id(level) == "4C58C6973860C790"
    assert unique_id(level) == "1674E2D1AC70B61C"


def test_the_levels_of_the_seed_thread(shared):
    entries = parse_file((shared / "levels/sokoban/seed-levels.xsb").read_text("utf-8"))
    found = [(exact_id(level), unique_id(level)) for level in (parse_level(entry.text) for entry in entries)]
    assert found == [("04AC0955AFBAF263", "086737296FCDCDF0"), ("42995829358CB54E", "0EE0AD2CB686FCD4")]


def test_the_eight_images_of_an_asymmetric_board_differ():
    images = symmetries(np.arange(6).reshape(2, 3))
    assert len({(image.shape, image.tobytes()) for image in images}) == 8
    assert [image.shape for image in images].count((3, 2)) == 4


@given(levels())
def test_mirrored_and_rotated_levels_are_one_level(level):
    assert {unique_id(image) for image in images_of(level)} == {unique_id(level)}


@given(levels(), st.data())
def test_a_walk_without_a_push_keeps_the_unique_id(level, data):
    walls, boxes, goals, player = level.cells()
    cells = np.argwhere(reachable(~(walls | boxes), player)).tolist()
    moved = Level.from_cells(walls, boxes, goals, tuple(data.draw(st.sampled_from(cells))))
    assert unique_id(moved) == unique_id(level)
    assert (exact_id(moved) == exact_id(level)) == (moved == level)


@pytest.mark.parametrize("around", ["-", "#"])
def test_what_surrounds_a_level_is_no_part_of_it(around):
    rows = ["#####", "#@$.#", "#####"]
    wide = Level((around * 9, *(around * 2 + row + around * 2 for row in rows), around * 9))
    assert exact_id(wide) == exact_id(Level(tuple(rows)))
    assert unique_id(wide) == unique_id(Level(tuple(rows)))


def test_other_goals_make_another_level():
    one, other = Level(("######", "#@$-.#", "######")), Level(("######", "#@$.-#", "######"))
    assert unique_id(one) != unique_id(other)


def images_of(level):
    *masks, player = level.cells()
    place = np.zeros_like(masks[0])
    place[player] = True
    for *image, at in zip(*map(symmetries, (*masks, place)), strict=True):
        yield Level.from_cells(*image, tuple(np.argwhere(at)[0].tolist()))


@given(played(), st.integers(0, 7), st.data())
def test_every_position_of_a_game_has_the_board_of_its_level(game, image, data):
    level, moves = game
    states = states_of(level, moves[: data.draw(st.integers(0, len(moves)))])
    position = list(images_of(states[-1].level))[image]
    assert board_id(position) == board_id(level)


def test_another_wall_or_goal_is_another_board():
    level = parse_level("#######\n#@-$-.#\n#-----#\n#######")
    for text in ("#######\n#@-$-.#\n#-#---#\n#######", "#######\n#@-$.-#\n#-----#\n#######"):
        assert board_id(parse_level(text)) != board_id(level)
