"""What can go wrong at the edges, as exceptions of one line each that say what to do."""

import json
from typing import Any

from generator.messages import Message, MessageError

ABORTED = 130
"""The exit code of a process that Ctrl-C has ended."""

TO_PROGRAM = "CENOTE_ERRORS_TO_PROGRAM"
"""The variable of the environment that says that a program reads what a command refuses."""
_MARK = "Message: "


def for_program(message: Message) -> str:
    """A message as a line of a process's error stream, from which `message_of_program` reads it."""
    return f"{_MARK}{json.dumps(message.to_json())}"


def message_of_program(stream: str) -> Message:
    """The last message on a process's error stream; an empty one where there is none."""
    told = [line.removeprefix(_MARK) for line in stream.splitlines() if line.startswith(_MARK)]
    return Message.from_json(json.loads(told[-1])) if told else Message("")


class ServiceError(MessageError):
    """Root of every error that the service raises on purpose."""


class LevelFileError(ServiceError):
    """A file of levels cannot be read or written."""


class PictureError(ServiceError):
    """A picture cannot be drawn as it was asked for."""


class NoSessionError(ServiceError):
    """There is no session to go on with."""


class RefusedError(ServiceError):
    """What came from outside, a level or an answer, is not what it must be; the message is the reason."""


class TooLargeError(ServiceError):
    """What came from outside is larger than the service takes."""


class ExhaustedError(ServiceError):
    """What came from outside could not be examined within the limits of time and memory."""


class BusyError(ServiceError):
    """Too many wait already; later there will be room."""


class ContestError(ServiceError):
    """A contest cannot be as it was asked for."""


class NotOpenError(ServiceError):
    """A contest does not take answers; `is_over` says whether it did before."""

    def __init__(self, template: str | Message, /, *, is_over: bool, **values: Any) -> None:
        super().__init__(template, **values)
        self.is_over = is_over


class SessionIdleError(ServiceError):
    """A session was to be stopped that does not run."""
