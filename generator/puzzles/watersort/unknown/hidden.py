"""What is seen of a level some of whose units are hidden at first.

The run on top of a tube is seen as a whole, at the start and after each pour, and what was seen once stays so. Only
units of its colour are ever poured onto a run, so below it lies what was never seen. That makes it a question of the
present tubes alone what is still hidden.
"""

from generator.puzzles.watersort.arrangements import UNKNOWN
from generator.puzzles.watersort.level import Level, Places, Tubes
from generator.puzzles.watersort.runs import buried


def still_hidden(level: Level, tubes: Tubes) -> Places:
    """The units that are hidden in a position of a game of a level."""
    return frozenset((place, height) for place, height in level.hidden if height < buried(tubes[place]))


def shown(level: Level, tubes: Tubes) -> Tubes:
    """The tubes of a position as a player sees them: UNKNOWN for a hidden unit."""
    hidden = still_hidden(level, tubes)
    return tuple(
        "".join(UNKNOWN if (place, height) in hidden else unit for height, unit in enumerate(tube))
        for place, tube in enumerate(tubes)
    )
