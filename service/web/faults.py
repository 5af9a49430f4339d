"""What pydantic finds wrong with a form or an object, as messages."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import PydanticKnownError
from pydantic_core.core_schema import ErrorType

from generator.messages import Message, MessageError

_TYPES = frozenset(get_args(ErrorType))
_NUMBERS = ("int_parsing", "int_parsing_size", "int_from_float", "int_type", "float_parsing", "float_type")
_DATES = ("date_from_datetime_parsing", "date_parsing", "date_type", "date_from_datetime_inexact")
_PLAIN = {
    _NUMBERS: Message("this is not a number that can be used here"),
    _DATES: Message("this is not a date; write it like 2026-05-01"),
    ("enum", "literal_error", "bool_parsing", "string_pattern_mismatch"): Message("this is not known here"),
    ("missing",): Message("this is missing"),
    ("string_too_long", "too_long"): Message("this is too long"),
    ("string_too_short", "too_short"): Message("this is too short"),
}
"""What pages say of kinds of faults."""
_FIELDS = {
    ("int_parsing", "int_parsing_size", "int_from_float", "int_type"): (
        "{value!r} is not a whole number; write it in digits"
    ),
    ("float_parsing", "float_type", "finite_number"): "{value!r} is not a number; write it like 7 or 2.5",
    ("greater_than_equal",): "{value} is too small; give at least {ge}",
    ("greater_than",): "{value} is too small; give more than {gt}",
    ("less_than_equal",): "{value} is too large; give at most {le}",
    ("string_too_long",): "this is too long; give at most {max_length} letters",
}
"""What forms say of kinds of faults, with the bounds as pydantic names them."""
LONGEST_SHOWN = 40
"""Letters of what was filled in that a refusal repeats."""


def message_of_faults(faults: Sequence[Any], skipped: int = 0) -> Message:
    """All faults with the names of what they are about, without so many of the first parts of a name."""
    return Message("{faults}", faults=[_labelled(_message(fault), fault, skipped) for fault in faults])


def plain_message_of_faults(faults: Sequence[Any], skipped: int = 0) -> Message:
    """The same for people who have followed or typed an address: what is wrong in a few words."""
    return Message("{faults}", faults=[_labelled(_plain(fault), fault, skipped) for fault in faults])


def message_of_fields(faults: Sequence[Any]) -> Message:
    """The same for people who have filled in a form: what a field takes."""
    return Message("{faults}", faults=[_labelled(_of_field(fault), fault, 0) for fault in faults])


def message_of(error: Exception) -> Message:
    """What a form says that was refused."""
    if isinstance(error, MessageError):
        return error.message
    return message_of_faults(error.errors()) if isinstance(error, ValidationError) else Message(str(error))


def _labelled(said: Message, fault: Mapping[str, Any], skipped: int) -> Message:
    names = fault["loc"][skipped:]
    about = Message(str(names[0])) if len(names) == 1 else ".".join(map(str, names))
    return Message("{name}: {fault}", name=about, fault=said)


def _of_field(fault: Mapping[str, Any]) -> Message:
    """What was filled in and what may be; else all that pydantic says of it."""
    said = next((said for kinds, said in _FIELDS.items() if fault["type"] in kinds), None)
    bounds = {name: _value(value) for name, value in fault.get("ctx", {}).items()}
    return Message(said, value=str(fault["input"])[:LONGEST_SHOWN], **bounds) if said else _message(fault)


def _plain(fault: Mapping[str, Any]) -> Message:
    """The words for a kind of fault, else all that pydantic says of it."""
    return next((said for kinds, said in _PLAIN.items() if fault["type"] in kinds), None) or _message(fault)


def _message(fault: Mapping[str, Any]) -> Message:
    """The template of a fault with its values, where pydantic knows both; else the sentence as it stands."""
    values = fault.get("ctx", {})
    if fault["type"] not in _TYPES:
        return Message(fault["msg"])
    template = PydanticKnownError(fault["type"], values).message_template
    if "{expected_plural}" in template:
        plural = "s" if fault["msg"].endswith("s") else ""
        template = template.replace("{expected_plural}", plural)
    found = Message(template, **{name: _value(value) for name, value in values.items()})
    return found if str(found) == fault["msg"] else Message(fault["msg"])


def _value(value: Any) -> Any:
    """A value; pydantic lists the choices in English, and whole bounds of other numbers with a decimal."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    choices, _, last = value.rpartition(" or ") if isinstance(value, str) else ("", "", "")
    return Message("{choices} or {last}", choices=choices, last=last) if choices else value
