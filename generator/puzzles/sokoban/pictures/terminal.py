"""How the letters of a board look on a terminal."""

from collections.abc import Mapping

from generator.values import CellStyle

_FLOOR, _WALL, _GOAL, _BOX, _DONE, _PLAYER = "#f4f1ea", "#8a8578", "#3a78c8", "#e0561f", "#46b35a", "#7b2d8b"

CELLS: Mapping[str, CellStyle] = {
    "#": CellStyle("  ", _WALL, _WALL, _WALL),
    "-": CellStyle("  ", _FLOOR, _FLOOR, _FLOOR),
    ".": CellStyle("<>", _GOAL, _FLOOR, _GOAL),
    "$": CellStyle("[]", "#ffffff", _BOX, _BOX),
    "*": CellStyle("[]", _FLOOR, _DONE, _DONE),
    "@": CellStyle("@@", _PLAYER, _FLOOR, _PLAYER),
    "+": CellStyle("@@", _FLOOR, _GOAL, _PLAYER),
}
