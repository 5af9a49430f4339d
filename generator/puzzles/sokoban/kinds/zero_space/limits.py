"""The words and numbers that bound the zero-space types, without numpy behind them."""

from generator.puzzles.sokoban.kinds.zero_space.boards.outline import Outline, Size, plan_of

TYPES = ("b", "e", "g", "s", "w")
HULLS = ("L", "square")
SLIDING = ("b", "e", "s")
"""The types of slides; in the others every wall is up to 2 x 2 cells."""
KEEPING_LINES = (*SLIDING, "g-square")
"""The types whose boxes keep to their line."""

ANYTIME = ("b", "e")
"""The types for which a solution of any size is searched where none can be proven to be the shortest."""

OUTLINED = ("b", "e")
"""The types that are made on boards of any outline."""

KINDS = ("b", "e", "s", "w", "g", "g-square")
"""The types, and beside them the variant of g whose hull is the full square."""

POLICIES = ("apart", "deceptive", "deepest", "farthest", "last")
PARTING = ("b", "e")
"""The types that policy apart makes: in s the rule of the type says where boxes begin, and others have no slides."""
EXHAUSTIVE = ("deceptive", "deepest")
"""The policies that search whole components, as sizes allow whose states fit one word."""

PUSHES_PER_BOX = 6
"""How many pushes a further box off goal must cost to make a level that looks easy more deceptive."""

_SIZES = {"b": (2, 48), "e": (2, 48), "g": (2, 32), "s": (7, 47), "w": (2, 32)}
SMALLEST, LARGEST = 2, 48

ATLAS_SIZES = {"b": range(2, 6), "e": range(2, 5)}
"""The sizes at which every tree of a type can be listed: 557,568,000 at the largest."""

WORD_SLOTS = 63
"""A state with at most so many slots is one int64, which the exhaustive search needs."""


def kind_of(type_: str, hull: str) -> str:
    """The type with its variant."""
    return "g-square" if (type_, hull) == ("g", "square") else type_


def sizes_of(kind: str) -> range:
    """The sizes in which a type is made."""
    smallest, largest = _SIZES[kind[0]]
    return range(smallest, largest + 1)


def slot_count(kind: str, size: Size) -> int:
    """How many places for boxes a type and size has."""
    if isinstance(size, Outline):
        return len(plan_of(size.rows, kind == "b").slots)
    if kind in SLIDING:
        return 2 * size * (size - 1 if kind == "b" else size + 1) + 3 * (kind == "s")
    return 4 * size * (size - 1) + (size - 1) ** 2 * (kind == "w")


def fits_word(kind: str, size: Size) -> bool:
    """Whether the exhaustive search can be used: b to size 6, e (and s, which no level is) to size 5."""
    return kind in SLIDING and slot_count(kind, size) <= WORD_SLOTS


EXHAUSTIBLE = 5
"""The largest size whose components are mostly small enough to be searched completely."""


def is_exhaustible(kind: str, size: Size) -> bool:
    """Whether components are searched completely before anything else is tried."""
    return fits_word(kind, size) and (isinstance(size, Outline) or size <= EXHAUSTIBLE)


COMPONENT_STATES = 4_000_000
"""As much of a component as is searched to measure a level: every component of b 5x5 fits."""


def fits_pair(kind: str, size: Size) -> bool:
    """Whether the search from both ends can be used: b to size 8, e to size 7 (and s to size 6, which no level is)."""
    if isinstance(size, Outline):
        plan = plan_of(size.rows, kind == "b")
        in_rows = sum(row % 2 for row, _ in plan.slots)
        return (
            max(in_rows, len(plan.slots) - in_rows) <= _PAIR_SLOTS and len(set(plan.junctions.values())) <= _JUNCTIONS
        )
    return kind in SLIDING and size <= {"b": 8, "e": 7, "s": 6}[kind]


_PAIR_SLOTS, _JUNCTIONS = 56, 64
"""Slots in rows or in columns, and junctions, that the search from both ends has room for."""
