"""What pydantic finds wrong with a form or an object, as messages."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import PydanticKnownError
from pydantic_core.core_schema import ErrorType

from generator.messages import Message, MessageError

_TYPES = frozenset(get_args(ErrorType))


def message_of_faults(faults: Sequence[Any], skipped: int = 0) -> Message:
    """All faults with the names of what they are about, without so many of the first parts of a name."""
    return Message("{faults}", faults=[_labelled(fault, skipped) for fault in faults])


def told(error: Exception) -> Message:
    """What a form says that was refused."""
    if isinstance(error, MessageError):
        return error.message
    return message_of_faults(error.errors()) if isinstance(error, ValidationError) else Message(str(error))


def _labelled(fault: Mapping[str, Any], skipped: int) -> Message:
    names = fault["loc"][skipped:]
    about = Message(str(names[0])) if len(names) == 1 else ".".join(map(str, names))
    return Message("{name}: {fault}", name=about, fault=_message(fault))


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
    """A value; pydantic tells the choices that there are in English."""
    choices, _, last = value.rpartition(" or ") if isinstance(value, str) else ("", "", "")
    return Message("{choices} or {last}", choices=choices, last=last) if choices else value
