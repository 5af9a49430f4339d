"""What the sokoban family offers on the command line, without its solvers."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.declaration import Declaration
from generator.puzzles.sokoban.commands import TOOLS
from generator.puzzles.sokoban.introductions import INTRODUCTIONS, SHOWCASE
from generator.puzzles.sokoban.kinds.free.limits import TYPES as FREE_TYPES
from generator.puzzles.sokoban.kinds.settings import KIND_SETTINGS, space_of
from generator.puzzles.sokoban.kinds.zero_space.limits import ATLAS_SIZES, PUSHES_PER_BOX
from generator.puzzles.sokoban.kinds.zero_space.space import DECEPTIVE
from generator.puzzles.sokoban.metrics import APPRAISED, MEASURED
from generator.puzzles.sokoban.notation.formats import FORMATS
from generator.puzzles.sokoban.pictures.terminal import CELLS
from generator.puzzles.sokoban.techniques import AIMS, TECHNIQUES
from generator.values import (
    PIECES,
    Aim,
    Axis,
    CellStyle,
    Entry,
    FileFormat,
    Introduction,
    Metric,
    Option,
    Space,
    Tool,
)

MOST_MOVES = "most-moves"
"""The objective of rooms by cells that are to be deepest in moves."""

_TYPE_HELP = "level type: b, e, s, w and g (our interpretation) are zero-space levels; free has walls anywhere"
_TYPES = tuple(type_ for kind in KIND_SETTINGS for type_ in kind.types)


class SokobanDeclaration(Declaration):
    """Zero-space levels by type, size and the policy that chooses the other end of the puzzle; free rooms."""

    is_default = True
    pieces = "boxes"
    columns: Sequence[str] = ("boxes", "boxes_off_goal", "branching", "moves")
    archive: Sequence[Axis] = (Axis(PIECES), Axis("depth", 4), Axis("branching", 1.0))
    options: Sequence[Option] = (
        Option("type", str, _TYPE_HELP, _TYPES, multiple=True),
        *(option for kind in KIND_SETTINGS for option in kind.options),
    )
    presets: Mapping[str, Mapping[str, Any]] = {
        name: preset for kind in KIND_SETTINGS for name, preset in kind.presets.items()
    }
    introductions: Mapping[str, Introduction] = INTRODUCTIONS
    title = "Sokoban"
    task = "Push every box onto a goal."
    showcase = SHOWCASE
    formats: Mapping[str, FileFormat] = FORMATS
    example = Entry("######\n#@$-.#\n######", solution="RR")
    tools: Sequence[Tool] = TOOLS
    metrics: Mapping[str, Metric] = {**MEASURED, **APPRAISED}
    cells: Mapping[str, CellStyle] = CELLS
    aims: Mapping[str, Aim] = AIMS
    techniques: Mapping[str, str] = TECHNIQUES
    rankings: Sequence[Sequence[str]] = (("moves", "pushes"), ("pushes", "moves"))
    objectives: Mapping[str, Mapping[str, float]] = {
        DECEPTIVE: {"depth": 1.0, "boxes_off_goal": -float(PUSHES_PER_BOX)},
        "fun": {"fun": 1.0},
        MOST_MOVES: {"least_moves": 1.0},
    }
    atlas: Sequence[Option] = (
        Option("type", str, "b or e, which are zero-space levels, or free [b]", (*ATLAS_SIZES, *FREE_TYPES)),
        Option("size", int, "inner walls along a side: 2 to 5, in type e to 4 [4]"),
        Option("cells", int, "free only: cells of floor, 3 to 16 [10]"),
    )
    is_guided = True
    player = "player/index.js"

    def objective(self, space: Space) -> str:
        if space.get("aim") == "moves":
            return MOST_MOVES
        return DECEPTIVE if space.get("policy") == DECEPTIVE else ""

    def space(self, settings: Mapping[str, Any]) -> Space:
        return space_of(settings)


DECLARATION = SokobanDeclaration()
