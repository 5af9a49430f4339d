"""Rooms: the walls and goals inside the outer wall of a level, before boxes and player stand in them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from generator.puzzles.sokoban.kinds.free import room_kernels
from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.states.reach import reachable

LETTERS = "-.#"
_CODES = np.frombuffer(LETTERS.encode("ascii"), np.uint8)


@dataclass(frozen=True, slots=True)
class Room:
    """Rows of `#` wall, `.` goal and `-` floor, all of the same width."""

    rows: tuple[str, ...]

    @classmethod
    def from_masks(cls, walls: Mask, goals: Mask) -> Self:
        """The room of two disjoint masks."""
        letters = _CODES[goals + np.uint8(2) * walls]
        return cls(tuple(row.tobytes().decode("ascii") for row in letters))

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def boxes(self) -> int:
        """The number of goals, and so of boxes."""
        return sum(row.count(".") for row in self.rows)

    @property
    def walls(self) -> Mask:
        """A new mask of shape (height, width)."""
        return self._where("#")

    @property
    def goals(self) -> Mask:
        """A new mask of shape (height, width)."""
        return self._where(".")

    def cropped(self) -> Self:
        """The part of the floor where the first goal is, without the rows and columns of walls around it."""
        floor, goals = self.part()
        frame = np.ix_(_span(floor, 1), _span(floor, 0))
        return type(self).from_masks(~floor[frame], goals[frame])

    def part(self) -> tuple[Mask, Mask]:
        """The part of the floor where the first goal is, and the goals there."""
        goals = self.goals
        row, column = divmod(int(goals.argmax()), self.width)
        floor = reachable(~self.walls, (row, column))
        return floor, goals & floor

    def _where(self, letter: str) -> Mask:
        letters = np.frombuffer("".join(self.rows).encode("ascii"), np.uint8)
        mask: Mask = (letters == ord(letter)).reshape(self.height, self.width)
        return mask


def _span(cells: Mask, axis: int) -> NDArray[np.intp]:
    used = np.flatnonzero(cells.any(axis=axis))
    return np.arange(used[0], used[-1] + 1)


def words_of(mask: Mask) -> NDArray[np.uint64]:
    """A mask as the kernels read it: cell n, row by row, is bit n % 64 of word n // 64."""
    packed = np.zeros((mask.size + 63) // 64 * 8, np.uint8)
    content = np.packbits(mask.ravel(), bitorder="little")
    packed[: len(content)] = content
    return packed.view("<u8").astype(np.uint64)


def mask_of(words: NDArray[np.uint64], height: int, width: int) -> Mask:
    """The mask that `words_of` packed."""
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), count=height * width, bitorder="little")
    return flags.reshape(height, width).astype(np.bool_)


def floor_of(walls: Mask) -> room_kernels.RoomFloor:
    """The floor among walls as the kernels read it, as new arrays."""
    height, width = walls.shape
    numbers = np.full((height + 2, width + 2), -1, np.int16)
    numbers[1:-1, 1:-1][~walls] = np.flatnonzero(~walls)
    around = (numbers[:-2, 1:-1], numbers[1:-1, :-2], numbers[1:-1, 2:], numbers[2:, 1:-1])
    near = np.stack(around, axis=-1).reshape(-1, 4)
    return room_kernels.RoomFloor(near, words_of(~walls), width, *_sides(height, width))


@lru_cache(maxsize=64)
def _sides(height: int, width: int) -> tuple[np.uint64, np.uint64]:
    """The masks, for the first word, of all cells but those of the first, and of the last column."""
    columns = np.arange(height * width).reshape(height, width) % width
    return words_of(columns > 0)[0], words_of(columns < width - 1)[0]
