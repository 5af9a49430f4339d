"""What the orimaze family offers on the command line, without its solver."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.messages import Message
from generator.puzzles.orimaze.goals import GOALS
from generator.puzzles.orimaze.introductions import INTRODUCTIONS, SHOWCASE
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, BETWEEN, FREE
from generator.puzzles.orimaze.limits import BUDGET, LARGEST_SIDE, LEAST_SIDE
from generator.puzzles.orimaze.metrics import METRICS
from generator.settings import numbers_given
from generator.values import (
    PIECES,
    Axis,
    CellStyle,
    Entry,
    FileFormat,
    Introduction,
    Metric,
    Option,
    Space,
    Tool,
    ToolInput,
)

SIZE = 5
_SIDES = {"least": LEAST_SIDE, "most": LARGEST_SIDE}
_GOAL = "an H in the upper left corner, or an arrangement of the whole grid [corner]"


class OrimazeDeclaration(Declaration):
    """Grids of some sizes, and what is to be reached in them."""

    pieces = "pieces"
    columns: Sequence[str] = ("branching", "positions")
    archive: Sequence[Axis] = (Axis(PIECES), Axis("depth", 4), Axis("branching", 0.1))
    options: Sequence[Option] = (
        Option(
            "size", int, Message("rows and columns, {least} to {most} [{size}]", size=SIZE, **_SIDES), multiple=True
        ),
        Option("rows", int, Message("rows of the grid, {least} to {most} [by --size]", **_SIDES), multiple=True),
        Option("cols", int, Message("columns of the grid, {least} to {most} [by --size]", **_SIDES), multiple=True),
        Option("goal", str, _GOAL, GOALS),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        "corner": {},
        "small": {"size": (4,)},
        "large": {"size": (6,)},
        "arrangement": {"goal": "arrangement"},
    }
    introductions: Mapping[str, Introduction] = INTRODUCTIONS
    title = "Orimaze"
    task = "Bring a piece that moves sideways into the upper left corner."
    showcase = SHOWCASE
    example = Entry("VH\nH.", solution="lur")
    formats: Mapping[str, FileFormat] = {"grids": FileFormat((".txt", ".orimaze"))}
    cells: Mapping[str, CellStyle] = {
        ALONG_ROW: CellStyle("↔ ", "bold blue", "", ""),
        ALONG_COLUMN: CellStyle("↕ ", "bold yellow", "", ""),
        FREE: CellStyle("· ", "bright_black", "", ""),
        BETWEEN: CellStyle("──", "bright_black", "", ""),
    }
    metrics: Mapping[str, Metric] = METRICS
    atlas: Sequence[Option] = (
        Option("rows", int, "rows of the grids [4]"),
        Option("cols", int, "columns of the grids [4]"),
        Option("goal", str, _GOAL, GOALS),
    )
    tools: Sequence[Tool] = (
        Tool(
            "to-sokoban",
            "Convert an orimaze of two rows or columns to Sokoban, with a solution of the fewest pushes.",
            "level.txt",
            (ToolInput.LEVEL,),
        ),
    )
    is_guided = True
    player = "player/index.js"

    def space(self, settings: Mapping[str, Any]) -> Space:
        sizes = _sides("size", settings) or [SIZE]
        return {
            "rows": _sides("rows", settings) or sizes,
            "cols": _sides("cols", settings) or sizes,
            "goal": settings.get("goal") or GOALS[0],
            "budget": settings.get("nodes") or BUDGET,
        }


def _sides(name: str, settings: Mapping[str, Any]) -> list[int]:
    return numbers_given(settings, name, (), LEAST_SIDE, LARGEST_SIDE)


DECLARATION = OrimazeDeclaration()
