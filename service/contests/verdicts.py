"""Answers tried on levels: accepted as solutions, or refused for a reason."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator import CheckedSolution, defaults, get_family
from generator.errors import IllegalMoveError
from generator.messages import SILENCE, Message


class Board(NamedTuple):
    """A level as its family writes it, and how many letters its solution may have, None where the family decides."""

    family: str
    text: str
    most: int | None = None


class Verdict(NamedTuple):
    """What came of an answer with one level; `solution` is None where it was refused."""

    solution: CheckedSolution | None
    reason: Message = SILENCE


def judged(boards: Sequence[Board], answer: str) -> Iterator[Verdict]:
    """A verdict for each level, up to the first that the answer solves."""
    for family, level, most in boards:
        puzzle = get_family(family)
        try:
            yield Verdict(defaults.check(puzzle, puzzle.parse(level), answer, most))
        except IllegalMoveError as error:
            yield Verdict(None, error.message)
        else:
            return
