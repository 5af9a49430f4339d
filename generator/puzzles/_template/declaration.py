"""What the family offers on the command line: nothing here may import its solver."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.family import Option, Space

LONGEST = 8


class TemplateDeclaration:
    """Declares one setting, the length of the row."""

    options: Sequence[Option] = (Option("size", int, f"letters in the row, 2 to {LONGEST}"),)
    presets: Mapping[str, Mapping[str, Any]] = {"row": {"size": 5}}

    def space(self, settings: Mapping[str, Any]) -> Space:
        size = settings.get("size") or 5
        if not 2 <= size <= LONGEST:
            raise SettingError(f"size {size} is not between 2 and {LONGEST}; give --size in that range")
        return {"size": size, "budget": settings.get("nodes") or 1000}

    def budget(self, space: Space) -> int:
        return int(space["budget"])


DECLARATION = TemplateDeclaration()
