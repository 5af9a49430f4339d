"""What the program tells its users: a sentence with named values, in English and in other languages."""

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

SEPARATOR = "; "
"""Between several messages."""


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A template with names in braces, as `str.format` reads it, and the values that stand for them.

    A template without values is used as it is, braces included. Values that are messages, or errors with one, are
    translated with the whole. Other values are the same in all languages.
    """

    template: str
    values: Mapping[str, Any]

    def __init__(self, template: str, /, **values: Any) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", {name: _plain(value) for name, value in values.items()})

    def __hash__(self) -> int:
        return hash(self.template)

    def __str__(self) -> str:
        return self.translated(str)

    def __bool__(self) -> bool:
        return bool(self.template)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The message in the language to which a function translates templates."""
        template = translate(self.template)
        if not self.values:
            return template
        return template.format_map({name: _translated(value, translate) for name, value in self.values.items()})

    def to_json(self) -> list[Any]:
        """The message as a JSON array that `from_json` reads."""
        return [self.template, {name: _to_json(value) for name, value in self.values.items()}]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> Self:
        """The message that `to_json` wrote."""
        template, values = stored
        return cls(template, **{name: _from_json(value) for name, value in values.items()})


SILENCE = Message("")
"""Nothing is said."""


def minutes(count: float) -> Message:
    """A number of minutes in words."""
    return Message("{count:g} minute" if count == 1 else "{count:g} minutes", count=count)


def seconds(count: float) -> Message:
    """A number of seconds in words."""
    return Message("{count:g} second" if count == 1 else "{count:g} seconds", count=count)


def levels(count: int) -> Message:
    """A number of levels in words."""
    return Message("{count:,} level" if count == 1 else "{count:,} levels", count=count)


def option_named(name: str) -> Message:
    """An option as a value of a message: the command line types it, and a form shows the label of its field."""
    typed = f"--{name}"  # in every language
    return Message(typed)


class MessageError(Exception):
    """An error for users: `message` says what is wrong, and what to do."""

    def __init__(self, template: str | Message, /, **values: Any) -> None:
        self.message = template if isinstance(template, Message) else Message(template, **values)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are made again from what they were given, which is not what those below give to this one.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def _plain(value: Any) -> Any:
    """A value that JSON has, or messages."""
    if isinstance(value, MessageError):
        return value.message
    if type(value) in (list, tuple):  # a named tuple is one thing
        return tuple(map(_plain, value))
    return value if isinstance(value, str | int | float | Message) else str(value)


def _translated(value: Any, translate: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        return translate(SEPARATOR).join(str(_translated(each, translate)) for each in value)
    return value.translated(translate) if isinstance(value, Message) else value


def _to_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [message.to_json() for message in value]
    return value.to_json() if isinstance(value, Message) else value


def _from_json(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return Message.from_json(value) if value and isinstance(value[0], str) else tuple(map(Message.from_json, value))
