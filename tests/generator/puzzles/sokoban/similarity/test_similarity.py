"""Near duplicates, against boards laid over each other one cell at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from generator.puzzles.sokoban.similarity import similarity_kernels
from generator.puzzles.sokoban.similarity.similarity import find_similar, is_near
from tests.generator.puzzles.sokoban.similarity.test_identity import images_of
from tests.generator.puzzles.sokoban.strategies import levels
from tests.oracles import similarity as oracle

ROOM = "########\n#------#\n#-$-.--#\n#---$--#\n#-@-.--#\n########"
"""24 cells inside and 24 walls that touch them."""


def similarity(level, other, ignore_boxes=False):
    ((_, share),) = find_similar(level, [format_level(other)], 0, ignore_boxes)
    return share


@given(levels(), st.lists(levels(), min_size=1, max_size=4), st.sampled_from([0, 0.5, 0.8, 0.9, 1]), st.booleans())
def test_similarity_is_as_by_the_oracle(level, others, threshold, ignore_boxes):
    wanted = [oracle.similarity(level, other, ignore_boxes) for other in others]
    found = find_similar(level, list(map(format_level, others)), threshold, ignore_boxes)
    assert [place for place, _ in found] == [place for place, share in enumerate(wanted) if share >= threshold]
    assert [share for _, share in found] == pytest.approx([wanted[place] for place, _ in found])


@given(levels())
def test_mirrored_and_rotated_levels_are_the_same(level):
    assert {similarity(level, image) for image in images_of(level)} == {1}


@pytest.mark.parametrize(
    ("changed", "near"),
    [
        (("#-$-.--#", "#--$.--#"), True),  # another position
        (("#---$--#", "#-#-$--#"), True),  # a wall more
        (("#-$-.--#", "#-$--.-#"), True),  # a goal elsewhere
        (("#-@-.--#", "#-@#.#-#"), True),
        (("#---$--#", "#-##$#-#"), False),
    ],
)
def test_boards_with_few_other_walls_or_goals_are_near_whichever_way_they_are_turned(changed, near):
    other = parse_level(ROOM.replace(*changed))
    assert [is_near(image, parse_level(ROOM)) for image in images_of(other)] == [near] * 8


def test_the_player_does_not_count():
    other = ROOM.replace("@", "-").replace("#------#\n#-$", "#-----@#\n#-$")
    assert similarity(parse_level(ROOM), parse_level(other)) == 1


def test_a_box_elsewhere_is_two_cells_that_differ():
    other = ROOM.replace("#---$--#", "#--$---#")
    assert similarity(parse_level(ROOM), parse_level(other)) == pytest.approx(46 / 48)
    assert similarity(parse_level(ROOM), parse_level(other), ignore_boxes=True) == 1


def test_a_box_on_a_goal_is_a_goal_without_its_box():
    other = ROOM.replace("-$-.", "---*")
    assert similarity(parse_level(ROOM), parse_level(other)) == pytest.approx(46 / 48)
    assert similarity(parse_level(ROOM), parse_level(other), ignore_boxes=True) == 1


def test_a_level_within_a_larger_one_is_found_where_it_lies():
    rows = [f"####{row}#####" for row in ROOM.split("\n")]
    rows[2] = "#####-$-.-------#"
    larger = parse_level("\n".join(rows))
    small = parse_level(ROOM)
    assert similarity(small, larger) == pytest.approx(47 / 48), "a wall of the small one is open"
    assert similarity(larger, small) < similarity(small, larger)


@pytest.mark.parametrize("around", ["-", "#"])
def test_what_surrounds_a_level_does_not_count(around):
    wide = Level((around * 14, *(around * 3 + row + around * 3 for row in ROOM.split("\n")), around * 14))
    assert similarity(parse_level(ROOM), wide) == similarity(wide, parse_level(ROOM)) == 1


def test_thousands_of_levels_are_searched_at_once():
    rng = np.random.default_rng(3)
    texts = []
    for _ in range(3000):
        letters = np.full((13, 13), "#")
        letters[1:-1, 1:-1] = rng.choice(["-", "-", "-", "#", "$", "."], (11, 11))
        letters[tuple(rng.integers(1, 12, 2))] = "@"
        texts.append("\n".join("".join(row) for row in letters))
    query = Level(tuple(texts[1234].split("\n")))
    assert find_similar(query, texts, 0.9) == [(1234, 1)]


def test_the_kernel_is_compiled_once():
    assert similarity(parse_level(ROOM), parse_level(ROOM)) == 1
    assert len(similarity_kernels.least_differences.signatures) == 1
