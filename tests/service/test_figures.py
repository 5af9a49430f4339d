"""Figures as users read them."""

import pytest

from optimiser.recorder import GenerationRecord
from service.cli.observation import duration
from service.cli.pace import Pace
from service.cli.tables import space
from service.figures import depth, number
from tests.storage.records import candidate


def generation(number: int, nodes: float, solving_seconds: float) -> GenerationRecord:
    statistics = {"nodes": nodes, "solving_seconds": solving_seconds}
    candidates = [candidate(slot, None) for slot in range(16)]
    return GenerationRecord(number, 16 * number, candidates, [], [], statistics, [], {})


def test_rates_are_per_second_and_solving_is_shared_by_the_workers() -> None:
    pace = Pace(workers=2)
    assert pace.rates() is None
    for place in range(1, 5):
        pace.add(generation(place, nodes=1000, solving_seconds=0.9), seconds=0.5 * place)
    rates = pace.rates()
    assert rates is not None
    assert rates.evaluations == pytest.approx(32)
    assert rates.nodes == pytest.approx(2000)
    assert rates.outside_solving == pytest.approx(0.1)


def test_rates_forget_what_is_long_ago() -> None:
    pace = Pace(workers=1)
    for second in range(1, 61):
        pace.add(generation(second, nodes=1000 if second > 40 else 0, solving_seconds=1), seconds=second)
    rates = pace.rates()
    assert rates is not None
    assert rates.nodes == pytest.approx(1000)


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3725, "1:02:05")])
def test_duration(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, "-"), (7, "7"), (7.0, "7"), (0.5, "0.5"), (2 / 3, "0.67"), (2**80, "1.21e+24"), (0, "0")]
)
def test_number(value: float | None, text: str) -> None:
    assert number(value) == text


def test_depth_is_exact_or_between_its_bounds() -> None:
    assert depth(84, 84, proven=True) == "84"
    assert depth(72, 90, proven=False) == "72-90"
    assert depth(72, None, proven=False) == ">=72"


def test_space_on_one_line() -> None:
    settings = {"types": ["b", "e"], "sizes": [4, 5], "policy": "deepest", "sweeps": 1, "budget": 1000}
    assert space(settings) == "b,e sizes 4,5 deepest sweeps 1"
