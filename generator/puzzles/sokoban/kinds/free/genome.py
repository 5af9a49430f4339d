"""The genome of a free level: its walls and goals, drawn row by row, and the budget of the search for its start."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from generator.errors import GenomeError
from generator.puzzles.sokoban.kinds.free.limits import (
    AIMS,
    HEAT,
    HEATS,
    LARGEST_SIDE,
    MOST_BOXES,
    MOST_CELLS,
    MOST_SEEDS,
    SPARE,
    WALLS,
)
from generator.puzzles.sokoban.kinds.free.room import LETTERS, Room
from generator.values import Genome

TYPE = "free"
_NUMBERS = ("budget", "effort", "seed")
_BOUNDS = ("boxes", "frame", "cells")


@dataclass(frozen=True, slots=True)
class FreeGenome:
    """A room, how it is climbed from there, and how many states may be searched for the deepest start.

    effort: states that are searched while the room is changed for a deeper start, by a stream that `seed` decides.
    walls: whether they may be changed and filled, or are fixed. aim: empty, or what the room is to be deepest in while
    it is climbed by cells. The rest is for that: the numbers of boxes that it may have, the rows and columns in which
    it lies, and the least and most cells; without these two any rows and columns, and the cells that it has. heat: how
    much depth a change may cost at first to be kept every second time.
    """

    room: Room
    walls: str
    budget: int
    effort: int
    seed: int
    aim: str = ""
    boxes: tuple[int, ...] = ()
    frame: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    heat: int = HEAT

    @classmethod
    def from_json(cls, genome: Genome) -> Self:
        """Raises GenomeError."""
        try:
            rows = tuple(str(row) for row in genome["room"])
            budget, effort, seed = (int(genome[name]) for name in _NUMBERS)
            made = cls(Room(rows), str(genome["walls"]), budget, effort, seed)
            if "aim" in genome:
                boxes, frame, cells = (tuple(map(int, genome.get(name, ()))) for name in _BOUNDS)
                made = replace(made, aim=str(genome["aim"]), boxes=boxes, frame=frame, cells=cells)
                made = replace(made, heat=int(genome.get("heat", HEAT)))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise GenomeError("this is not the genome of a free level: {error}", error=repr(error)) from error
        made._check()
        return made

    def _check(self) -> None:
        rows = self.room.rows
        if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
            raise GenomeError("the rows of this genome's room are not all of the same width")
        if set("".join(rows)) - set(LETTERS) or max(len(rows), len(rows[0])) > LARGEST_SIDE:
            raise GenomeError(
                "this genome's room is not drawn with {letters!r} on at most {most} rows",
                letters=LETTERS,
                most=LARGEST_SIDE,
            )
        if not 1 <= self.room.boxes <= MOST_BOXES:
            raise GenomeError(
                "this genome's room has {count} goals; 1 to {most} are allowed", count=self.room.boxes, most=MOST_BOXES
            )
        if self.walls not in WALLS or self.budget < 1 or self.effort < 0 or not 0 <= self.seed < MOST_SEEDS:
            raise GenomeError("the walls, budget, effort or seed of this genome is out of range")
        if self.aim:
            self._check_cells()

    def _check_cells(self) -> None:
        cells = int((~self.room.walls).sum())
        if not 0 <= self.heat <= HEAT:
            raise GenomeError("the heat of this genome is out of range")
        if self.aim not in AIMS or self.walls != WALLS[0] or cells > MOST_CELLS:
            raise GenomeError("the aim, walls or number of cells of this genome is out of range")
        if not self.boxes or not 1 <= min(self.boxes) <= max(self.boxes) <= min(MOST_BOXES, cells - SPARE):
            raise GenomeError("the numbers of boxes of this genome are out of range")
        if self.frame or self.cells:
            self._check_frame(cells)

    def _check_frame(self, cells: int) -> None:
        if len(self.frame) != 2 or not all(1 <= side <= LARGEST_SIDE for side in self.frame):
            raise GenomeError("the frame of this genome is out of range")
        room = self.room.cropped()
        if room.height > self.frame[0] or room.width > self.frame[1]:
            raise GenomeError("this genome's room does not fit into its frame")
        if len(self.cells) != 2 or not max(self.boxes) + SPARE <= self.cells[0] <= cells <= self.cells[1] <= MOST_CELLS:
            raise GenomeError("the numbers of cells of this genome are out of range")

    def to_json(self) -> dict[str, Any]:
        """The genome as a JSON object that `from_json` reads."""
        numbers = {name: getattr(self, name) for name in _NUMBERS}
        bounds = {name: list(getattr(self, name)) for name in _BOUNDS if getattr(self, name)}
        by_cells: dict[str, Any] = {"aim": self.aim, **bounds} if self.aim else {}
        if self.heat != HEAT:
            by_cells["heat"] = self.heat
        return {"type": TYPE, "room": list(self.room.rows), "walls": self.walls, **by_cells, **numbers}


def seed_genome(space: Mapping[str, Any], room: Room) -> dict[str, Any]:
    """The genome of a room that is taken as it is."""
    return FreeGenome(room, space["walls"], int(space["budget"]), 0, 0, **_by_cells(space, room)).to_json()


def new_genome(space: Mapping[str, Any], room: Room, rng: np.random.Generator) -> dict[str, Any]:
    """The genome of a room that is climbed from as the space says."""
    numbers = int(space["budget"]), int(space["effort"]), int(rng.integers(MOST_SEEDS))
    return FreeGenome(room, space["walls"], *numbers, **_by_cells(space, room)).to_json()


def child_genome(space: Mapping[str, Any], room: Room, rng: np.random.Generator) -> dict[str, Any]:
    """The genome of the child of a room; in a frame it is climbed from with a heat that keeps more or less of it."""
    child = new_genome(space, room, rng)
    return {**child, "heat": int(rng.choice(HEATS))} if "frame" in child else child


def _by_cells(space: Mapping[str, Any], room: Room) -> dict[str, Any]:
    """The aim of a space of rooms by cells, the numbers of boxes that fit into one of them, and its frame."""
    if "aim" not in space:
        return {}
    cells = int((~room.walls).sum())
    boxes = tuple(boxes for boxes in space["boxes"] if boxes <= cells - SPARE)
    by_cells = {"aim": space["aim"], "boxes": boxes}
    if "rows" not in space:
        return by_cells
    rows, cols = max(space["rows"]), max(space["cols"])
    fixed = "cells" in space
    bounds = (cells, cells) if fixed else (max(boxes) + SPARE, rows * cols)
    return {**by_cells, "frame": (rows, cols), "cells": bounds}
