"""At which field of the form that starts a session stands what is wrong with it."""

import re
from collections.abc import Iterator

from pydantic import ValidationError

from generator import get_declaration
from generator.errors import LevelFormatError
from generator.messages import Message
from service.sessions.sizes import AXIS, REQUIRED
from service.web.sessions.start_form import DEFAULT_FAMILY, OPTION, Given

MENTIONED = re.compile(r"--([a-z][a-z-]*)")
"""How refusals name an option."""
NOWHERE = ""
"""The fault is that of no field, or nobody knows of which."""
_RENAMED = {"axes": AXIS.name}
_METRICS = ("target", REQUIRED.name, AXIS.name)
"""Fields that name metrics."""


def field_at_fault(error: Exception, said: Message, given: Given, fields: frozenset[str]) -> str:
    """The name of the field, of those that the form shows."""
    found = (name for name in _candidates(error, said, given) if name in fields)
    return next(found, NOWHERE)


def _candidates(error: Exception, said: Message, given: Given) -> Iterator[str]:
    """Names of fields that it may be, the likeliest first."""
    if isinstance(error, ValidationError):
        for fault in error.errors():
            first, *rest = map(str, fault["loc"])
            yield OPTION + rest[0] if first == "settings" and rest else _RENAMED.get(first, first)
    mentioned = MENTIONED.findall(str(said))
    for prefix in (OPTION, ""):
        filled_in = [prefix + name for name in mentioned if any(given.get(prefix + name, ()))]
        yield from (*filled_in, *(prefix + name for name in mentioned))
    if isinstance(error, LevelFormatError):
        yield from _drawings(given)
    yield from _quoted(said, given)


def _drawings(given: Given) -> Iterator[str]:
    family = given.get("family", [DEFAULT_FAMILY])[0]
    drawn = [OPTION + option.name for option in get_declaration(family).options if option.is_file]
    yield from (name for name in drawn if any(given.get(name, ())))


def _quoted(said: Message, given: Given) -> Iterator[str]:
    """Fields with a value that the refusal repeats."""
    values = [value for value in said.values.values() if isinstance(value, str) and value]
    for name in (*_METRICS, "name"):
        if any(value in text for value in values for text in given.get(name, ())):
            yield name
