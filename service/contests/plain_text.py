"""What people say about themselves and about contests: short plain text."""

import re
import unicodedata

from generator.messages import Message
from service.errors import RefusedError

_FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of Unicode that nobody can see, or that turn the text around them."""
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00013441\U00013442\U0001d159"}
"""Letters, symbols and marks that show nothing all the same, such as fillers of Hangul and the empty braille cell."""


def one_line(what: Message, text: str, most: int) -> str:
    """A text on one line, with single blanks, in the form that equals what looks equal (NFKC). Raises RefusedError."""
    line = " ".join(unicodedata.normalize("NFKC", text).split())
    _refuse_longer(what, line, most)
    _refuse_invisible(what, line)
    return line


def required_line(what: Message, text: str, most: int) -> str:
    """The same where something must be said. Raises RefusedError."""
    line = one_line(what, text, most)
    if not line:
        raise RefusedError("the {what} cannot be empty; give one", what=what)
    return line


def lines(what: Message, text: str, most: int) -> str:
    """A text of several lines, whose ends are those of Unix. Raises RefusedError."""
    said = re.sub("\r\n?", "\n", text).strip()
    _refuse_longer(what, said, most)
    _refuse_invisible(what, said.replace("\n", "").replace("\t", ""))
    return said


def _refuse_longer(what: Message, text: str, most: int) -> None:
    if len(text) > most:
        raise RefusedError(
            "the {what} has {count:,} characters; give one with at most {most:,}", what=what, count=len(text), most=most
        )


def _refuse_invisible(what: Message, text: str) -> None:
    for letter in text:
        if letter in _BLANK or unicodedata.category(letter) in _FORBIDDEN:
            raise RefusedError(
                "the {what} has an invisible character (U+{code:04X}); remove it", what=what, code=ord(letter)
            )
