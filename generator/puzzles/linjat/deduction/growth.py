"""How the lines of a level grow while they are deduced."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.linjat import kernel_constants
from generator.puzzles.linjat.deduction import layer_kernels, puzzle_kernels
from generator.puzzles.linjat.deduction.layers import notes_for, puzzle_of
from generator.puzzles.linjat.level import Level
from generator.puzzles.linjat.lines import Line
from generator.puzzles.linjat.rules import EVERY_RULE


def grown(level: Level) -> Iterator[Mapping[int, Line]]:
    """After each layer the lines that grew, as far as they are known, by the index of their number."""
    puzzle = puzzle_of(level)
    notes = notes_for(puzzle)
    puzzle_kernels.begin(puzzle, notes)
    before = notes.own.copy()
    while layer_kernels.layer(EVERY_RULE, puzzle, notes)[0] != kernel_constants.NONE:
        changed = np.flatnonzero((notes.own != before).any(axis=1)).tolist()
        yield {number: _known(notes.own[number], level.width) for number in changed}
        before = notes.own.copy()


def _known(words: NDArray[np.uint64], width: int) -> Line:
    """From the first to the last of some cells of one line; words: uint64 (words,)."""
    cells = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()
    return Line(divmod(cells[0], width), divmod(cells[-1], width))
