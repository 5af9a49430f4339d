"""Mutation operators: they turn pieces, exchange them, shift lines, and join the rows of two parents."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from generator.puzzles.orimaze import goals
from generator.puzzles.orimaze.genome import base_of, deepest_genome, farthest_genome
from generator.puzzles.orimaze.level import ALONG_COLUMN, ALONG_ROW, FREE, PIECES, Position, position_of
from generator.values import SEEDS, Genome, Space, Specimen

AGAIN = 1 / 3
"""How likely an operator that changes one piece, or two, changes more."""

SHARES = 0.35, 0.65
"""The share of H among the pieces of a random position lies between these."""

Letters = list[str]
Operator = Callable[[Letters, int, np.random.Generator], None]

OTHER = {ALONG_ROW: ALONG_COLUMN, ALONG_COLUMN: ALONG_ROW}


def random_genome(space: Space, rng: np.random.Generator) -> Genome:
    """Random pieces; where the space has seeds, one of these."""
    if space.get(SEEDS):
        return dict(space[SEEDS][rng.integers(len(space[SEEDS]))])
    height, width = int(rng.choice(space["rows"])), int(rng.choice(space["cols"]))
    letters = np.where(rng.random(height * width) < rng.uniform(*SHARES), *PIECES).tolist()
    letters[rng.integers(len(letters))] = FREE
    return _genome(letters, width, space, rng)


def operators(space: Space) -> Mapping[str, int]:
    """All of them, whatever the space is."""
    return {**dict.fromkeys(_OPERATORS, 1), "cross_rows": 2}


def mutate(operator: str, parents: Sequence[Specimen], space: Space, rng: np.random.Generator) -> Genome | None:
    """The child of one application of an operator, or None where it does not apply."""
    bases = [base_of(parent.genome) for parent in parents]
    width, letters = bases[0].width, [*bases[0].letters]
    if operator != "cross_rows":
        _OPERATORS[operator](letters, width, rng)
    elif (bases[1].height, bases[1].width) == (bases[0].height, width):
        letters = _crossed(bases[0], bases[1], rng)
    child = _genome(letters, width, space, rng)
    same = _genome([*bases[0].letters], width, space, np.random.Generator(np.random.PCG64(0)))
    return None if child == same else child


def _genome(letters: Letters, width: int, space: Space, rng: np.random.Generator) -> Genome:
    """The genome of these letters; an H is put into the corner where that is the goal."""
    if space["goal"] == goals.ARRANGEMENT:
        return farthest_genome(position_of("".join(letters), width))
    if letters[0] == FREE:
        letters[int(rng.integers(1, len(letters)))] = FREE
    letters[0] = ALONG_ROW
    return deepest_genome(position_of("".join(letters), width))


def _turn_pieces(letters: Letters, width: int, rng: np.random.Generator) -> None:
    """A piece, and perhaps more, moves the other way."""
    pieces = [cell for cell, letter in enumerate(letters) if letter != FREE]
    for _ in range(int(rng.geometric(1 - AGAIN))):
        cell = pieces[rng.integers(len(pieces))]
        letters[cell] = OTHER[letters[cell]]


def _swap_pieces(letters: Letters, width: int, rng: np.random.Generator) -> None:
    """An H and a V, and perhaps more, change places."""
    for _ in range(int(rng.geometric(1 - AGAIN))):
        cells = [[cell for cell, letter in enumerate(letters) if letter == piece] for piece in PIECES]
        if all(cells):
            one, other = (here[rng.integers(len(here))] for here in cells)
            letters[one], letters[other] = letters[other], letters[one]


def _move_free(letters: Letters, width: int, rng: np.random.Generator) -> None:
    """The free cell changes places with a piece."""
    free, cell = letters.index(FREE), int(rng.integers(len(letters)))
    letters[free], letters[cell] = letters[cell], letters[free]


def _shift_line(letters: Letters, width: int, rng: np.random.Generator) -> None:
    """A row or a column is shifted by one cell, and what leaves it comes in at its other end."""
    height = len(letters) // width
    line = int(rng.integers(height + width))
    cells = slice(line * width, (line + 1) * width) if line < height else slice(line - height, None, width)
    shifted = letters[cells]
    letters[cells] = [*shifted[1:], shifted[0]] if rng.random() < 0.5 else [shifted[-1], *shifted[:-1]]


def _crossed(one: Position, other: Position, rng: np.random.Generator) -> Letters:
    """The upper rows of one position over the lower rows of another, with the free cell of the first."""
    row = int(rng.integers(1, one.height))
    letters = [*"".join((*one.rows[:row], *other.rows[row:]))]
    free = one.letters.index(FREE)
    filled = [str(PIECES[rng.integers(2)]) if letter == FREE else letter for letter in letters]
    filled[free] = FREE
    return filled


_OPERATORS: Mapping[str, Operator] = {
    "turn_pieces": _turn_pieces,
    "swap_pieces": _swap_pieces,
    "move_free": _move_free,
    "shift_line": _shift_line,
}
