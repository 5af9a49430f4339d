"""An objective is a weighted sum that can be trusted to the last bit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimiser.errors import ObjectiveError, OptimiserError, UnknownMetricError
from optimiser.objective import PRESETS, Objective, parse_weights

METRICS = {"depth": 84, "branching": 2.5, "moves": None}


@pytest.mark.parametrize(("name", "score"), [("deep", 84), ("deep-narrow", 74), ("deep-wide", 94)])
def test_presets_weigh_depth_against_branching(name, score):
    assert PRESETS[name].score(METRICS) == score


def test_the_default_is_deep():
    assert next(iter(PRESETS)) == "deep"


def test_a_metric_that_is_not_known_adds_nothing():
    assert Objective("custom", {"depth": 1, "moves": 5}).score(METRICS) == 84


def test_a_metric_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(UnknownMetricError, match=r"no metric 'brnaching'.*branching, depth, moves"):
        Objective("custom", {"brnaching": 1}).score(METRICS)


def test_weights_are_parsed():
    assert parse_weights(["depth=1", " branching = -0.5 ", "moves=1e-3"]) == {
        "depth": 1,
        "branching": -0.5,
        "moves": 0.001,
    }


@pytest.mark.parametrize("text", ["depth", "depth=", "=1", "depth=much", "depth=nan", "depth=-inf", "depth=1=2", ""])
def test_a_malformed_weight_is_refused_with_an_example(text):
    with pytest.raises(ObjectiveError, match=r"depth=1 or branching=-0\.5") as refusal:
        parse_weights([text])
    assert repr(text) in str(refusal.value)
    assert isinstance(refusal.value, OptimiserError)
    assert isinstance(refusal.value, ValueError)


def test_a_metric_has_one_weight():
    with pytest.raises(ObjectiveError, match="one for each metric"):
        parse_weights(["depth=1", "depth=2"])


WEIGHTS = st.dictionaries(st.text(min_size=1), st.floats(-1e6, 1e6), min_size=1, max_size=8)


@given(WEIGHTS, st.randoms(use_true_random=False))
def test_the_order_of_the_weights_does_not_matter(weights, shuffle):
    metrics = {name: 1 / (place + 3) for place, name in enumerate(weights)}
    other = list(weights.items())
    shuffle.shuffle(other)
    assert Objective("one", weights).score(metrics) == Objective("other", dict(other)).score(metrics)


@given(WEIGHTS)
def test_an_objective_survives_storage(weights):
    objective = Objective("custom", weights)
    assert Objective.from_json(objective.to_json()) == objective
