"""Presets as people choose between them: what each is called, and how many levels a second it gives."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from generator import get_declaration
from generator.errors import PuzzleError
from generator.messages import Message
from generator.values import AXES, REQUIRE, Space
from service.sessions.settings import NODES, options_of, overridden
from service.sessions.spaces import space_of
from storage.database import Database
from storage.errors import UnknownSessionError
from storage.health import moment
from storage.queries import SessionRow, newest_sessions

LOOKED_AT = 100
"""Sessions among which one of the same preset is looked for, the newest ones."""


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A preset as people see it.

    `rate` is how many levels a second it gives: `is_own` where a session of this database has shown it, else on two
    cores as a benchmark has measured; None where nobody has measured it.
    """

    name: str
    title: str | Message
    help: str | Message
    rate: float | None
    is_own: bool


def preset_cards(database: Database, family: str) -> list[PresetCard]:
    """All presets of a family that are introduced, else all that it has. Raises UnknownFamilyError."""
    declaration = get_declaration(family)
    rates = _measured_rates(database, family)
    cards = []
    for name in declaration.introductions or declaration.presets:
        said = declaration.introductions.get(name)
        rate = rates.get(name) or (said.rate if said else None)
        cards.append(PresetCard(name, said.title if said else name, said.help if said else "", rate, name in rates))
    return cards


def preset_level(family: str, preset: str) -> str:
    """A level as a preset makes them, as text; that of the example where nothing else is declared."""
    declaration = get_declaration(family)
    said = declaration.introductions.get(preset)
    return said.level if said else declaration.example.text


@dataclass(frozen=True, slots=True)
class AskedLevels:
    """What a user would have asked for to get the levels of a session: a preset and options by name."""

    preset: str
    settings: Mapping[str, Any]


def asked_levels(row: SessionRow) -> AskedLevels | None:
    """The preset and the options that give the space of a session today; None where there are none.

    So it is where the session began with given levels, or an older program had other defaults.
    """
    wanted = {name: value for name, value in row.space.items() if name not in (REQUIRE, AXES)}, row.budget
    stored = dict(_options_in(row))
    for settings in ({}, stored):
        for preset in get_declaration(row.family).presets:
            if _gives(row.family, preset, settings) == wanted:
                return AskedLevels(preset, _needed(row.family, preset, settings, wanted))
    return None


def _needed(family: str, preset: str, stored: Mapping[str, Any], wanted: tuple[Space, int]) -> Mapping[str, Any]:
    """Those options without which a preset gives other levels."""
    needed = dict(stored)
    for name in stored:
        fewer = {other: value for other, value in needed.items() if other != name}
        if _gives(family, preset, fewer) == wanted:
            needed = fewer
    return needed


def _options_in(row: SessionRow) -> Iterator[tuple[str, Any]]:
    """What a space says of the options of its family; it calls several values by the plural."""
    for option in options_of(row.family):
        value = row.budget if option == NODES else row.space.get(option.name, row.space.get(f"{option.name}s"))
        if value is not None and not (isinstance(value, list) and not option.multiple):
            yield option.name, value


def _gives(family: str, preset: str, settings: Mapping[str, Any]) -> tuple[Space, int] | None:
    with suppress(PuzzleError):
        return space_of(family, overridden(family, get_declaration(family).presets[preset], settings))
    return None


def _measured_rates(database: Database, family: str) -> Mapping[str, float]:
    """The pace of the newest session of each preset that has one."""
    sessions = [row for row in newest_sessions(database, LOOKED_AT) if row.family == family]
    rates = {}
    for name in get_declaration(family).presets:
        space = _gives(family, name, {})
        same = (row for row in sessions if space == (row.space, row.budget))
        if rate := next(filter(None, (_rate(database, row) for row in same)), None):
            rates[name] = rate
    return rates


def _rate(database: Database, row: SessionRow) -> float | None:
    with suppress(UnknownSessionError):
        return moment(database, row.id).evaluations_per_second
    return None
