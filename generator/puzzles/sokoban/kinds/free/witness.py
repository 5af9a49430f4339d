"""What is known of a level with walls anywhere because it was made, recognised or solved."""

from dataclasses import dataclass

from generator.errors import UnsupportedLevelError
from generator.messages import Message
from generator.puzzles.sokoban.kinds.free.placement import Placement, placement_of
from generator.puzzles.sokoban.kinds.free.retrograde import Reached
from generator.puzzles.sokoban.level import Level


@dataclass(frozen=True, slots=True)
class RoomWitness:
    """What is inside the walls of a level, or why that cannot be searched from the goals.

    `reached`: states around the goals of its room. `pulled`: the boxes that a search with a budget pulled far from the
    goals when the room was made, where there are too many states around the goals to know them all.
    """

    placement: Placement | Message
    reached: Reached | None = None
    pulled: Placement | None = None
    budget: int = 0

    def searched(self) -> Placement:
        """What is inside the walls. Raises UnsupportedLevelError."""
        if isinstance(self.placement, Message):
            raise UnsupportedLevelError(self.placement)
        return self.placement


def witness_of(level: Level) -> RoomWitness:
    """What a look at a level shows."""
    try:
        return RoomWitness(placement_of(level))
    except UnsupportedLevelError as error:
        return RoomWitness(error.message)
