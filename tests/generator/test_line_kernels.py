"""Eight words at once are what numpy makes of them one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.kernels import kernel
from generator.line_kernels import LINE, both, differing, either, load, shifted, some, store, without

WORDS = 3 * LINE
words = st.lists(
    st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1]), min_size=WORDS, max_size=WORDS
).map(lambda row: np.array(row, np.uint64))


@kernel
def combined(one, other, first, rows):
    """Write the line that begins with a word into lines of rows, uint64 (5, words), in four ways, and leave one."""
    a, b = load(one, first), load(other, first)
    store(rows[0], first, both(a, b))
    store(rows[1], first, either(a, b))
    store(rows[2], first, without(a, b))
    store(rows[3], first, differing(a, b))


@kernel
def moved(row, first, left, right):
    """Shift every word of a line."""
    store(row, first, shifted(load(row, first), left, right))


@kernel
def holds_some(row, first):
    return some(load(row, first))


@settings(max_examples=50, deadline=None)
@given(words, words, st.integers(0, WORDS - LINE))
def test_lines_are_combined_word_by_word(one, other, first):
    rows = np.full((5, WORDS), 7, np.uint64)
    combined(one, other, first, rows)
    expected = np.full((5, WORDS), 7, np.uint64)
    for row, found in zip(expected, (one & other, one | other, one & ~other, one ^ other), strict=False):
        row[first : first + LINE] = found[first : first + LINE]
    assert rows.tolist() == expected.tolist()


@settings(max_examples=50, deadline=None)
@given(words, st.integers(0, WORDS - LINE), st.integers(0, 63), st.integers(0, 63))
def test_every_word_of_a_line_is_shifted_by_itself(row, first, left, right):
    expected = row.copy()
    expected[first : first + LINE] = row[first : first + LINE] << np.uint64(left) >> np.uint64(right)
    moved(row, first, np.uint64(left), np.uint64(right))
    assert row.tolist() == expected.tolist()


@pytest.mark.parametrize("word", range(LINE))
def test_a_single_bit_is_some(word):
    row = np.zeros(WORDS, np.uint64)
    row[LINE + word] = 1 << 63
    assert holds_some(row, LINE)
    assert not holds_some(row, 0)
    assert not holds_some(row, 2 * LINE)
