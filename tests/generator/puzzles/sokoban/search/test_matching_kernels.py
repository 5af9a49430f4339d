import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.search import matching_kernels
from generator.puzzles.sokoban.search.memory import matching_of
from tests.oracles.features import most_matched


@given(st.lists(st.sets(st.integers(0, 5), max_size=4), max_size=6), st.permutations(range(64)))
def test_the_largest_matching_is_that_of_trying_all(fits, things):
    matching = matching_of(len(fits))
    for box, its in enumerate(fits):
        matching.fits[box] = np.uint64(sum(1 << things[thing] for thing in its))
    assert matching_kernels.count_unmatched(len(fits), matching) == len(fits) - most_matched(fits)


@given(st.lists(st.sets(st.integers(0, 5), max_size=4), min_size=1, max_size=6), st.permutations(range(64)))
def test_one_more_box_finds_a_partner_where_that_makes_the_largest_matching_larger(fits, things):
    matching = matching_of(len(fits))
    for box, its in enumerate(fits):
        matching.fits[box] = np.uint64(sum(1 << things[thing] for thing in its))
    matched = np.uint64(matching_kernels.match_boxes(len(fits) - 1, matching))
    assert int(matched).bit_count() == most_matched(fits[:-1])
    for _ in range(2):
        found = matching_kernels.finds_partner(len(fits) - 1, matched, matching)
        assert found == (most_matched(fits) > most_matched(fits[:-1]))
