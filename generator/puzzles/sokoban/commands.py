"""The commands that only Sokoban has, by what they are called and what they take."""

from generator.values import Option, Tool, ToolInput

TOOLS = (
    Tool(
        "lurd2xsb",
        "Reconstruct a level from the moves of its solution.",
        "ddrRRuLL",
        (ToolInput.MOVES,),
    ),
    Tool(
        "path",
        "Show how a box is pushed from one cell to another.",
        "level.xsb --box C5 --to F7",
        (ToolInput.LEVEL,),
        (
            Option("box", str, "where the box is: its column in letters and its row in digits, from the top left"),
            Option("to", str, "the cell to push it to"),
        ),
    ),
    Tool(
        "point-push",
        "Write a solution as boxes pushed from cell to cell.",
        "level.xsb solution.txt",
        (ToolInput.LEVEL, ToolInput.MOVES),
    ),
    Tool(
        "corridor",
        "Print a corridor whose solution grows exponentially with its length.",
        "--cells 4",
        (),
        (Option("cells", int, "cells of the corridor"),),
    ),
)
