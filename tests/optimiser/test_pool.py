"""The pool keeps few individuals, all of them different; crowding keeps them apart as well."""

from itertools import combinations
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimiser.individual import Individual
from optimiser.pool import AddStatus, Pool, Replacement


def at(place, score, identity=None):
    """An individual on a line; `place` decides its distances."""
    return Individual(identity or f"{place}/{score}", {"place": place}, "", score, {"depth": score})


def apart(one, other):
    return abs(one.genome["place"] - other.genome["place"])


def all_apart(one, others):
    return [apart(one, other) for other in others]


PLACES = st.floats(0, 1, allow_subnormal=False)
CHILDREN = st.lists(st.builds(at, PLACES, st.integers(0, 5).map(float), st.sampled_from("abcdefghijkl")))
RULES = st.sampled_from(Replacement)


@given(RULES, st.integers(1, 5), CHILDREN)
def test_a_pool_is_never_too_large_and_never_has_two_of_one_identity(rule, capacity, children):
    pool = Pool(capacity, rule, all_apart)
    for child in children:
        identities = {member.identity for member in pool.members}
        status = pool.add(child)
        assert (status is AddStatus.DUPLICATE) == (child.identity in identities)
        if status is not AddStatus.DUPLICATE:
            assert any(member is child for member in pool.members) == status.entered
        assert len(pool) <= capacity
        assert len({member.identity for member in pool.members}) == len(pool)


@given(RULES, st.integers(1, 5), CHILDREN)
def test_the_best_score_never_falls_and_a_full_pool_stays_full(rule, capacity, children):
    pool = Pool(capacity, rule, all_apart)
    for child in children:
        best, full = pool.best, pool.full
        pool.add(child)
        assert best is None or pool.best.score >= best.score
        assert pool.full or not full
    assert [member.score for member in pool.ranked()] == sorted((m.score for m in pool.members), reverse=True)


@given(RULES, st.integers(1, 5), CHILDREN)
def test_distances_are_those_of_the_members_at_hand(rule, capacity, children):
    pool = Pool(capacity, rule, all_apart)
    for child in children:
        pool.add(child)
    members = pool.members
    pairs = [apart(one, other) for one, other in combinations(members, 2)]
    assert pool.diversity() == pytest.approx(fmean(pairs) if pairs else 0)
    for place, isolation in enumerate(pool.isolations()):
        others = [apart(members[place], other) for other in members[:place] + members[place + 1 :]]
        assert isolation == min(others, default=1)


@given(RULES, st.integers(1, 5), CHILDREN)
def test_a_child_costs_at_most_one_distance_for_each_member(rule, capacity, children):
    asked = []

    def counted(one, others):
        asked.extend(others)
        return all_apart(one, others)

    pool = Pool(capacity, rule, counted)
    for child in children:
        asked.clear()
        size = len(pool)
        pool.add(child)
        assert len(asked) <= size


@given(RULES, st.integers(1, 5), CHILDREN, CHILDREN)
def test_a_pool_goes_on_from_its_members(rule, capacity, before, after):
    pool = Pool(capacity, rule, all_apart)
    for child in before:
        pool.add(child)
    again = Pool(capacity, rule, all_apart)
    again.extend(pool.members)
    assert [pool.add(child) for child in after] == [again.add(child) for child in after]
    assert (again.members, again.diversity()) == (pool.members, pool.diversity())


def test_crowding_competes_with_the_nearest_member():
    pool = Pool(2, Replacement.CROWDING, all_apart)
    pool.extend([at(0.0, 1.0), at(1.0, 9.0)])
    assert pool.add(at(0.9, 8.0)) is AddStatus.NOT_ADDED
    assert pool.add(at(0.9, 9.0)) is AddStatus.IMPROVED, "not worse is enough"
    assert [member.genome["place"] for member in pool.members] == [0.0, 0.9]


def test_crowding_competes_with_the_weaker_of_two_equally_near():
    pool = Pool(2, Replacement.CROWDING, all_apart)
    pool.extend([at(0.0, 5.0), at(1.0, 2.0)])
    assert pool.add(at(0.5, 3.0)) is AddStatus.IMPROVED
    assert [member.score for member in pool.members] == [5.0, 3.0]


def test_elitism_competes_with_the_worst_member_and_must_be_better():
    pool = Pool(2, Replacement.ELITIST, all_apart)
    pool.extend([at(0.0, 1.0), at(1.0, 9.0)])
    assert pool.add(at(0.9, 1.0)) is AddStatus.NOT_ADDED
    assert pool.add(at(0.9, 2.0)) is AddStatus.IMPROVED
    assert [member.genome["place"] for member in pool.members] == [0.9, 1.0]


def test_a_cleared_pool_is_empty():
    pool = Pool(2, Replacement.CROWDING, all_apart)
    pool.extend([at(0.0, 1.0), at(1.0, 9.0)])
    pool.clear()
    assert (len(pool), pool.best, pool.diversity(), pool.isolations()) == (0, None, 0, [])


def climb(rule):
    """Hill climbing in a landscape of four peaks, the last one a little higher than the others."""
    rng = np.random.default_rng(1)
    pool = Pool(10, rule, all_apart)
    for _ in range(3000):
        parent = pool.members[rng.integers(len(pool))].genome["place"] if pool.full else rng.random()
        place = float(np.clip(parent + rng.normal(scale=0.03), 0, 1))
        height = abs(np.sin(4 * np.pi * place)) + 0.1 * place
        pool.add(at(place, float(height), identity=str(round(place, 4))))
    return pool


def test_crowding_holds_every_peak_where_elitism_ends_on_one():
    crowding, elitist = climb(Replacement.CROWDING), climb(Replacement.ELITIST)
    assert {int(member.genome["place"] * 4) for member in crowding.members} == {0, 1, 2, 3}
    assert {int(member.genome["place"] * 4) for member in elitist.members} == {3}
    assert elitist.diversity() < 0.02 < 0.2 < crowding.diversity()
    assert crowding.best.score == pytest.approx(elitist.best.score, abs=0.01)
