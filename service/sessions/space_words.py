"""The settings of a session in the words of people: `b 5x5`, and what there is besides."""

from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Any

from generator.messages import Message
from generator.values import SEEDS

KINDS, SIDES = ("types", "mode"), ("sizes", "rows", "cols", "outline")
HIDDEN = ("budget", "weights", "version")


def levels_of(space: Mapping[str, Any]) -> str:
    """What levels a session makes; all its settings where these have neither kinds nor sizes."""
    return _kinds_and_sizes(space) or others_of(space)


def levels_in_words(space: Mapping[str, Any]) -> Message:
    """What `levels_of` says, in which the names of settings and their values can be translated."""
    words = _kinds_and_sizes(space)
    if words:
        return Message("{words}", words=words)
    return Message("{settings}", settings=[*starmap(_setting, _others(space).items())])


def others_of(space: Mapping[str, Any]) -> str:
    """The settings of a session that `levels_of` leaves out, each with its name."""
    return ", ".join(f"{name} {' '.join(_listed(value))}" for name, value in _others(space).items())


def _kinds_and_sizes(space: Mapping[str, Any]) -> str:
    kinds = ", ".join(entry for name in KINDS for entry in _listed(space.get(name, ())))
    return " ".join(filter(None, (kinds, _size(space))))


def _others(space: Mapping[str, Any]) -> Mapping[str, Any]:
    shown = {**space, SEEDS: len(space[SEEDS])} if SEEDS in space else space
    return {name: value for name, value in shown.items() if name not in (*KINDS, *SIDES, *HIDDEN)}


def _setting(name: str, value: Any) -> Message:
    words = Message(value) if isinstance(value, str) else " ".join(_listed(value))
    return Message("{name} {value}", name=Message(name), value=words)


def _size(space: Mapping[str, Any]) -> str:
    if "outline" in space:
        rows = space["outline"].split("\n")
        return f"{len(rows)}x{len(rows[0])}"
    if "sizes" in space:
        return ", ".join(f"{side}x{side}" for side in space["sizes"])
    return "x".join("/".join(_listed(space[side])) for side in ("rows", "cols") if side in space)


def _listed(value: Any) -> Sequence[str]:
    return [*map(str, value)] if isinstance(value, list | tuple) else [str(value)]
