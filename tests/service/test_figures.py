"""Figures as users read them."""

import math
import re
from fractions import Fraction
from io import BytesIO, TextIOWrapper

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from optimiser.recorder import GenerationRecord
from service.cli.output.console import printed
from service.cli.output.pace import Pace
from service.figures import age, ascii_only, depth, duration, exact, kind, number, rewritten, size
from tests.service.extremes import extremes
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


@pytest.mark.parametrize(("number", "text"), [(0, "0.0 MB"), (466_944, "0.5 MB"), (1_250_000_000_000, "1,250.0 GB")])
def test_sizes_of_files_are_in_megabytes_or_gigabytes(number: float, text: str) -> None:
    assert size(number) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((None, "-"), (math.nan, "-"), (0, "0"), (7, "7"), (7.0, "7"), (0.5, "0.5"), (2 / 3, "0.67"), (True, "1")),
        *((-0.001, "0"), (5e-324, "0"), (-12.5, "-12.5"), (1234.5, "1,234.5"), (999_999, "999,999")),
        *((10**6, "1,000,000"), (-(10**6), "-1,000,000"), (999_999.999, "1,000,000"), (1_234_567, "1.2 × 10⁶")),
        *((5.7e29, "5.7 × 10²⁹"), (57 * 10**28, "5.7 × 10²⁹"), (-(2**80), "-1.2 × 10²⁴"), (9.99e9, "1 × 10¹⁰")),
        *((10**400, "1 × 10⁴⁰⁰"), (math.inf, "∞"), (-math.inf, "-∞")),
    ],
)
def test_number(value: float | None, text: str) -> None:
    assert number(value) == text


FIGURE = re.compile(
    r"-|-?∞|-?[0-9]{1,3}(,[0-9]{3})*(\.[0-9]{0,3}[1-9])?|-?(?P<factor>[1-9](\.[1-9])?) × 10(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
)


@given(extremes(), st.integers(0, 4))
def test_every_figure_is_short_and_says_about_what_it_is(value: float | None, digits: int) -> None:
    text = number(value, digits)
    assert len(text) <= 16
    found = FIGURE.fullmatch(text)
    assert found
    if value is None or value != value or value in (math.inf, -math.inf):
        return
    told = Fraction(ascii_only(text).replace(",", ""))
    if abs(value) > 10**6:
        assert found["power"]
        assert abs(told - Fraction(value)) <= abs(Fraction(value)) / 20
    else:
        assert abs(told - Fraction(value)) <= Fraction(10) ** -digits


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_count_is_told_to_the_last_digit(count: int) -> None:
    assert int(exact(count).replace(",", "")) == count


def test_a_message_of_a_session_has_figures_like_all_others() -> None:
    assert rewritten("new best: score 5.71e+29, depth >=80") == "new best: score 5.7 × 10²⁹, depth >=80"
    assert rewritten("generation 1e5 of level-2e+07x stays") == "generation 1e5 of level-2e+07x stays"


@pytest.mark.parametrize(("encoding", "text"), [("utf-8", "5.7 × 10²⁹"), ("ascii", "5.7e29")])
def test_a_terminal_without_raised_digits_gets_other_ones(encoding: str, text: str) -> None:
    file = TextIOWrapper(BytesIO(), encoding)
    printed(Console(file=file), number(5.7e29))
    assert file.buffer.getvalue().decode(encoding) == f"{text}\n"


def test_depth_is_exact_or_between_its_bounds() -> None:
    assert depth(84, 84, proven=True) == "84"
    assert depth(72, 90, proven=False) == "72-90"
    assert depth(72, None, proven=False) == ">=72"
    assert depth(1072, 1_234_567, proven=False) == "1,072-1,234,567"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "just now"), (59.9, "just now"), (60, "1 minute ago"), (7199, "1 hour ago"), (200_000, "2 days ago")],
)
def test_the_age_of_something_is_told_in_its_largest_unit(seconds: float, told: str) -> None:
    assert age(seconds) == told


@pytest.mark.parametrize(
    ("type_", "size", "text"),
    [("b", 5, "b 5"), ("12x4+2 hidden", 12, "12x4+2 hidden"), ("11x8", 11, "11x8"), ("free", 7, "free 7")],
)
def test_a_kind_says_each_thing_once(type_: str, size: int, text: str) -> None:
    assert kind(type_, size) == text
