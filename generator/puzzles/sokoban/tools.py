"""The commands that only Sokoban has; they are declared in `declaration`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.messages import Message, option_named
from generator.puzzles.sokoban.corridors import PROVEN_CELLS, SOLVED_CELLS, corridor, pushes_of, solution
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.point_push import Pair, format_point_push
from generator.puzzles.sokoban.notation.ruler import cell_name, parse_cell
from generator.puzzles.sokoban.notation.xsb import format_level, parse_level
from generator.puzzles.sokoban.one_box.position import Position
from generator.puzzles.sokoban.one_box.reach import BoxReach
from generator.puzzles.sokoban.one_box.replay import pairs_of_moves
from generator.puzzles.sokoban.solutions.reconstruction import reconstructed
from generator.puzzles.sokoban.solutions.replay import replay
from generator.puzzles.sokoban.solutions.submission import check, read_moves
from generator.values import Answer

_NAMES_SHOWN = 40
"""Cells that an error names at most."""

_PATH = "{pair}: pushes {pushes}, moves {moves}\n{cells}\n{lurd}"

_Tool = Callable[[Sequence[str], Mapping[str, Any]], Answer]


def run_tool(name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """Run a tool of the declaration. Raises LevelFormatError, IllegalMoveError or SettingError."""
    return _TOOLS[name](inputs, settings)


def _lurd2xsb(inputs: Sequence[str], _: Mapping[str, Any]) -> Answer:
    moves = read_moves(inputs[0])
    level, board = reconstructed(moves)
    fields = {"level": format_level(level), "boxes": level.boxes, "solution": moves}
    return Answer(Message("{board}", board=board), fields)


def _path(inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    level = parse_level(inputs[0])
    position = Position.of(level)
    box = _box(level, position, settings["box"])
    target = _number(level, position, "to", settings["to"])
    if target == box:
        raise SettingError("the box is on {cell} already; give another cell with --to", cell=_name(position, box))
    reach = BoxReach(position, box)
    path = reach.path(target)
    if path is None:
        raise _unreachable(position, reach, box, target)
    names = [_name(position, cell) for cell in path.cells]
    pair = Pair(position.cell(box), position.cell(target))
    pushes, moves = len(path.cells) - 1, len(path.moves)
    fields = {"box": names[0], "to": names[-1], "pushes": pushes, "moves": moves, "cells": names, "lurd": path.moves}
    text = Message(_PATH, pair=pair, pushes=pushes, moves=moves, cells=" ".join(names), lurd=path.moves)
    return Answer(text, fields)


def _point_push(inputs: Sequence[str], _: Mapping[str, Any]) -> Answer:
    level = parse_level(inputs[0])
    solution = check(level, inputs[1])
    pairs = pairs_of_moves(level, solution.moves)
    text = Message("{pairs}", pairs=format_point_push(pairs))
    return Answer(text, {"pairs": list(map(str, pairs)), "solution": solution.moves})


def _corridor(_: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """A level file; its comment is in English, because files are for exchange."""
    cells = settings["cells"]
    level, pushes, proven = corridor(cells), pushes_of(cells), cells <= PROVEN_CELLS
    moves = solution(cells) if cells <= SOLVED_CELLS else ""
    notes = [f"Title: Corridor of {cells}", f"Comment: {pushes} pushes {'at least' if proven else 'suffice'}"]
    if moves:
        assert replay(parse_level(level), moves).pushes == pushes
        notes.append(f"Solution: {moves}")
    fields = {"level": level, "pushes": pushes, "proven": proven, "solution": moves}
    return Answer(Message("{board}", board="\n".join((level, *notes))), fields)


def _number(level: Level, position: Position, option: str, text: str) -> int:
    cell = parse_cell(text)
    if cell is None:
        raise SettingError(
            "{option} {text!r} is not a cell; write its column in letters and its row in digits, such as C5",
            option=option_named(option),
            text=text,
        )
    number = position.number(cell)
    if number is None:
        last = cell_name((level.height - 1, level.width - 1))
        raise SettingError(
            "{option} {cell} is outside this level, whose cells are A1 to {last}",
            option=option_named(option),
            cell=cell_name(cell),
            last=last,
        )
    return number


def _box(level: Level, position: Position, text: str) -> int:
    box = _number(level, position, "box", text)
    if box not in position.boxes:
        boxes = _names(position, position.boxes)
        raise SettingError(
            "there is no box on {cell}; the boxes are on {boxes}", cell=_name(position, box), boxes=boxes
        )
    return box


def _unreachable(position: Position, reach: BoxReach, box: int, target: int) -> SettingError:
    return SettingError(
        "the box on {cell} cannot be pushed to {target} while the others stay where they are; it can be pushed "
        "to {cells}"
        if reach.cells
        else "the box on {cell} cannot be pushed to {target} while the others stay where they are; it cannot be "
        "pushed at all",
        cell=_name(position, box),
        target=_name(position, target),
        cells=_names(position, reach.cells),
    )


def _names(position: Position, cells: Collection[int]) -> Message:
    names = [_name(position, cell) for cell in sorted(cells)]
    listed, more = ", ".join(names[:_NAMES_SHOWN]), len(names) - _NAMES_SHOWN
    return Message("{cells} and {more} more", cells=listed, more=more) if more > 0 else Message("{cells}", cells=listed)


def _name(position: Position, cell: int) -> str:
    return cell_name(position.cell(cell))


_TOOLS: Mapping[str, _Tool] = {
    "lurd2xsb": _lurd2xsb,
    "path": _path,
    "point-push": _point_push,
    "corridor": _corridor,
}
