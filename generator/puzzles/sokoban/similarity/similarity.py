"""Near duplicates among many levels, by laying boards over each other as BoxMan's search for similar levels does."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.level import Cells, Level, Mask
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.puzzles.sokoban.similarity import similarity_kernels as kernel
from generator.puzzles.sokoban.similarity.identity import inside, symmetries

_ROUNDING = 1e-9
NEAR = 40
"""Of so many cells one may differ on boards that are near each other; levels that were made apart differ in more."""

KINDS: Mapping[str, int] = {
    "-": kernel.FLOOR,
    "@": kernel.FLOOR,
    "$": kernel.BOX,
    ".": kernel.GOAL,
    "+": kernel.GOAL,
    "*": kernel.BOX_ON_GOAL,
}
_KINDS_WITHOUT_BOXES = {**KINDS, "$": kernel.FLOOR, "*": kernel.GOAL}


def find_similar(
    level: Level, texts: Sequence[str], threshold: float, ignore_boxes: bool = False
) -> list[tuple[int, float]]:
    """The places of those boards that are at least so similar to a level, from 0 to 1, and how similar they are.

    Similarity is the share of the level's cells that are equal on the other board, the most over the eight
    symmetries and all places where one can lie over the other. The cells of a level are those inside of its walls,
    and the walls that touch these; the player does not count. A board that contains the whole level is
    1 similar to it.
    """
    kinds = kinds_of_letters(_KINDS_WITHOUT_BOXES if ignore_boxes else KINDS)
    images = _images(_kinds_of(inside(level), kinds))
    count = images.cells.shape[1]
    most = int((1 - threshold) * count + _ROUNDING)
    differences = _least_differences(texts, kinds, images, most)
    return [(int(place), 1 - int(differences[place]) / count) for place in np.flatnonzero(differences <= most)]


def is_near(level: Level, start: Level) -> bool:
    """Whether the walls and goals of a level are those of another one but for two cells, or a few on large boards."""
    kinds = kinds_of_letters(_KINDS_WITHOUT_BOXES)
    images = _images(_kinds_of(inside(level), kinds))
    most = max(2, images.cells.shape[1] // NEAR)
    return bool(_least_differences([format_level(start)], kinds, images, most)[0] <= most)


def _least_differences(
    texts: Sequence[str], kinds: NDArray[np.uint8], images: kernel.Images, most: int
) -> NDArray[np.int32]:
    boards = boards_of(texts)
    board, stack = np.empty(boards.longest, np.uint8), np.empty(boards.longest, np.int32)
    differences = np.empty(len(texts), np.int32)
    kernel.least_differences(boards.letters, boards.starts, kinds, images, most, board, stack, differences)
    return differences


def kinds_of_letters(kinds: Mapping[str, int]) -> NDArray[np.uint8]:
    """The kinds of letters as kernels look them up: uint8 (256,), walls but for those that are named."""
    table = np.zeros(256, np.uint8)
    for letter, kind in kinds.items():
        table[ord(letter)] = kind
    return table


class Boards(NamedTuple):
    """Boards as kernels read them: their letters, where each begins, and the length of the longest."""

    letters: NDArray[np.uint8]
    starts: NDArray[np.int64]
    longest: int


def boards_of(texts: Sequence[str]) -> Boards:
    """The boards of texts as `format_level` writes them."""
    lengths = [len(text) + 1 for text in texts]
    letters = np.frombuffer("".join(f"{text}\n" for text in texts).encode("ascii"), np.uint8)
    starts = np.fromiter(accumulate(lengths, initial=0), np.int64, len(texts) + 1)
    return Boards(letters, starts, max(lengths, default=0))


def _kinds_of(cells: Cells, kinds: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The kinds of a level's cells, and -1 for what is no cell of it."""
    letters = np.where(
        cells.goals, np.where(cells.boxes, ord("*"), ord(".")), np.where(cells.boxes, ord("$"), ord("-"))
    )
    within: NDArray[np.int32] = np.where(cells.walls, kernel.WALL, kinds[letters]).astype(np.int32)
    within[~_touched(~cells.walls)] = -1
    return within


def _touched(floor: Mask) -> Mask:
    """The floor and all cells that touch it, corners included; no floor is at the edge."""
    along = floor.copy()
    along[:, 1:] |= floor[:, :-1]
    along[:, :-1] |= floor[:, 1:]
    touched = along.copy()
    touched[1:] |= along[:-1]
    touched[:-1] |= along[1:]
    return touched


def _images(board: NDArray[np.int32]) -> kernel.Images:
    images = symmetries(board)
    longest = max(board.shape) + 1
    return kernel.Images(
        cells=np.stack([_cells(image) for image in images]),
        shapes=np.array([image.shape for image in images], np.int32),
        rows=np.stack([_before(image > kernel.WALL, 1, longest) for image in images]),
        columns=np.stack([_before(image > kernel.WALL, 0, longest) for image in images]),
        counts=np.bincount(board[board >= 0], minlength=kernel.KINDS).astype(np.int64),
        inside=int(np.count_nonzero(board > kernel.WALL)),
    )


def _cells(image: NDArray[np.int32]) -> NDArray[np.int32]:
    """Rows, columns and kinds, the rarer kinds first: they tell boards apart the soonest."""
    rows, columns = np.nonzero(image >= 0)
    cells = np.stack((rows, columns, image[rows, columns]), axis=1).astype(np.int32)
    return cells[np.argsort(-cells[:, 2], kind="stable")]


def _before(within: Mask, axis: int, length: int) -> NDArray[np.int32]:
    """The number of cells before each line, for as many lines as asked."""
    counts = np.full(length, within.sum(), np.int32)
    sums = np.cumsum(within.sum(axis=axis))
    counts[0] = 0
    counts[1 : len(sums) + 1] = sums
    return counts
