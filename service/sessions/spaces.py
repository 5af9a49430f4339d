"""What a session builds, from settings as people give them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator import Space, defaults, get_declaration, get_family

SEED_LEVELS = "seed-levels"
"""The setting that is the text of a file with whose levels a session begins."""


class WholeSpace(NamedTuple):
    """What a session builds, whole, and the budget of nodes for one candidate."""

    space: Space
    budget: int


def space_of(family: str, settings: Mapping[str, Any]) -> WholeSpace:
    """The space of settings.

    Raises SettingError, or LevelFormatError where the `seed-levels` among the settings cannot be read.
    """
    declaration = get_declaration(family)
    space = declaration.space(settings)
    if SEED_LEVELS in settings:
        space = defaults.seeded(get_family(family), space, settings[SEED_LEVELS])
    return WholeSpace(space, declaration.budget(space))
