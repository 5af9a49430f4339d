"""Metrics, counted by hand."""

from generator import get_family

FAMILY = get_family("orimaze")


def measured(text):
    level = FAMILY.parse(text)
    return FAMILY.measure(level, FAMILY.solve(level, 10_000))


def test_metrics_of_the_deepest_level_of_2_by_2():
    assert measured("VH\nH.") == {
        "depth": 3,
        "branching": 5 / 3,
        "positions": 4,
        "hardest": 3,
        "shortest_solutions": 1,
    }


def test_a_level_that_is_not_the_deepest_of_its_component_says_so():
    metrics = measured("VH\n.H")
    assert (metrics["depth"], metrics["hardest"]) == (2, 3)
