"""Sessions begin with the rooms of a file."""

import pytest

from generator.errors import LevelFormatError, SettingError
from generator.puzzles.sokoban.declaration import DECLARATION
from generator.puzzles.sokoban.family import FAMILY
from generator.puzzles.sokoban.kinds.free.genome import FreeGenome
from generator.values import SEEDS
from tests.generator.puzzles.sokoban.kinds.free.rooms import stream

LEVELS = "#######\n#@-$.-#\n#--$.-#\n#######\n\n#####\n#@-##\n#-$-#\n#$..#\n#####\n"
SHELL = "  ####\n###  #\n#    #\n## #######\n #    #  #\n ########\n"


def space(**settings):
    return DECLARATION.space({"type": ["free"], "boxes": [2], "rows": [4], "cols": [5], **settings})


def fixed(*boxes):
    return DECLARATION.space({"type": ["free"], "boxes": boxes, "walls": "fixed", "seed-levels": SHELL})


def rooms(seeded):
    return ["/".join(genome["room"]) for genome in seeded[SEEDS]]


def test_seeds_are_the_rooms_of_the_levels_as_they_are():
    seeded = FAMILY.seeded(space(), LEVELS)
    assert rooms(seeded) == ["---.-/---.-", "--#/---/-.."]
    assert {genome["effort"] for genome in seeded[SEEDS]} == {0}
    assert {name: seeded[name] for name in space()} == space()


def test_zero_space_levels_can_be_seeds_of_rooms_too():
    tiny = FAMILY.generate(FAMILY.random_genome(DECLARATION.space({"type": ["b"], "size": [2]}), stream(1))).level
    seeded = FAMILY.seeded(space(boxes=[3], rows=[5]), FAMILY.format(tiny))
    assert "/".join(seeded[SEEDS][0]["room"]).count(".") == 3


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"boxes": [1, 3]}, "level 1 of the file has 2 boxes; give --boxes 2 too"),
        ({"cols": [4]}, "level 1 of the file has 2 rows and 5 columns inside its walls; give --rows 2 --cols 5"),
        ({"rows": [2]}, "level 2 of the file has 3 rows and 3 columns inside its walls; give --rows 3 --cols 3"),
    ],
)
def test_levels_that_are_not_of_the_space_are_refused(settings, why):
    with pytest.raises(SettingError, match=why):
        FAMILY.seeded(space(**settings), LEVELS)


def test_rooms_by_cells_begin_with_levels_of_as_many_cells_or_fewer():
    given = DECLARATION.space({"type": ["free"], "cells": 12, "boxes": [2, 3, 4, 5, 6, 7, 8]})
    seeded = FAMILY.seeded(given, LEVELS)
    assert rooms(seeded) == ["---.-/---.-", "--#/---/-.."]
    found = [FreeGenome.from_json(FAMILY.random_genome(seeded, stream(seed))).room for seed in range(20)]
    assert {int((~room.walls).sum()) for room in found} == {12}
    few = DECLARATION.space({"type": ["free"], "cells": 9, "boxes": [2]})
    with pytest.raises(SettingError, match="level 1 of the file has 10 cells of floor; give --cells 10"):
        FAMILY.seeded(few, LEVELS)


@pytest.mark.parametrize(("cells", "fewer"), [({"cells": 12}, {"cells": 10}), ({"aim": "pushes"}, {"aim": "pushes"})])
def test_rooms_by_cells_in_a_frame_begin_with_levels_that_fit_into_it(cells, fewer):
    given = {"type": ["free"], "effort": 0, "cols": [5]}
    seeded = FAMILY.seeded(DECLARATION.space({**given, **cells, "rows": [3], "boxes": [2, 3, 4, 5, 6, 7, 8]}), LEVELS)
    found = [FreeGenome.from_json(FAMILY.random_genome(seeded, stream(seed))).room for seed in range(20)]
    assert all(room.height <= 3 and room.width <= 5 for room in found)
    with pytest.raises(SettingError, match=r"give --rows 3 --cols 3$"):
        FAMILY.seeded(DECLARATION.space({**given, **fewer, "rows": [2], "boxes": [2, 3, 4, 5, 6, 7, 8]}), LEVELS)


def test_a_drawing_of_walls_is_the_largest_room_that_they_enclose_with_goals_around_its_first_cell():
    assert rooms(FAMILY.seeded(fixed(3), SHELL)) == ["##..#/--.-#/#-###/#----"]


@pytest.mark.parametrize("text", ["####\n#  \n####\n", "####\n#  #\n####\n"])
def test_walls_that_enclose_too_little_are_refused(text):
    with pytest.raises(LevelFormatError, match=r"encloses [02] cells, too few for 2 boxes"):
        FAMILY.seeded(fixed(2), text)


def test_a_file_without_levels_is_refused():
    with pytest.raises(LevelFormatError, match="there is no level"):
        FAMILY.seeded(space(), "nothing here")
