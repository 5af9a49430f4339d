"""The words and numbers that bound the zero-space types, without numpy behind them."""

TYPES = ("b", "e", "g", "s", "w")
HULLS = ("L", "square")
SLIDING = ("b", "e", "s")
"""The types whose boxes keep to their line; in the others every wall is up to 2 x 2 cells."""

KINDS = ("b", "e", "s", "w", "g", "g-square")
"""The types, and beside them the variant of g whose hull is the full square."""

POLICIES = ("deepest", "farthest", "last")

_SIZES = {"b": (2, 48), "e": (2, 48), "g": (2, 32), "s": (7, 47), "w": (2, 32)}
SMALLEST, LARGEST = 2, 48

WORD_SLOTS = 63
"""A state with at most so many slots is one int64, which the exhaustive search needs."""


def kind_of(type_: str, hull: str) -> str:
    """The type with its variant."""
    return "g-square" if (type_, hull) == ("g", "square") else type_


def sizes_of(kind: str) -> range:
    """The sizes in which a type is made."""
    smallest, largest = _SIZES[kind[0]]
    return range(smallest, largest + 1)


def slot_count(kind: str, size: int) -> int:
    """How many places for boxes a type and size has."""
    if kind in SLIDING:
        return 2 * size * (size - 1 if kind == "b" else size + 1) + 3 * (kind == "s")
    return 4 * size * (size - 1) + (size - 1) ** 2 * (kind == "w")


def fits_word(kind: str, size: int) -> bool:
    """Whether the exhaustive search can be used: b to size 6, e (and s, which no level is) to size 5."""
    return kind in SLIDING and slot_count(kind, size) <= WORD_SLOTS
