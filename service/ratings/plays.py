"""What counts as a game of a player against a level, and how much.

Whoever solves a level wins against it. Whoever looks at its solution, or leaves it for a day, after enough moves has
lost. Whoever looks at the solution sooner has not played. A player and a level meet once: what comes later tells more
of the memory than of the level.
"""

from service.ratings.glicko import rated, rested
from service.ratings.prior import NEWCOMER, prior
from storage.database import Database
from storage.queries import LevelRow
from storage.ratings import Kind, NewPlay, Outcome, System, Who, record_play

SYSTEM = System(rated, rested, NEWCOMER, prior)

ENOUGH_MOVES = 10
"""Moves after which somebody has tried a level; fewer are enough where the level is less deep."""
WEIGHT_OF_STRANGERS = 0.25
"""Strangers may share an address, come back under another one, and are not known to be strong or weak."""


def play(database: Database, level: LevelRow, who: Who, outcome: Outcome, moves: int) -> bool:
    """Keep what somebody did with a stored level; whether that has decided a game."""
    is_game = moves >= min(ENOUGH_MOVES, max(level.depth, 1))
    weight = WEIGHT_OF_STRANGERS if who.kind is Kind.STRANGER else 1.0
    return record_play(database, NewPlay(level.id, who, outcome, moves, is_game, weight), SYSTEM)
