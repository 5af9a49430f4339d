"""Bit sets and hash tables are what Python's sets and dictionaries are."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.bit_kernels import (
    add,
    flip,
    has,
    home_of_word,
    population,
    remove,
    slot_of_row,
    slot_of_word,
    trailing_zeros,
)
from generator.kernels import kernel

CELLS = 150


@kernel
def changed(kinds, cells, words):
    """Add, remove and flip cells in turn; kinds, cells: int64 (n,), words: uint64 (3,)."""
    for number in range(len(cells)):
        if kinds[number] == 0:
            add(words, cells[number])
        elif kinds[number] == 1:
            remove(words, cells[number])
        else:
            flip(words, cells[number])


@kernel
def listed(words, cells):
    """Write the cells of a set, uint64 (3,), into cells, int64 (n,), by the processor's instructions; how many."""
    count = 0
    for place in range(len(words)):
        left = words[place]
        for _ in range(population(words[place])):
            cells[count] = 64 * place + trailing_zeros(left)
            count += has(words, cells[count])
            left &= left - np.uint64(1)
    return count


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, CELLS - 1))))
def test_words_hold_what_was_put_into_them(changes):
    words, cells, expected = np.zeros(3, np.uint64), np.empty(CELLS, np.int64), set()
    changed(*np.array(changes, np.int64).reshape(-1, 2).T.copy(), words)
    for kind, cell in changes:
        expected = expected | {cell} if kind == 0 else expected - {cell} if kind == 1 else expected ^ {cell}
    assert cells[: listed(words, cells)].tolist() == sorted(expected)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2**40)), max_size=30))
def test_a_table_finds_every_row_and_nothing_else(found):
    rows, table, places = np.zeros((64, 2), np.int64), np.full(64, -1, np.int32), {}
    for row in found:
        slot = slot_of_row(np.array(row, np.int64), rows, table)
        assert table[slot] == places.get(row, -1)
        number = places.setdefault(row, len(places))
        rows[number], table[slot] = row, number


@kernel
def slot_in(word, first, size, words, table):
    return slot_of_word(word, home_of_word(word, size), first, size, words, table)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**40), max_size=30), st.integers(0, 10))
def test_a_table_of_words_finds_those_that_do_not_count_as_forgotten(found, first):
    words, table, places = np.zeros(64, np.uint64), np.full(128, -1, np.int32), {}
    for word in found:
        slot = slot_in(np.uint64(word), first, 64, words, table)
        assert slot < 64
        assert (table[slot] if table[slot] >= first else -1) == places.get(word, -1)
        number = places.setdefault(word, first + len(places))
        words[number], table[slot] = word, number


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**63 - 1), max_size=30, unique=True))
def test_a_row_of_one_word_is_where_the_word_is(found):
    words, table = np.zeros(64, np.uint64), np.full(64, -1, np.int32)
    for number, word in enumerate(found):
        slot = slot_in(np.uint64(word), 0, 64, words, table)
        assert slot == slot_of_row(np.array([word], np.uint64), words.reshape(-1, 1), table)
        words[number], table[slot] = word, number
