"""Names and notes of sessions, as they are kept."""

from generator.messages import Message
from service.contests.plain_text import lines, required_line
from service.errors import RefusedError

LONGEST_NAME = 40
LONGEST_NOTE = 2000


def session_name(said: str) -> str:
    """A name that can stand for the id of a session. Raises RefusedError."""
    name = required_line(Message("name"), said, LONGEST_NAME)
    if name.startswith("-") or not any(letter.isalpha() for letter in name):
        raise RefusedError("a session cannot be named {name!r}; begin with a letter", name=name)
    return name


def session_note(said: str) -> str:
    """A note on a session; it may have several lines, or be empty. Raises RefusedError."""
    return lines(Message("note"), said, LONGEST_NOTE)
