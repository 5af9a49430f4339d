"""Rooms from the levels of a file, and from drawings of walls alone."""

from collections.abc import Sequence

import numpy as np

from generator.errors import LevelFormatError, SettingError, UnsupportedLevelError
from generator.puzzles.sokoban.kinds.free.genome import seed_genome
from generator.puzzles.sokoban.kinds.free.layouts import largest_part
from generator.puzzles.sokoban.kinds.free.limits import SPARE
from generator.puzzles.sokoban.kinds.free.placement import placement_of
from generator.puzzles.sokoban.kinds.free.room import Room
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.notation import files, xsb
from generator.puzzles.sokoban.notation.scan import Kind, scan
from generator.puzzles.sokoban.states.reach import reachable
from generator.values import SEEDS, Space


def seeded(space: Space, text: str) -> Space:
    """The space of a session that begins with the rooms of a file.

    Raises LevelFormatError or SettingError.
    """
    rooms = _rooms(space, text)
    for number, room in enumerate(rooms, 1):
        _refuse_misfit(space, room, number)
    return {**space, SEEDS: [seed_genome(space, room) for room in rooms]}


def _rooms(space: Space, text: str) -> list[Room]:
    boards = [item.text for item in scan(text) if item.kind is Kind.BOARD]
    if boards and not set("".join(boards)) & set("@+$*."):
        return [_shell(board.split("\n"), number, max(space["boxes"])) for number, board in enumerate(boards, 1)]
    return [_room(entry.text, number) for number, entry in enumerate(files.parse_file(text), 1)]


def _room(level: str, number: int) -> Room:
    try:
        return placement_of(xsb.parse_level(level)).room
    except UnsupportedLevelError as error:
        raise SettingError("level {number} of the file: {error}", number=number, error=error) from error


def _shell(rows: Sequence[str], number: int, boxes: int) -> Room:
    """The largest room that walls enclose, with goals on the cells that are nearest to its first one."""
    width = max(map(len, rows))
    open_ = np.pad(np.array([[letter != "#" for letter in row.ljust(width)] for row in rows]), 1, constant_values=True)
    floor = largest_part(open_ & ~reachable(open_, (0, 0)))
    if floor.sum() < boxes + SPARE:
        raise LevelFormatError(
            "drawing {number} of walls encloses {cells} cells, too few for {boxes} boxes; "
            "close it with '#', or give fewer --boxes",
            number=number,
            cells=int(floor.sum()),
            boxes=boxes,
        )
    return Room.from_masks(~floor, _nearest(floor, boxes)).cropped()


def _nearest(floor: Mask, boxes: int) -> Mask:
    row, column = divmod(int(floor.argmax()), floor.shape[1])
    rows, columns = np.indices(floor.shape)
    away = np.where(floor, abs(rows - row) + abs(columns - column), floor.size)
    goals = np.zeros_like(floor)
    goals.flat[np.argsort(away, axis=None, kind="stable")[:boxes]] = True
    return goals


def _refuse_misfit(space: Space, room: Room, number: int) -> None:
    if room.boxes not in space["boxes"]:
        raise SettingError(
            "level {number} of the file has one box; give --boxes 1 too"
            if room.boxes == 1
            else "level {number} of the file has {count} boxes; give --boxes {boxes} too",
            number=number,
            count=room.boxes,
            boxes=room.boxes,
        )
    if "cells" in space:
        _refuse_too_many_cells(space, room, number)
    if "rows" in space and (room.height > max(space["rows"]) or room.width > max(space["cols"])):
        raise SettingError(
            "level {number} of the file has {height} rows and {width} columns inside its walls; "
            "give --rows {rows} --cols {cols}"
            if "aim" in space
            else "level {number} of the file has {height} rows and {width} columns inside its walls; "
            "give --rows {rows} --cols {cols}, or --walls fixed",
            number=number,
            height=room.height,
            width=room.width,
            rows=room.height,
            cols=room.width,
        )


def _refuse_too_many_cells(space: Space, room: Room, number: int) -> None:
    cells = int((~room.walls).sum())
    if cells > space["cells"]:
        raise SettingError(
            "level {number} of the file has {cells} cells of floor; give --cells {cells}",
            number=number,
            cells=cells,
        )
