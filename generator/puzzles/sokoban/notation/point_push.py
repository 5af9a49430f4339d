"""point-push/1: a solution as the pushes of a hand that points, from cell to cell.

A text of pairs such as `C3-C5`, which is a box and where it is pushed to, in the names of the ruler, separated by
commas or line ends. Blanks mean nothing, nor do capitals; what lies between two commas or on a line may be empty.
The player's way is not written: it is that of `one_box`, with the fewest pushes and among these the fewest moves.

The word is that of the programs BoxMan and YSokoban, whose push format `=(H5-G5,H4-H3)` names cells alike; the
syntax is ours, for that of the forum's own files is not public.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from generator.errors import IllegalMoveError
from generator.puzzles.sokoban.notation.ruler import Cell, cell_name, parse_cell

MOST_PAIRS = 1_000_000
PAIRS_PER_LINE = 10


class Pair(NamedTuple):
    """A box and where it is pushed to."""

    box: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{cell_name(self.box)}-{cell_name(self.target)}"


def is_point_push(text: str) -> bool:
    """Whether a text of moves is in this notation rather than in letters."""
    return "-" in text


def parse_point_push(text: str) -> list[Pair]:
    """The pairs of a text.

    Raises IllegalMoveError, of which the step is the number of the pair.
    """
    parts = [part for part in re.split(r"[,\n\r]", text) if part.strip()]
    if len(parts) > MOST_PAIRS:
        raise IllegalMoveError(
            "there are more than {most:,} pairs; split the solution", MOST_PAIRS + 1, most=MOST_PAIRS
        )
    return [_pair(part, number) for number, part in enumerate(parts, 1)]


def format_point_push(pairs: Iterable[Pair]) -> str:
    """The pairs as text, ten on a line."""
    words = list(map(str, pairs))
    return "\n".join(", ".join(words[start : start + PAIRS_PER_LINE]) for start in range(0, len(words), PAIRS_PER_LINE))


def _pair(part: str, number: int) -> Pair:
    box, _, target = part.partition("-")
    cells = parse_cell(box), parse_cell(target)
    if cells[0] is None or cells[1] is None:
        said = " ".join(part.split())
        raise IllegalMoveError("{text!r} is not a push from cell to cell; write it like C3-C5", number, text=said[:20])
    return Pair(cells[0], cells[1])
