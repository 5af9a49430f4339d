"""What the family offers on the command line: nothing here may import its solver."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.settings import number_given
from generator.values import Better, Entry, Metric, Option, Space

LONGEST = 8


class TemplateDeclaration(Declaration):
    """Declares one setting, the length of the row."""

    example = Entry("ba", solution="1")
    metrics: Mapping[str, Metric] = {
        "depth": Metric("swaps", "The least swaps.", Better.MORE),
        "branching": Metric("choices", "Swaps to choose from."),
    }
    options: Sequence[Option] = (Option("size", int, f"letters in the row, 2 to {LONGEST}"),)

    def space(self, settings: Mapping[str, Any]) -> Space:
        size = number_given(settings, "size", 5, 2, LONGEST)
        return {"size": size, "budget": settings.get("nodes") or 1000}


DECLARATION = TemplateDeclaration()
