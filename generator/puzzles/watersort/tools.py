"""The commands that only this family has."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.errors import SettingError, UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.watersort.analysis import is_lost
from generator.puzzles.watersort.files import format_boards
from generator.puzzles.watersort.hidden import still_hidden
from generator.puzzles.watersort.level import Level, format_level, parse_level
from generator.puzzles.watersort.pours import format_moves
from generator.puzzles.watersort.relay import MOST_LOST, MOST_POSITIONS, Leg, Stop, leg
from generator.values import Answer, Entry

MOST_DEPTH = 1000
"""Pours of a relay at most."""

_STOPS: Mapping[Stop, str] = {
    Stop.SOLVED: "solved",
    Stop.DEPTH: "not solved yet",
    Stop.DEAD_END: "the level has no solution",
    Stop.LIMIT: f"ended after {MOST_POSITIONS} positions or {MOST_LOST} lost ends, not solved yet",
}

_OUTLOOKS: Mapping[bool | None, str] = {
    True: "",
    None: ", and whether it can be is not known",
    False: ", and from here it cannot be",
}


def run(name: str, inputs: Sequence[str], settings: Mapping[str, Any]) -> Answer:
    """Run a tool. Raises PuzzleError."""
    if name != "relay":
        raise SettingError("watersort has no tool {name!r}", name=name)
    return _relay(parse_level(inputs[0]), int(settings["depth"]))


def _relay(level: Level, depth: int) -> Answer:
    """A leg as a board that the next one can read, with how it ended as its comment."""
    if not 1 <= depth <= MOST_DEPTH:
        raise SettingError("--depth {said} is not between 1 and {most}", said=depth, most=MOST_DEPTH)
    if not level.is_known:
        raise UnsupportedLevelError("the colours of hidden units are not known, so nothing can be poured")
    found = leg(level, depth)
    after = format_level(replace(level, tubes=found.tubes, hidden=still_hidden(level, found.tubes)))
    (board,) = format_boards([Entry(after, comment=_said(level, depth, found))])
    fields = {
        "pours": len(found.moves),
        "solution": format_moves(found.moves),
        "solved": found.stop is Stop.SOLVED,
        "stop": found.stop,
        "solvable": found.solvable,
        "level": after,
    }
    return Answer(Message("{board}", board=board.rstrip("\n")), fields)


def _said(level: Level, depth: int, found: Leg) -> str:
    """How a leg ended, and its pours; in English, because it is a line of a file, and files are for exchange."""
    said = f"{len(found.moves)} pours, {_STOPS[found.stop]}"
    if found.stop in (Stop.DEAD_END, Stop.LIMIT):
        said = f"{len(found.moves)} pours of {depth}, {_STOPS[found.stop]}"
    if found.stop is Stop.DEAD_END and is_lost(level, found.tubes):
        said += " and no tube can ever be emptied"
    elif found.stop in (Stop.DEPTH, Stop.LIMIT):
        said += _OUTLOOKS[found.solvable]
    return f"{said}: {format_moves(found.moves)}" if found.moves else said
