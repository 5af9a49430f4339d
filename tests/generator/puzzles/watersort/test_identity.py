"""Levels are one whatever the order of their tubes and the names of their colours."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.identity import distances, identity_of, similar
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.variants import End, Pour
from tests.generator.puzzles.compiled import compiled_twice
from tests.generator.puzzles.watersort.enumerated import levels as all_levels
from tests.generator.puzzles.watersort.strategies import levels, random_level
from tests.oracles.watersort import are_same


def distance(one, other):
    (found,) = distances(format_level(one), [format_level(other)])
    return found


def image_of(level, order, names):
    """The level with its tubes in another order and its colours by other names."""
    renamed = str.maketrans("".join(level.colours), "".join(names[: len(level.colours)]))
    return replace(level, tubes=tuple(level.tubes[place].translate(renamed) for place in order))


@st.composite
def images(draw, **sizes):
    """A level and an image of it."""
    level = draw(levels(**sizes))
    order = draw(st.permutations(range(len(level.tubes))))
    return level, image_of(level, order, draw(st.permutations(LETTERS)))


@st.composite
def neighbours(draw, colours):
    """A small level and an image of it, in which two units may have changed places."""
    level, image = draw(images(colours=colours))
    units = list("".join(image.tubes))
    one, other = draw(st.tuples(*[st.integers(0, len(units) - 1)] * 2))
    units[one], units[other] = units[other], units[one]
    rest = iter(units)
    return level, replace(image, tubes=tuple("".join(next(rest) for _ in tube) for tube in image.tubes))


@settings(max_examples=60)
@given(images(colours=24, capacity=8, empty=2, least=1))
def test_images_are_one_level(pair):
    level, image = pair
    assert identity_of(level) == identity_of(image)
    assert distance(level, image) == 0


@settings(max_examples=150)
@given(neighbours(5))
def test_levels_are_one_just_where_one_is_an_image_of_the_other(pair):
    one, other = pair
    assert (identity_of(one) == identity_of(other)) == are_same(one.tubes, other.tubes)


def test_all_levels_of_a_small_size_are_told_apart():
    """Every level is an image of that by which its class is called, and classes are no images of one another."""
    names = {}
    for level in all_levels(3, 3, 1):
        names.setdefault(identity_of(level), []).append(level.tubes)
    assert all(are_same(tubes, parse_level(name).tubes) for name, found in names.items() for tubes in found)
    first = [found[0] for found in names.values()]
    assert not any(are_same(one, other) for place, one in enumerate(first) for other in first[:place])


@settings(max_examples=60)
@given(levels(colours=24, capacity=8, least=1))
def test_the_canonical_form_is_a_level_and_its_own(level):
    found = parse_level(identity_of(level))
    assert identity_of(found) == format_level(found) == identity_of(level)
    assert found.colours == [*LETTERS[: len(level.colours)]]
    assert sorted(map(len, found.tubes)) == sorted(map(len, level.tubes))
    if len(level.colours) <= 5:
        assert are_same(found.tubes, level.tubes)


def test_rules_are_a_part_of_the_level():
    tubes = ("ab", "ba", "")
    found = {identity_of(Level(tubes, 2, pour, end)) for pour in Pour for end in End}
    assert len(found) == 6


def copies(count, *tubes):
    """So many of the same tubes, each with colours of its own."""
    colours = sorted(set("".join(tubes)))
    found = []
    for number in range(count):
        names = LETTERS[number * len(colours) : (number + 1) * len(colours)]
        found += [tube.translate(str.maketrans("".join(colours), names)) for tube in tubes]
    return found


def circles(*lengths):
    """Tubes of two units in which colours lie on one another in circles of these lengths."""
    found, letters = [], iter(LETTERS)
    for length in lengths:
        colours = [next(letters) for _ in range(length)]
        found += [colours[place - 1] + colours[place] for place in range(length)]
    return found


SYMMETRIC = {
    "solved": [colour * 12 for colour in LETTERS],
    "solved, two units a tube": [colour * 2 for colour in LETTERS],
    "one circle of four": ["abcd", "bcda", "cdab", "dabc"],
    "six circles of four": copies(6, "abcd", "bcda", "cdab", "dabc"),
    "one circle of twenty-four": [(LETTERS * 2)[place : place + 12] for place in range(24)],
    "eight circles of three": copies(8, "abc", "bca", "cab"),
    "twelve pairs": copies(12, "aabb", "bbaa"),
    "twelve pairs in turn": copies(12, "ababababab", "bababababa"),
    "the same tube twelve times": [LETTERS[:12]] * 12,
    "each on each other": ["".join(LETTERS[place ^ height] for height in range(12)) for place in range(16)],
    "eight on one another three times": copies(3, *("".join(LETTERS[a ^ b] for a in range(8)) for b in range(8))),
    "the points and lines of a plane": ["".join(LETTERS[(a + b) % 21] for b in (0, 1, 4, 14, 16)) for a in range(21)],
    "half of it solved": [colour * 4 for colour in LETTERS[:12]]
    + [LETTERS[12 + place] * 2 + LETTERS[12 + (place + 1) % 12] * 2 for place in range(12)],
    "solved but for two colours": copies(1, "aabb", "bbaa") + [colour * 4 for colour in LETTERS[2:15]],
    "circles of every length": circles(1, 2, 3, 4, 5, 6),
    "circles of some lengths": circles(1, 1, 1, 1, 2, 2, 2, 2, 3),
}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_levels_are_one_with_their_images(name):
    """Trying all names of colours that look alike would not come to an end here."""
    tubes = SYMMETRIC[name]
    mixed = Random(1)
    order, names = mixed.sample(range(len(tubes)), len(tubes)), mixed.sample(LETTERS, len(LETTERS))
    level = Level(tuple(tubes), len(tubes[0]))
    assert identity_of(image_of(level, order, names)) == identity_of(level)


@settings(max_examples=60)
@given(levels(), levels())
def test_distance_is_symmetric_and_within_its_range(one, other):
    assert distance(one, other) == distance(other, one)
    assert 0 <= distance(one, other) <= 1
    assert distance(one, one) == 0


@settings(max_examples=80)
@given(neighbours(5))
def test_no_distance_is_left_just_between_images(pair):
    one, other = pair
    assert (distance(one, other) == 0) == (identity_of(one) == identity_of(other))


@pytest.mark.parametrize("seed", range(5))
def test_a_few_units_that_change_places_are_a_small_distance(seed):
    level = random_level(12, 4, 2, seed)
    turned = replace(level, tubes=(level.tubes[0][::-1], *level.tubes[1:]))
    mixed = Random(seed)
    image = image_of(turned, mixed.sample(range(14), 14), mixed.sample(LETTERS, len(LETTERS)))
    assert 0 < distance(level, turned) < 4.5 / 48
    assert 0 < distance(level, image) < 4.5 / 48


def test_other_levels_are_far_apart():
    level, other = random_level(12, 4, 2, seed=1), random_level(12, 4, 2, seed=2)
    assert 0.4 < distance(level, other) < 0.8


def test_levels_of_unlike_shapes_are_as_far_apart_as_can_be():
    shapes = [(4, 4, 1), (4, 4, 2), (5, 4, 1), (4, 5, 1)]
    found = [random_level(*shape) for shape in shapes]
    assert all(distance(one, other) == 1 for place, one in enumerate(found) for other in found[:place])


def test_distance_is_the_share_of_units_that_lie_elsewhere():
    level = Level(("aaab", "bbba", "cccc", ""), 4)
    assert distance(level, replace(level, tubes=("", "bbbc", "cccb", "aaaa"))) == 0
    assert distance(level, replace(level, tubes=("aaaa", "bbbb", "cccc", ""))) == pytest.approx(2 / 12)
    assert distance(level, replace(level, tubes=("aaab", "bbbc", "ccca", ""))) == pytest.approx(2 / 12)


@settings(max_examples=50)
@given(levels(), st.lists(levels(), max_size=4), st.floats(0, 1), st.permutations(LETTERS))
def test_similar_levels_are_those_at_a_small_distance(level, others, threshold, names):
    others = [image_of(level, range(len(level.tubes)), names), level, *others]
    everything = [(place, pytest.approx(1 - distance(level, other))) for place, other in enumerate(others)]
    found = similar(level, [format_level(other) for other in others], threshold)
    assert found == [pair for pair in everything if pair[0] in dict(found)]
    assert found[:2] == [(0, 1), (1, 1)]
    assert all(likeness >= threshold for _, likeness in found)
    assert len(similar(level, [format_level(other) for other in others], 0)) == len(others)


def test_every_kernel_is_compiled_once():
    assert similar(parse_level("ab.\nba."), ["ab.\nba."], 1) == [(0, 1)]
    assert compiled_twice("generator.puzzles.watersort.matching_kernels") == []
