"""A level is a word. The option of every family, the budget of nodes, is all that there is to set."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.values import Axis, Better, Entry, Metric, Space


class IdleDeclaration(Declaration):
    """Declares no settings; the archive has some hundreds of cells, as those of real families have."""

    example = Entry("aaaaaaaaaaaa", solution="")
    metrics: Mapping[str, Metric] = {
        "depth": Metric("steps", "What neighbouring letters are worth together.", Better.MORE),
        "branching": Metric("letters", "Different letters."),
    }
    archive: Sequence[Axis] = (Axis("depth", 4), Axis("branching", 1.0))

    def space(self, settings: Mapping[str, Any]) -> Space:
        return {"budget": settings.get("nodes") or 1000}


DECLARATION = IdleDeclaration()
