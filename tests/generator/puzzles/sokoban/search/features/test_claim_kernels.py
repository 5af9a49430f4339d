import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from generator.puzzles.sokoban.search.features import claim_kernels
from generator.puzzles.sokoban.search.features.packing import claims_of
from tests.oracles.features import most_content


@given(st.lists(st.sets(st.integers(0, 5), max_size=4), max_size=6), st.permutations(range(64)))
def test_as_many_claims_are_left_over_as_when_all_ways_of_sharing_are_tried(wanted, things):
    claims = claims_of(len(wanted))
    for number, mine in enumerate(wanted):
        claims.wanted[number] = np.uint64(sum(1 << things[thing] for thing in mine))
    assert claim_kernels.count_left_over(len(wanted), claims) == len(wanted) - most_content(wanted)
