import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.linjat.identity import distances, has_most_numbers_of, identity_of, images, similar
from generator.puzzles.linjat.level import Level, format_level
from tests.generator.puzzles.linjat.strategies import levels

LEVEL = Level(("3 .", " 2 "))
TURNED = Level((" 3", "2 ", " ."))


def distance(one, other):
    (found,) = distances(format_level(one), [format_level(other)])
    return found


def all_images(level):
    return [Level(rows) for rows in images(level)]


def test_an_asymmetric_level_has_eight_images():
    found = all_images(LEVEL)
    assert found[0] == LEVEL
    assert TURNED in found
    assert len(set(found)) == 8
    assert [(image.height, image.width) for image in found].count((3, 2)) == 4


@settings(max_examples=50)
@given(levels())
def test_images_are_one_level(level):
    found = all_images(level)
    assert {identity_of(image) for image in found} == {identity_of(level)}
    assert {frozenset(images(image)) for image in found} == {frozenset(images(level))}
    assert all(distance(level, image) == 0 for image in found)


@settings(max_examples=50)
@given(levels(largest=3, most=2), levels(largest=3, most=2))
def test_levels_are_one_just_where_one_is_an_image_of_the_other(one, other):
    assert (identity_of(one) == identity_of(other)) == (other in all_images(one))


@pytest.mark.parametrize("other", [("3 .", " 3 "), ("3 .", "2  "), ("3. ", " 2 "), ("3 .", " 2."), ("3  ", " 2 ")])
def test_another_value_place_or_dot_makes_another_level(other):
    assert identity_of(Level(other)) != identity_of(LEVEL)


@settings(max_examples=50)
@given(levels(largest=4, most=4), levels(largest=4, most=4))
def test_distance_is_symmetric_and_within_its_range(one, other):
    assert distance(one, other) == distance(other, one)
    assert 0 <= distance(one, other) <= 1


def test_distance_is_the_share_of_numbers_that_are_not_in_both():
    assert distance(LEVEL, Level(("3  ", "  2"))) == pytest.approx(2 / 3)
    assert distance(LEVEL, Level(("..3", " 2 "))) == 0
    assert distance(LEVEL, Level(("3 .", " 2 ", "   "))) == 1


@settings(max_examples=50)
@given(levels(largest=4), st.lists(levels(largest=4), max_size=4), st.floats(0, 1))
def test_similar_levels_are_those_at_a_small_distance(level, others, threshold):
    others = [*all_images(level), *others]
    everything = [(place, 1 - distance(level, other)) for place, other in enumerate(others)]
    found = similar(level, [format_level(other) for other in others], threshold)
    assert found == [(place, pytest.approx(overlap)) for place, overlap in everything if place in dict(found)]
    assert found[:8] == [(place, 1) for place in range(8)]
    assert all(overlap >= threshold for _, overlap in found)
    assert len(similar(level, [format_level(other) for other in others], 0)) == len(others)


@given(levels(), st.integers(0, 7))
def test_a_level_with_other_dots_has_its_numbers_whichever_way_it_is_turned(level, image):
    dotted = Level(tuple(row.replace(" ", ".") for row in all_images(level)[image].rows))
    assert has_most_numbers_of(dotted, level)
    assert not has_most_numbers_of(without(level, 1 + len(level.numbers) // 2), level)


def test_of_ten_numbers_one_may_be_another_one():
    level = Level(("2 3 2 3", "       ", "3 2 3  ", "       ", "2 3 2  "))
    assert has_most_numbers_of(Level(("2 3 2 4", *level.rows[1:])), level)
    assert has_most_numbers_of(without(level, 1), level)
    assert not has_most_numbers_of(without(level, 2), level)


def without(level, count):
    """A level without the first of its numbers."""
    rows = [list(row) for row in level.rows]
    for number in level.numbers[:count]:
        rows[number.row][number.column] = " "
    return Level(tuple(map("".join, rows)))
