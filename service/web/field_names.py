"""What a form says of its fields: by their labels, where the command line has options."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import ValidationError

from generator.messages import Message
from service.web.faults import message_of, message_of_fields
from service.web.languages import translated

OPTION = re.compile(r"(?<!cenote run )(?<!cenote serve )--([a-z][a-z-]*)")
"""How templates name an option, but not in a command."""
LABELS = {"workers": "worker processes", "axes": "axis"}
"""What fields are called that are not called by their names."""
SETTINGS = "settings"
"""Where the options of a family are among what was sent."""


def by_label(language: str, message: Message | str) -> str:
    """What the program says, in a language, with the label of a field in place of the option.

    Only its own templates are searched: a value that looks like an option stays as it was sent.
    """
    return translated(language, message, partial(OPTION.sub, lambda found: translated(language, label(found[1]))))


def label(name: str) -> str:
    """What a field is called that has this name."""
    return LABELS.get(name, name)


def refusal(error: Exception) -> Message:
    """Why a form was refused, with each fault once, under the label of its field."""
    if not isinstance(error, ValidationError):
        return message_of(error)
    faults = {(name, fault["msg"]): {**fault, "loc": (name,)} for fault in error.errors() for name in (_field(fault),)}
    return message_of_fields([*faults.values()])


def _field(fault: Any) -> str:
    place: Sequence[Any] = fault["loc"]
    return label(str(place[1] if place[0] == SETTINGS and len(place) > 1 else place[0]))
