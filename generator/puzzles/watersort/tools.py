"""The commands that only this family has."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.family import Answer
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.pours import format_moves, is_solved
from generator.puzzles.watersort.relay import leg

MOST_DEPTH = 1000
"""Pours of a relay at most."""


def run(name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """Run a tool. Raises PuzzleError."""
    if name != "relay":
        raise SettingError(f"watersort has no tool {name!r}")
    return _relay(parse_level(inputs[0]), int(settings["depth"]))


def _relay(level: Level, depth: int) -> Answer:
    if not 1 <= depth <= MOST_DEPTH:
        raise SettingError(f"--depth {depth} is not between 1 and {MOST_DEPTH}")
    found = leg(level, depth)
    after = Level(found.tubes, level.capacity, level.pour, level.end)
    solved = is_solved(level, found.tubes)
    fields = {"pours": len(found.moves), "solution": format_moves(found.moves), "solved": solved}
    said = "solved" if solved else "not solved yet"
    text = f"{format_level(after)}\n\n{len(found.moves)} pours, {said}: {fields['solution']}"
    return Answer(text, {**fields, "level": format_level(after)})
