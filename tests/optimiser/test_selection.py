"""Good individuals breed, and so do lonely ones."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from optimiser.individual import Individual
from optimiser.pool import Pool, Replacement
from optimiser.selection import Tournament, two_of


def apart(one, others):
    return [abs(one.genome["at"] - other.genome["at"]) for other in others]


def tournament(members):
    """`members` are names with a place on a line and a score."""
    pool = Pool(10, Replacement.CROWDING, apart)
    pool.extend(Individual(key, {"at": at}, "", score, {}) for key, (at, score) in members.items())
    return Tournament(pool)


def winners(members, count=1):
    drawn = (tournament(members).draw(count, np.random.default_rng(seed)) for seed in range(300))
    return Counter(individual.identity for parents in drawn for individual in parents)


def test_who_is_worse_and_less_lonely_never_wins():
    assert winners({"good": (0.0, 9.0), "poor": (0.4, 1.0), "crowd": (0.5, 1.0)})["good"] > 150
    assert "poor" not in winners({"good": (0.0, 9.0), "poor": (0.1, 1.0)})


def test_the_lonely_breed_beside_the_good():
    wins = winners({"good": (0.0, 9.0), "copy": (0.01, 8.0), "lonely": (0.9, 1.0)})
    assert wins["lonely"] > wins["copy"]
    assert wins["good"] > wins["copy"]


def test_two_parents_are_never_the_same():
    for seed in range(50):
        pair = tournament({"one": (0.0, 9.0), "two": (0.5, 1.0), "three": (0.9, 1.0)}).draw(
            2, np.random.default_rng(seed)
        )
        assert len({parent.identity for parent in pair}) == 2


def test_everybody_can_be_drawn():
    parents = tournament({"one": (0.0, 9.0), "two": (0.5, 1.0)}).draw(2, np.random.default_rng(1))
    assert {parent.identity for parent in parents} == {"one", "two"}


@given(st.lists(st.integers(1, 40), max_size=5), st.integers(0, 2**32), st.booleans())
def test_rivals_are_those_that_numpy_chooses(counts, seed, begun):
    """Otherwise old sessions would go on in another way."""
    streams = [np.random.default_rng(seed) for _ in range(2)]
    for rng in streams:
        rng.integers(3, size=int(begun))  # leaves half a number over
    for count in counts:
        chosen = streams[0].choice(count, size=min(2, count), replace=False)
        assert list(two_of(count, streams[1])) == chosen.tolist()
    assert streams[0].bit_generator.state == streams[1].bit_generator.state
