"""A target is met, or it is not, or it is refused with an example."""

import pytest

from optimiser.errors import TargetError, UnknownMetricError
from optimiser.target import RELATIONS, Target, parse_target

METRICS = {"depth": 90, "branching": 2.5, "moves": None}


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("depth>=90", True),
        ("depth>=91", False),
        ("depth>89.5", True),
        ("depth > 90", False),
        (" depth <= 90 ", True),
        ("depth<90", False),
        ("branching<=2.5", True),
        ("branching<+2.6", True),
        ("depth>=-1", True),
        ("depth=90", True),
        ("depth = 91", False),
        ("branching!=2.5", False),
        ("depth!=91", True),
    ],
)
def test_a_target_bounds_a_metric(text, met):
    assert parse_target(text).met(METRICS) is met


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_metric_that_is_not_known_meets_no_target(relation):
    assert not Target("moves", relation, 1e9).met(METRICS)


def test_a_metric_that_does_not_exist_is_refused():
    with pytest.raises(UnknownMetricError, match="no metric 'deep'"):
        parse_target("deep>=3").met(METRICS)


@pytest.mark.parametrize("text", ["", "depth", "depth>=", ">=3", "depth==3", "depth>=x", "depth>=3 moves", "3<=depth"])
def test_a_malformed_target_is_refused_with_an_example(text):
    with pytest.raises(TargetError, match="'depth>=90'"):
        parse_target(text)
