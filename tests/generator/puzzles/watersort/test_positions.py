"""Positions are known as such, whatever the order of their tubes and the names of their colours."""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level, Tubes
from generator.puzzles.watersort.positions import may_be_reached
from tests.generator.puzzles.watersort.strategies import RULES, Known, knowns, random_level


@settings(max_examples=60)
@given(knowns(), st.integers(), st.sampled_from(RULES))
def test_every_position_of_every_game_is_known_as_one(known: Known, seed: int, rules: tuple[object, object]) -> None:
    random = Random(seed)
    level = known.level
    for tubes in random.sample(sorted(known.reached), min(20, len(known.reached))):
        names = str.maketrans("".join(level.colours), "".join(random.sample(LETTERS, len(level.colours))))
        shuffled = random.sample([tube.translate(names) for tube in tubes], len(tubes))
        pour, end = rules
        assert may_be_reached(replace(level, tubes=tuple(shuffled), pour=pour, end=end), level)


def test_levels_that_were_made_apart_are_not_taken_for_positions_of_one_another() -> None:
    levels = [random_level(6, 4, 2, seed) for seed in range(40)]
    assert not any(may_be_reached(one, other) for one, other in pairwise(levels))


@pytest.mark.parametrize(("colours", "capacity"), [(4, 4), (6, 3), (8, 4), (12, 4), (6, 16)])
def test_two_units_that_have_changed_places_do_not_hide_a_position(colours: int, capacity: int) -> None:
    for seed in range(10):
        random, start = Random(seed), random_level(colours, capacity, 2, seed)
        tubes = poured(changed(start.tubes, random), capacity, random)
        names = str.maketrans("".join(start.colours), "".join(random.sample(LETTERS, colours)))
        shuffled = random.sample([tube.translate(names) for tube in tubes], len(tubes))
        assert may_be_reached(Level(tuple(shuffled), capacity), start)


def test_tubes_that_are_added_or_taken_away_do_not_hide_a_level() -> None:
    start = random_level(6, 4, 2, 1)
    other = next(letter for letter in LETTERS if letter not in start.colours)
    for tubes in ((*start.tubes, ""), (*start.tubes, 4 * other), tuple(filter(None, start.tubes))):
        assert may_be_reached(Level(tubes, 4), start)
        assert not may_be_reached(Level(tubes, 4), random_level(6, 4, 2, 2))


def changed(tubes: Tubes, random: Random) -> Tubes:
    """Tubes in which two units of different colours have changed places."""
    units = [(place, height) for place, tube in enumerate(tubes) for height in range(len(tube))]
    one, other = random.choice(
        [pair for pair in combinations(units, 2) if tubes[pair[0][0]][pair[0][1]] != tubes[pair[1][0]][pair[1][1]]]
    )
    found = [[*tube] for tube in tubes]
    found[one[0]][one[1]], found[other[0]][other[1]] = found[other[0]][other[1]], found[one[0]][one[1]]
    return tuple(map("".join, found))


def poured(tubes: Tubes, capacity: int, random: Random) -> Tubes:
    """Tubes after a few pours of single units."""
    found = [*tubes]
    for _ in range(random.randrange(12)):
        source = random.choice([place for place, tube in enumerate(found) if tube])
        unit = found[source][-1]
        targets = [
            place
            for place, tube in enumerate(found)
            if place != source and len(tube) < capacity and tube[-1:] in ("", unit)
        ]
        if targets:
            found[source] = found[source][:-1]
            found[random.choice(targets)] += unit
    return tuple(found)


def test_a_start_is_no_position_of_a_game_that_begins_later() -> None:
    start = Level(("ab", "ba", ""), 2)
    later = Level(("a", "ba", "b"), 2)
    assert may_be_reached(later, start)
    assert not may_be_reached(start, later)


def test_tubes_that_are_more_or_larger_are_those_of_another_level() -> None:
    start = Level(("ab", "ba", ""), 2)
    assert not may_be_reached(Level(("ab", "ba", "", ""), 2), start)
    assert not may_be_reached(Level(("aba", "bab", ""), 3), start)


def test_a_search_that_takes_too_long_says_that_it_may_be_one() -> None:
    """Ten rings of two colours are no position of eight with one of four, but there are many ways to try it."""
    rings = [LETTERS[place : place + 2] for place in range(0, 20, 2)]
    tens = [tube for ring in rings for tube in (ring, ring[::-1])]
    four = LETTERS[16:20]
    eights = [*tens[:16], *(one + other for one, other in pairwise(four + four[0]))]
    start, level = Level((*eights, "", ""), 2), Level((*tens, "", ""), 2)
    assert may_be_reached(level, start)
    small = [*tens[:4], *eights[16:]]
    assert not may_be_reached(Level((*tens[:8], "", ""), 2), Level((*small, "", ""), 2))
