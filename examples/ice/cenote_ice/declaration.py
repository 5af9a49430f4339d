"""What the family offers, without its solver: settings, metrics, the look of its letters."""

from collections.abc import Mapping, Sequence
from typing import Any

from cenote_ice.level import GOAL, ICE, LARGEST_SIDE, LEAST_SIDE, ROCK, START
from generator.declaration import Declaration
from generator.messages import Message
from generator.settings import number_given
from generator.values import Axis, Better, CellStyle, Entry, Metric, Option, Space

SIZE, BUDGET = 8, 1000


class IceDeclaration(Declaration):
    """Square boards of one size."""

    pieces = "rocks"
    example = Entry("S.o\n...\no.G", solution="drd")
    metrics: Mapping[str, Metric] = {
        "depth": Metric("slides", "The least slides to the goal.", Better.MORE),
        "branching": Metric("choices", "Slides to choose from, in the mean over the solution."),
        "rocks": Metric("rocks", "The rocks on the board.", Better.LESS),
    }
    columns: Sequence[str] = ("rocks", "branching")
    archive: Sequence[Axis] = (Axis("rocks", 4), Axis("depth", 2))
    options: Sequence[Option] = (
        Option(
            "size",
            int,
            Message("rows and columns, {least} to {most} [{size}]", least=LEAST_SIDE + 1, most=LARGEST_SIDE, size=SIZE),
        ),
    )
    presets: Mapping[str, Mapping[str, Any]] = {"lake": {"size": SIZE}, "pond": {"size": 5}}
    objectives: Mapping[str, Mapping[str, float]] = {"ice-clear": {"depth": 1.0, "rocks": -0.25}}
    cells: Mapping[str, CellStyle] = {
        ICE: CellStyle("· ", "blue", "", ""),
        ROCK: CellStyle("██", "white", "", ""),
        START: CellStyle("@ ", "bold red", "", ""),
        GOAL: CellStyle("◎ ", "bold green", "", ""),
    }
    player = "player/index.js"

    def space(self, settings: Mapping[str, Any]) -> Space:
        size = number_given(settings, "size", SIZE, LEAST_SIDE + 1, LARGEST_SIDE)
        return {"size": size, "budget": settings.get("nodes") or BUDGET}


DECLARATION = IceDeclaration()
