"""Numbers in a few letters."""

import pytest

from generator.numerals import ways


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1"), (10**6, "1,000,000"), (10**6 + 1, "1 × 10⁶"), (17_087 * 10**27, "1.7 × 10³¹"), (10**400, "1 × 10⁴⁰⁰")],
)
def test_ways(count: int, text: str) -> None:
    assert ways(count) == text
