"""Files of many levels, of which one may be wrong and the others right."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.errors import LevelFormatError
from generator.values import Entry

Found = Entry | LevelFormatError
"""A level of a file, or what is wrong with it."""


class Piece(NamedTuple):
    """What was found in a file, and whether it follows what was found before it without anything that parts the two."""

    found: Found
    follows: bool = False


def whole(pieces: Iterable[Piece]) -> Iterator[Found]:
    """The levels of pieces: those that follow one another may be parts of one level, and are wrong if one of them is.

    What is wrong with it is what is wrong with the first of them.
    """
    run: list[Found] = []
    for piece in pieces:
        if not piece.follows:
            yield from _judged(run)
            run = []
        run.append(piece.found)
    yield from _judged(run)


def _judged(run: list[Found]) -> list[Found]:
    wrong = next((found for found in run if isinstance(found, LevelFormatError)), None)
    return run if wrong is None else [wrong]


def all_of(found: Iterable[Found]) -> list[Entry]:
    """The levels of a file all of which have to be right. Raises LevelFormatError."""
    return [*map(_right, found)]


def _right(found: Found) -> Entry:
    if isinstance(found, LevelFormatError):
        raise found
    return found
