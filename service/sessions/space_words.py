"""The settings of a session in the words of people: `b 5x5`, and what there is besides."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.values import SEEDS

KINDS, SIDES = ("types", "mode"), ("sizes", "rows", "cols", "outline")
HIDDEN = ("budget", "weights", "version")


def levels_of(space: Mapping[str, Any]) -> str:
    """What levels a session makes; all its settings where these have neither kinds nor sizes."""
    kinds = ", ".join(entry for name in KINDS for entry in _listed(space.get(name, ())))
    return " ".join(filter(None, (kinds, _size(space)))) or others_of(space)


def others_of(space: Mapping[str, Any]) -> str:
    """The settings of a session that `levels_of` leaves out, each with its name."""
    shown = {**space, SEEDS: len(space[SEEDS])} if SEEDS in space else space
    told = {name: value for name, value in shown.items() if name not in (*KINDS, *SIDES, *HIDDEN)}
    return ", ".join(f"{name} {' '.join(_listed(value))}" for name, value in told.items())


def _size(space: Mapping[str, Any]) -> str:
    if "outline" in space:
        rows = space["outline"].split("\n")
        return f"{len(rows)}x{len(rows[0])}"
    if "sizes" in space:
        return ", ".join(f"{side}x{side}" for side in space["sizes"])
    return "x".join("/".join(_listed(space[side])) for side in ("rows", "cols") if side in space)


def _listed(value: Any) -> Sequence[str]:
    return [*map(str, value)] if isinstance(value, list | tuple) else [str(value)]
