import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.puzzles.sokoban.similarity.distance import distances
from generator.puzzles.sokoban.states.reach import reachable
from tests.generator.puzzles.sokoban.similarity.test_identity import images_of
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import distance as oracle

LEVEL = Level(("#######", "#@$--.#", "#######"))


def distance(one, other):
    (found,) = distances(format_level(one), [format_level(other)])
    return found


@given(levels(), st.lists(levels(), max_size=4))
def test_it_is_as_by_the_oracle(level, others):
    others += [image for other in others for image in images_of(other)]
    found = distances(format_level(level), list(map(format_level, others)))
    assert found == [oracle.distance(level, other) for other in others]


@given(levels(), levels())
def test_it_is_symmetric_and_a_share(one, other):
    assert 0 <= distance(one, other) == distance(other, one) <= 1


@given(levels())
def test_twins_are_at_distance_zero(level):
    assert [distance(level, image) for image in images_of(level)] == [0.0] * 8


@given(levels())
def test_a_level_played_backwards_is_a_twin(level):
    walls, boxes, goals, player = level.cells()
    places = np.argwhere(reachable(~walls, player) & ~goals)
    assume(len(places))
    backwards = Level.from_cells(walls, goals, boxes, tuple(places[0].tolist()))
    assert distance(level, backwards) == 0.0


def test_the_share_counts_only_cells_that_are_no_wall_in_both():
    assert distance(LEVEL, Level(("#######", "#@$-.-#", "#######"))) == 2 / 5
    assert distance(Level(("####", "#@-#", "#$.#", "####")), Level(("####", "##@#", "#$.#", "####"))) == 1 / 4


def test_the_player_does_not_count():
    assert distance(LEVEL, Level(("#######", "#-$@-.#", "#######"))) == 0.0


def test_other_shapes_are_far_apart():
    assert distance(LEVEL, Level(("######", "#@$-.#", "######"))) == 1.0
    assert distance(LEVEL, Level(("#######", "#@$-.##", "#######"))) == 1.0
