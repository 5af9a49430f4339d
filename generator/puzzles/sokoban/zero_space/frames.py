"""The board and the slots of every zero-space type."""

from generator.puzzles.sokoban.level import Mask
from generator.puzzles.sokoban.limits import SLIDING
from generator.puzzles.sokoban.zero_space.geometry import Frame, geometry, walls_of
from generator.puzzles.sokoban.zero_space.pitch3.geometry import hull_geometry, hull_walls


def frame_of(type_: str, size: int) -> Frame:
    """The frame of a type and size."""
    return geometry(type_, size) if type_ in SLIDING else hull_geometry(type_, size)


def board_walls(type_: str, size: int) -> Mask:
    """The walls of a type and size."""
    return walls_of(type_, size) if type_ in SLIDING else hull_walls(type_, size)
