"""What is fuzzed: a parser, the pieces that its inputs are joined from, and what it may answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from service.web.errors import FORESEEN

AIM = 10_000_000
"""Inputs of each parser that are asked for."""
ASCII = 128
PART = "\x1e"
"""What parts the texts of an input that is several of them, such as a level and an answer to it."""

Bytes = Callable[[bytes], object]
Text = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Target:
    """A parser under a name, `GROUP-WHAT`; inputs have at most `longest` bytes.

    `seeds` are the first inputs, and so many `mutations` of each input that is known are tried in CI. After `enough`
    inputs of all runs together it is left out.
    """

    name: str
    parse: Bytes
    seeds: Sequence[bytes]
    longest: int = 300
    mutations: int = 12
    enough: int = AIM

    def run(self, content: bytes) -> None:
        """Any error but one that is foreseen, in a message of one line, is a finding."""
        try:
            self.parse(content)
        except ValidationError:  # the service makes one line of it
            return
        except FORESEEN as error:
            if "\n" in str(error):
                raise AssertionError(f"{type(error).__name__} has more than one line: {error}") from error


def text_target(name: str, parse: Text, pieces: Sequence[str], seeds: Sequence[str], **limits: int) -> Target:
    """A parser of texts: a byte below 128 is its ASCII letter, any other one of the pieces."""
    said = tuple(pieces)
    return Target(name, lambda content: parse(joined(content, said)), [encoded(seed, said) for seed in seeds], **limits)


def joined(content: bytes, pieces: Sequence[str]) -> str:
    """The text of an input."""
    return "".join(chr(byte) if byte < ASCII else pieces[(byte - ASCII) % len(pieces)] for byte in content)


def encoded(text: str, pieces: Sequence[str]) -> bytes:
    """An input whose text is this one; every letter beyond ASCII has to be in a piece."""
    by_length = sorted(enumerate(pieces[:ASCII]), key=lambda piece: -len(piece[1]))
    content, at = bytearray(), 0
    while at < len(text):
        place, piece = next(
            ((place, piece) for place, piece in by_length if piece and text.startswith(piece, at)), (0, "")
        )
        content.append(ASCII + place if piece else ord(text[at]))
        at += len(piece) or 1
    return bytes(content)


def parts(text: str, count: int) -> list[str]:
    """So many texts of one; those that are not there are empty."""
    found = text.split(PART, count - 1)
    return [*found, *[""] * (count - len(found))]
