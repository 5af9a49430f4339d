"""The numbers among the settings of a session or of a tool, within their bounds."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.errors import SettingError
from generator.messages import option_named


def within(name: str, number: int, least: int, most: int) -> int:
    """A number that an option was given. Raises SettingError where it is out of bounds."""
    if not least <= number <= most:
        raise SettingError(
            "{option} {number} is not between {least} and {most}",
            option=option_named(name),
            number=number,
            least=least,
            most=most,
        )
    return number


def number_given(settings: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    """The number of an option, which may be 0, or its default. Raises SettingError where it is out of bounds."""
    given = settings.get(name)
    return within(name, default if given is None else given, least, most)


def numbers_given(settings: Mapping[str, Any], name: str, default: Iterable[int], least: int, most: int) -> list[int]:
    """The different numbers of an option in their order. Raises SettingError where one is out of bounds."""
    return [within(name, number, least, most) for number in sorted(set(settings.get(name) or default))]
