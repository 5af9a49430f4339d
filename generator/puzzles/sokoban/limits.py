"""The words and numbers that bound the zero-space types, without numpy behind them."""

TYPES = ("b", "e")
SMALLEST, LARGEST = 2, 48
POLICIES = ("deepest", "farthest", "last")

WORD_SLOTS = 63
"""A state with at most so many slots is one int64, which the exhaustive search needs."""


def slot_count(type_: str, size: int) -> int:
    """How many places for boxes a type and size has."""
    return 2 * size * (size + 1 if type_ == "e" else size - 1)


def fits_word(type_: str, size: int) -> bool:
    """Whether the exhaustive search can be used: b to size 6, e to size 5."""
    return slot_count(type_, size) <= WORD_SLOTS
