"""Operators that succeeded lately are tried more often, and none is forgotten."""

import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimiser.operators import EVEN_SHARE, WINDOW, OperatorChoice, success_shares

NAMES = ["swap", "cross", "turn"]
RESULTS = st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), max_size=200)


def learnt(results):
    choice = OperatorChoice(NAMES)
    for name, success in results:
        choice.credit(name, success)
    return choice


def test_untried_operators_are_equally_likely():
    assert OperatorChoice(NAMES).probabilities(NAMES) == pytest.approx([1 / 3] * 3)


@given(RESULTS)
def test_probabilities_are_the_same_on_every_python(results):
    """Python's own sum of floats is another one from 3.12 on; the exact one, rounded once, is not."""
    choice = learnt(results)
    counts = choice.to_json().values()
    qualities = [(count.count("1") + 1) / (len(count) + 2) for count in counts]
    total = float(sum(map(Fraction, qualities)))
    even = EVEN_SHARE / len(NAMES)
    assert choice.probabilities(NAMES) == [even + (1 - EVEN_SHARE) * quality / total for quality in qualities]


@given(RESULTS)
def test_probabilities_are_a_distribution_with_a_floor(results):
    probabilities = learnt(results).probabilities(NAMES)
    assert sum(probabilities) == pytest.approx(1)
    assert min(probabilities) > EVEN_SHARE / len(NAMES)


def test_success_makes_an_operator_likelier_in_fact():
    choice = learnt([("swap", True), ("cross", False), ("turn", False)] * WINDOW)
    first = Counter(choice.order(NAMES)(np.random.default_rng(seed))[0] for seed in range(500))
    assert first["swap"] > 350
    assert first["cross"] > 10
    assert first["turn"] > 10


def test_only_recent_results_count():
    old_hero = learnt([("swap", True)] * 500 + [("swap", False)] * WINDOW + [("cross", True)] * 5)
    swap, cross, _ = old_hero.probabilities(NAMES)
    assert swap < cross
    assert success_shares([old_hero.to_json()]) == {"swap": 0, "cross": 1, "turn": 0}


@given(RESULTS, st.integers(0, 2**32), st.permutations(NAMES).map(lambda names: names[:2]))
def test_the_order_is_a_permutation_decided_by_the_stream(results, seed, names):
    choice = learnt(results)
    order = choice.order(names)(np.random.default_rng(seed))
    assert sorted(order) == sorted(names)
    assert order == choice.order(names)(np.random.default_rng(seed))


def test_no_operators_have_no_order():
    assert OperatorChoice(NAMES).order([])(np.random.default_rng(1)) == []


@given(RESULTS, RESULTS)
def test_what_was_learnt_survives_storage(before, after):
    choice, again = learnt(before), OperatorChoice(NAMES)
    again.load(json.loads(json.dumps(choice.to_json())))
    for name, success in after:
        choice.credit(name, success)
        again.credit(name, success)
    assert again.probabilities(NAMES) == choice.probabilities(NAMES)
