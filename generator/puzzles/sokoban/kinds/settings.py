"""What each kind declares, without its solvers: the only place where settings are handed to a kind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from generator.puzzles.sokoban.kinds.free import limits as free_limits
from generator.puzzles.sokoban.kinds.free import space as free
from generator.puzzles.sokoban.kinds.zero_space import limits as zero_space_limits
from generator.puzzles.sokoban.kinds.zero_space import space as zero_space
from generator.values import Option, Space


class KindSettings(NamedTuple):
    """The settings of one kind; `refuse` raises SettingError where one is given for levels of another kind."""

    types: Sequence[str]
    options: Sequence[Option]
    presets: Mapping[str, Mapping[str, Any]]
    space: Callable[[Mapping[str, Any]], Space]
    refuse: Callable[[Mapping[str, Any]], None]


KIND_SETTINGS: Sequence[KindSettings] = (
    KindSettings(
        zero_space_limits.TYPES,
        zero_space.OPTIONS,
        zero_space.PRESETS,
        zero_space.zero_space,
        zero_space.refuse_zero_space_settings,
    ),
    KindSettings(free_limits.TYPES, free.OPTIONS, free.PRESETS, free.free_space, free.refuse_free_settings),
)
"""In the order of `recognition.KINDS`; the first kind is made where no type is given."""


def space_of(settings: Mapping[str, Any]) -> Space:
    """The space that settings describe, of the last kind of which they name a type. Raises SettingError."""
    types = {*(settings.get("type") or ())}
    kind = next((kind for kind in reversed(KIND_SETTINGS) if types & {*kind.types}), KIND_SETTINGS[0])
    for other in KIND_SETTINGS:
        if other is not kind:
            other.refuse(settings)
    return kind.space(settings)
