"""What the family offers on the command line: nothing here may import its solver."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.family import Aim, Better, CellStyle, Entry, FileFormat, Metric, Option, Space, Tool, ToolInput

LONGEST = 8


class TemplateDeclaration:
    """Declares one setting, the length of the row, and one tool."""

    options: Sequence[Option] = (Option("size", int, f"letters in the row, 2 to {LONGEST}"),)
    presets: Mapping[str, Mapping[str, Any]] = {"row": {"size": 5}}
    example: Entry = Entry("ba", solution="1")
    formats: Mapping[str, FileFormat] = {"rows": FileFormat((".txt",), lost=("title", "author", "comment", "solution"))}
    cells: Mapping[str, CellStyle] = {}
    pictures: Sequence[str] = ()
    aims: Mapping[str, Aim] = {"moves": Aim("the least swaps", "moves")}
    techniques: Mapping[str, str] = {}
    metrics: Mapping[str, Metric] = {
        "depth": Metric("swaps", "The least swaps.", Better.MORE),
        "branching": Metric("choices", "Swaps to choose from."),
    }
    objectives: Mapping[str, Mapping[str, float]] = {}
    atlas: Sequence[Option] = ()
    player = ""
    tools: Sequence[Tool] = (
        Tool(
            "swap",
            "Swap two neighbours of a row.",
            "rows.txt --place 2",
            (ToolInput.LEVEL,),
            (Option("place", int, "the place of the left one, from 1"),),
        ),
    )

    def objective(self, space: Space) -> str:
        return ""

    def space(self, settings: Mapping[str, Any]) -> Space:
        size = settings.get("size") or 5
        if not 2 <= size <= LONGEST:
            raise SettingError(f"size {size} is not between 2 and {LONGEST}; give --size in that range")
        return {"size": size, "budget": settings.get("nodes") or 1000}

    def budget(self, space: Space) -> int:
        return int(space["budget"])


DECLARATION = TemplateDeclaration()
