"""The atlas of rooms: its chapters are parts of the list of all rooms of a number of cells."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from generator.errors import SettingError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.free.atlas.search import Record, count_rooms, records_of, rooms_of
from generator.puzzles.sokoban.kinds.free.limits import ATLAS_CELLS
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.values import Chapter, Component, Exploration

ONE_CHAPTER = 7
"""Up to so many cells there is one chapter; each cell more doubles them."""

NODES = 1 << 22
"""Enough for the solvers: a room of 16 cells has no more than 524,288 states."""


class RoomAtlas:
    """All levels of all rooms of so many cells of floor."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        if "size" in given:
            raise SettingError("--size does nothing with --type free; give --cells instead")
        cells = given.get("cells", 10)
        if cells not in ATLAS_CELLS:
            raise SettingError(
                "there is an atlas of rooms of {least} to {most} cells, not {cells}: give --cells in that range; deep "
                "levels of other rooms are found by cenote run",
                least=ATLAS_CELLS[0],
                most=ATLAS_CELLS[-1],
                cells=cells,
            )
        return {"type": "free", "cells": cells}

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        cells = settings["cells"]
        counts = count_rooms(cells, chapters_of(cells))
        return [Chapter(str(number), rooms, 1) for number, rooms in enumerate(counts) if rooms]

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        cells = settings["cells"]
        rooms = rooms_of(cells, chapters_of(cells), int(chapter))
        return Exploration([component_of(record) for record in records_of(cells, rooms)])

    def kept(self, settings: Mapping[str, Any]) -> Message:
        return Message("one of the deepest of each class, for each number of boxes, in moves and in pushes")

    def record(self, settings: Mapping[str, Any], invariant: str) -> tuple[int, str]:
        boxes, aim = invariant.split()
        return int(boxes), aim

    def searched(self, settings: Mapping[str, Any]) -> Message:
        return Message("rooms")


def chapters_of(cells: int) -> int:
    """How many chapters the rooms of that many cells are dealt to."""
    return 1 << max(0, cells - ONE_CHAPTER)


def component_of(record: Record) -> Component:
    """A record as a component of an atlas, with its level."""
    invariant = f"{record.boxes} {record.aim}"
    aim = "" if record.aim == "pushes" else record.aim
    return Component(record.levels, invariant, record.depth, format_level(level_of(record)), aim, NODES)


def level_of(record: Record) -> Level:
    """The level of a record, with walls around it."""
    rows = [[*f"{row:016b}"[::-1]] for row in record.rows if row]
    floor = np.pad(np.array(rows) == "1", 1)[:, : 2 + max(row.bit_length() for row in record.rows)]
    cells = np.argwhere(floor)

    def mask(chosen: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        found = np.zeros_like(floor)
        for number, (row, column) in enumerate(cells.tolist()):
            found[row, column] = chosen >> number & 1
        return found

    row, column = cells[record.player].tolist()
    return Level.from_cells(~floor, mask(record.start), mask(record.goals), (row, column))


ATLAS = RoomAtlas()
