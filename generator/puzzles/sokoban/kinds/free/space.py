"""The settings of free wall layouts, as they are declared: nothing here is slow to import."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.messages import Message, option_named
from generator.puzzles.sokoban.kinds.free.limits import (
    AIMS,
    BUDGET,
    EFFORT,
    LARGEST_SIDE,
    MOST_BOXES,
    MOST_CELLS,
    MOST_EFFORT,
    SPARE,
    TYPES,
    USUAL_BOXES,
    WALLS,
)
from generator.settings import number_given, numbers_given, within
from generator.values import Condition, Option, Space

_FREE = Condition("type", TYPES)

OPTIONS: Sequence[Option] = (
    Option("boxes", int, Message("boxes, 1 to {most} [3]", most=MOST_BOXES), multiple=True, only=_FREE),
    Option(
        "rows",
        int,
        Message("rows of the room inside its outer wall, 1 to {most} [7]", most=LARGEST_SIDE),
        multiple=True,
        only=_FREE,
    ),
    Option(
        "cols",
        int,
        Message("columns inside the outer wall, 1 to {most} [7]", most=LARGEST_SIDE),
        multiple=True,
        only=_FREE,
    ),
    Option(
        "cells",
        int,
        Message("cells of floor, 3 to {most}, in any shape, or within --rows and --cols if given", most=MOST_CELLS),
        only=_FREE,
        instead_of=("rows", "cols"),
    ),
    Option(
        "aim",
        str,
        "search rooms of up to 64 cells by cells, for the most pushes or the most moves [with --cells: pushes]",
        AIMS,
        only=_FREE,
    ),
    Option(
        "effort",
        int,
        Message("states searched while a room is changed to make its start deeper [{effort}]", effort=EFFORT),
        only=_FREE,
    ),
    Option(
        "walls",
        str,
        "whether walls evolve, or stay those of --seed-levels [evolve]",
        WALLS,
        only=_FREE,
        of_given_levels=True,
    ),
)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "free7": {"type": ["free"], "boxes": [3], "rows": [7], "cols": [7]},
    "free8": {"type": ["free"], "boxes": [4], "rows": [8], "cols": [8]},
}

_SIDES = ("rows", "cols")
_DEFAULTS = {"boxes": (3, MOST_BOXES), "rows": (7, LARGEST_SIDE), "cols": (7, LARGEST_SIDE)}


def free_space(settings: Mapping[str, Any]) -> Space:
    """The space of rooms that settings describe. Raises SettingError."""
    if set(settings["type"]) != set(TYPES):
        raise SettingError("type free cannot be mixed with other types in one session; give --type free alone")
    if settings.get("cells") is not None or settings.get("aim"):
        return _space_by_cells(settings)
    walls = settings.get("walls") or WALLS[0]
    names = [name for name in _DEFAULTS if name == "boxes" or walls == "evolve"]
    if walls == "fixed":
        _refuse_without_seeds(settings)
    space: dict[str, Any] = {"types": list(TYPES), **{name: _values(name, settings) for name in names}, "walls": walls}
    if walls == "evolve" and min(space["rows"]) * min(space["cols"]) < max(space["boxes"]) + SPARE:
        raise SettingError(
            "the boxes do not fit into the smallest room; give larger --rows and --cols or fewer --boxes"
        )
    return {**space, **_spent(settings)}


def _spent(settings: Mapping[str, Any]) -> dict[str, int]:
    """What may be spent on a candidate."""
    effort = number_given(settings, "effort", EFFORT, 0, MOST_EFFORT)
    return {"effort": effort, "budget": settings.get("nodes") or BUDGET}


def _space_by_cells(settings: Mapping[str, Any]) -> Space:
    """The space of rooms that are searched by cells. Raises SettingError."""
    if settings.get("walls") == "fixed":
        raise SettingError(
            "rooms with fixed walls are not searched by cells; leave out --cells and --aim, or give --walls evolve"
        )
    bounds = _bounds(settings)
    cells = bounds.get("cells") or min(bounds["rows"]) * min(bounds["cols"])
    boxes = _values("boxes", {"boxes": settings.get("boxes") or range(1, min(USUAL_BOXES, cells - SPARE) + 1)})
    if max(boxes) > cells - SPARE:
        raise SettingError(
            "the boxes do not fit into so few cells; give more --cells, larger --rows and --cols, or fewer --boxes"
        )
    if boxes[-1] - boxes[0] >= len(boxes):
        raise SettingError(
            "with --cells or --aim the numbers of boxes have no gaps; give --boxes for each from least to most"
        )
    aim = settings.get("aim") or AIMS[-1]
    space = {"types": list(TYPES), "boxes": boxes, **bounds, "aim": aim, "walls": WALLS[0]}
    return {**space, **_spent(settings)}


def _bounds(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The number of cells of a room, its rows and columns, or both. Raises SettingError."""
    if settings.get("cells") is None:
        return _small_frame(settings)
    cells = within("cells", settings["cells"], 1 + SPARE, MOST_CELLS)
    given = {name: settings[name] for name in _SIDES if settings.get(name)}
    if not given:
        return {"cells": cells}
    frame = {name: _values(name, {name: [LARGEST_SIDE], **given}) for name in _SIDES}
    rows, cols = max(frame["rows"]), max(frame["cols"])
    if cells > rows * cols:
        raise SettingError(
            "{cells} cells do not fit into {rows} x {cols}; give fewer --cells, or more --rows and --cols",
            cells=cells,
            rows=rows,
            cols=cols,
        )
    return {"cells": cells, **frame}


def _small_frame(settings: Mapping[str, Any]) -> dict[str, list[int]]:
    """Rows and columns of rooms whose number of cells is free. Raises SettingError."""
    frame = {name: _values(name, settings) for name in _SIDES}
    rows, cols = max(frame["rows"]), max(frame["cols"])
    if rows * cols > MOST_CELLS:
        raise SettingError(
            "{rows} x {cols} are more than {most} cells; give --cells N too, or fewer --rows and --cols",
            rows=rows,
            cols=cols,
            most=MOST_CELLS,
        )
    return frame


def refuse_free_settings(settings: Mapping[str, Any]) -> None:
    """Refuse settings of free rooms where other types are made. Raises SettingError."""
    for option in OPTIONS:
        if settings.get(option.name) not in (None, ()):
            raise SettingError(
                "{option} is for type free only; give --type free, or leave it out", option=option_named(option.name)
            )


def _refuse_without_seeds(settings: Mapping[str, Any]) -> None:
    if not settings.get("seed-levels"):
        raise SettingError(
            "fixed walls are those of a file; give --seed-levels FILE with cenote run, or --walls evolve"
        )
    for name in _SIDES:
        if settings.get(name):
            raise SettingError("{option} does nothing where walls are fixed; leave it out", option=option_named(name))


def _values(name: str, settings: Mapping[str, Any]) -> list[int]:
    default, most = _DEFAULTS[name]
    return numbers_given(settings, name, [default], 1, most)
