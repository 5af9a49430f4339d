"""What is known of a zero-space level because it was made, recognised or solved."""

from dataclasses import dataclass

from generator.puzzles.sokoban.kinds.zero_space.explorer import Component
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, zero_space_of
from generator.puzzles.sokoban.kinds.zero_space.word_kernels import Descent
from generator.puzzles.sokoban.level import Level
from generator.puzzles.sokoban.slides.tree_kernels import Ints


@dataclass(frozen=True, slots=True)
class Scramble:
    """The slides (passes in types w and g) by which a level was made, and its trees as they were then."""

    zero: ZeroSpace
    slides: Ints


@dataclass(frozen=True, slots=True)
class ZeroSpaceWitness:
    """The trees of a level, some states around its goals, and all shortest solutions, as far as they are known.

    `joined`: whether it is known that there is a way from the start to the goals.
    """

    zero: ZeroSpace
    joined: bool = False
    scramble: Scramble | None = None
    component: Component | None = None
    descent: Descent | None = None


def witness_of(level: Level) -> ZeroSpaceWitness:
    """What a look at a level shows. Raises UnsupportedLevelError where it is of no zero-space type."""
    return ZeroSpaceWitness(zero_space_of(level))
