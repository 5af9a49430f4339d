"""What a user asks of a new session, in words and numbers that may come from anywhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator import Option, get_declaration
from generator.errors import SettingError
from generator.messages import option_named
from generator.registry import require_listed
from generator.settings import within
from service.bounds import LARGEST, MOST_NODES
from service.errors import ServiceError
from service.sessions.objectives import AskedObjective, families_with_objectives, named_objectives
from service.sessions.sizes import DEFAULT_SIZES, SIZES, SessionSizes

NODES = Option("nodes", int, "node budget for one level [by the preset]")
"""The option that every family has beside those that it declares."""
MOST: Mapping[Option, int] = {NODES: MOST_NODES, **SIZES}
"""Options that count from 1 on, and how far."""
MOST_VALUES = 64
LONGEST_WORD = 200
LONGEST_TEXT = 20_000
"""Letters of an option that is a file's text: a board of 100 rows and columns, and as much again."""
MOST_DIGITS = 20
WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")


def options_of(family: str) -> list[Option]:
    """The settings that a user may give for a session of a family. Raises UnknownFamilyError."""
    return [*get_declaration(family).options, NODES]


def family_settings(family: str, preset: str, given: Mapping[str, Sequence[str | int]]) -> dict[str, Any]:
    """A preset, the first one where none is named, with what overrides it, as `Declaration.space` takes it.

    Settings of the preset that do nothing beside what overrides them are left out.

    Raises UnknownFamilyError, or SettingError for what is no value of its option.
    """
    require_listed(family)
    options = {option.name: option for option in options_of(family)}
    declaration = get_declaration(family)
    if preset and preset not in declaration.presets:
        raise SettingError(
            "{family} has no preset {name!r}; there are: {names}",
            family=family,
            name=preset[:40],
            names=", ".join(declaration.presets),
        )
    for unknown in [name for name in given if name not in options]:
        raise SettingError(
            "{family} has no option {name!r}; there are: {names}",
            family=family,
            name=unknown[:40],
            names=", ".join(options),
        )
    said = {name: _value(options[name], values) for name, values in given.items() if values}
    return overridden(family, declaration.presets[preset or next(iter(declaration.presets))], said)


def overridden(family: str, preset: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a preset with what overrides them, without those that do nothing beside the latter."""
    options = {option.name: option for option in options_of(family)}
    replaced = {other for name in said if name in options for other in options[name].instead_of}
    merged = {**{name: value for name, value in preset.items() if name not in replaced}, **said}
    return {
        name: value
        for name, value in merged.items()
        if name in said or name not in options or options[name].holds(merged)
    }


def value_of(option: Option, given: str | int) -> int | str:
    """What one word or number means as a value of an option. Raises SettingError."""
    return _number(option, given) if option.kind is int else _word(option, given)


def _value(option: Option, values: Sequence[str | int]) -> Any:
    most = MOST_VALUES if option.multiple else 1
    if len(values) > most:
        raise SettingError(
            "{option} was given {count} times; give it at most {most} times",
            option=option_named(option.name),
            count=len(values),
            most=most,
        )
    read = [value_of(option, value) for value in values]
    return read if option.multiple else read[0]


def _number(option: Option, value: str | int) -> int:
    text = str(value).strip()
    if not WHOLE_NUMBER.fullmatch(text):
        raise SettingError(
            "{option} {text!r} is not a whole number; write it in digits",
            option=option_named(option.name),
            text=text[:40],
        )
    if len(text) > MOST_DIGITS or abs(number := int(text)) > LARGEST:
        raise SettingError(
            "{option} {text} is too large; write a smaller number", option=option_named(option.name), text=text[:40]
        )
    return within(option.name, number, 1, MOST[option]) if option in MOST else number


def _word(option: Option, value: str | int) -> str:
    text = str(value) if option.is_file else str(value).strip()
    if option.choices and text not in option.choices:
        choices = ", ".join(option.choices)
        raise SettingError(
            "{option} cannot be {text!r}; choose from: {choices}",
            option=option_named(option.name),
            text=text[:40],
            choices=choices,
        )
    most = LONGEST_TEXT if option.is_file else LONGEST_WORD
    if len(text) > most:
        raise SettingError(
            "{option} is longer than {most} characters; shorten it", option=option_named(option.name), most=most
        )
    return text


def asked_sizes(given: Mapping[str, str | int]) -> SessionSizes:
    """The sizes that were given by their names, the others by default. Raises SettingError."""
    named = zip(SIZES, DEFAULT_SIZES, strict=True)
    return SessionSizes(*(_number(option, given.get(option.name, default)) for option, default in named))


def asked_objective(name: str, weights: Mapping[str, float]) -> AskedObjective:
    """A named objective, or weights, as asked for. Raises ServiceError."""
    if name and weights:
        raise ServiceError("an objective was given by name and by weights; give one of them")
    names = [*named_objectives(), *families_with_objectives()]
    if name and name not in names:
        raise ServiceError("there is no objective {name!r}; there are: {names}", name=name[:40], names=", ".join(names))
    return AskedObjective(name, weights)
