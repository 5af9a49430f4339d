"""The lines of a text, cut only when they are asked for: a list of them takes several times the memory of the text."""

import re
from array import array
from collections.abc import Iterator

from generator.errors import LevelFormatError

LARGEST_TEXT = 512 * 2**20
"""Most characters of a file, solutions among them."""

MOST_LINES = 1_000_000
"""Most lines of a file beside those of solutions: short lines cost memory, whatever they say."""

SOLUTION_WIDTH = 50
"""Letters on a line of a long solution at least, on average."""

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")

_LINE_END = re.compile("\n")


class Lines:
    """The lines of a text by number, from 0, whatever their ends are."""

    def __init__(self, text: str) -> None:
        """Raises LevelFormatError for what is too long or no text."""
        _refuse_length(len(text))
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._text = text.removeprefix("\ufeff")
        if self._text.count("\n") > MOST_LINES + len(self._text) // SOLUTION_WIDTH:
            raise too_many_lines()
        self._refuse_binary()
        ends = (end.end() for end in _LINE_END.finditer(self._text))
        self._starts = array("q", [0, *ends, len(self._text) + 1])

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> str:
        return self._text[self._starts[number] : self._starts[number + 1] - 1]

    def between(self, first: int, after: int) -> Iterator[str]:
        """The lines from one number to before another."""
        return (self[number] for number in range(first, after))

    def block(self, first: int, after: int) -> str:
        """The same lines as they stand in the text, with their ends but the last."""
        return self._text[self._starts[first] : self._starts[after] - 1]

    def length(self, first: int, after: int) -> int:
        """How many characters these lines have."""
        return self._starts[after] - self._starts[first]

    def _refuse_binary(self) -> None:
        control = CONTROL.search(self._text)
        if control:
            line = self._text.count("\n", 0, control.start()) + 1
            column = control.start() - self._text.rfind("\n", 0, control.start())
            raise LevelFormatError(
                "this is not text but binary content ({letter!r}); give a level file in plain text",
                line,
                column,
                letter=control[0],
            )


def too_many_lines() -> LevelFormatError:
    """The error for a text of too many lines."""
    return LevelFormatError("this text has more than {most:,} lines; split it into several files", most=MOST_LINES)


def _refuse_length(length: int) -> None:
    if length > LARGEST_TEXT:
        raise LevelFormatError(
            "this text is longer than {most:,} characters; split it into several files", most=LARGEST_TEXT
        )


def one_line(text: str) -> str:
    """The text with single spaces for all white space and control characters."""
    return " ".join(CONTROL.sub(" ", text).split())


def trimmed(text: str) -> str:
    """The text with plain line ends, and nothing blank at the ends of its lines or its own."""
    text = CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip()
