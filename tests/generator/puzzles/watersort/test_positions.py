"""Positions are known as such, whatever the order of their tubes and the names of their colours."""

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.puzzles.watersort.colours import LETTERS
from generator.puzzles.watersort.level import Level
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
