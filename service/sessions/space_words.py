"""The settings of a session in the words of people: `b 5x5`, and what there is besides."""

from collections.abc import Mapping, Sequence, Set
from itertools import starmap
from string import Formatter
from typing import Any

from generator.messages import Message
from generator.registry import brief_of, get_declaration
from generator.values import SEEDS

KINDS, SIDES = ("types", "mode"), ("sizes", "rows", "cols", "outline")
HIDDEN = ("budget", "weights", "version")


def levels_of(family: str, space: Mapping[str, Any]) -> str:
    """What levels a session makes; all its settings where these have neither kinds nor sizes."""
    return ", ".join(filter(None, (str(_brief(family, space)), _listing(_remaining(family, space)))))


def levels_in_words(family: str, space: Mapping[str, Any]) -> Message:
    """What `levels_of` says, in which the names of settings and their values can be translated."""
    settings = starmap(_setting, _remaining(family, space).items())
    return Message("{settings}", settings=[*filter(str, (_brief(family, space), *settings))])


def others_of(family: str, space: Mapping[str, Any]) -> str:
    """The settings of a session that `levels_of` leaves out, each with its name."""
    told = _remaining(family, space).keys() | _names_in(brief_of(family))
    return _listing({name: value for name, value in _others(space).items() if name not in told})


def _listing(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {' '.join(_listed(value))}" for name, value in settings.items())


def _brief(family: str, space: Mapping[str, Any]) -> Message:
    """The levels of a session in a word, as their family has it, or else by kinds and sizes."""
    if not _has_brief(family, space):
        return Message("{words}", words=_kinds_and_sizes(space))
    brief = brief_of(family)
    return Message(brief, **{name: "/".join(_listed(space[name])) for name in _names_in(brief)})


def _remaining(family: str, space: Mapping[str, Any]) -> Mapping[str, Any]:
    """The settings that the words before leave out."""
    if not _has_brief(family, space):
        return {} if _kinds_and_sizes(space) else _others(space)
    usual, told = get_declaration(family).space({}), _names_in(brief_of(family))
    return {name: value for name, value in _others(space).items() if name not in told and value != usual.get(name)}


def _has_brief(family: str, space: Mapping[str, Any]) -> bool:
    names = _names_in(brief_of(family))
    return bool(names) and names <= space.keys()


def _names_in(brief: str) -> Set[str]:
    """The settings that stand in braces."""
    return {name for _, name, _, _ in Formatter().parse(brief) if name}


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
    if "cells" in space and "rows" not in space:
        return str(space["cells"])
    if "sizes" in space:
        return ", ".join(f"{side}x{side}" for side in space["sizes"])
    return "x".join("/".join(_listed(space[side])) for side in ("rows", "cols") if side in space)


def _listed(value: Any) -> Sequence[str]:
    return [*map(str, value)] if isinstance(value, list | tuple) else [str(value)]
