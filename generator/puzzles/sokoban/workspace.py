"""The memory that searches for whole components work in."""

from dataclasses import dataclass, field

from generator.puzzles.sokoban.kinds.free.retrograde import Puller
from generator.puzzles.sokoban.kinds.zero_space.explorer import Explorer


@dataclass(frozen=True, slots=True)
class Workspace:
    """Memory for one search after the other; it is allocated when first needed."""

    explorer: Explorer = field(default_factory=Explorer)
    puller: Puller = field(default_factory=Puller)
