"""What counts as a game of a player against a level, and how much.

Whoever solves a level wins against it. Whoever looks at its solution, or leaves it for a day, after enough moves has
lost. Whoever looks at the solution sooner has not played. A player and a level meet once: what comes later tells more
of the memory than of the level.

A win is proven by its answer, a loss is a claim of the page. So nobody begins two games that may be lost at once: who
has begun one a moment ago has not tried the next level, whatever is claimed.
"""

from datetime import datetime, timedelta

from service.ratings.glicko import rated, rested
from service.ratings.prior import NEWCOMER, prior
from storage.database import Database
from storage.queries import LevelRow
from storage.ratings import Kind, NewPlay, Outcome, System, Who, last_begun, record_play

SYSTEM = System(rated, rested, NEWCOMER, prior)

ENOUGH_MOVES = 10
"""Moves after which somebody has tried a level; fewer are enough where the level is less deep."""
LEAST_PAUSE = timedelta(seconds=20)
"""Between the beginnings of two games of a player; whoever is quicker has not tried the second level."""
WEIGHT_OF_STRANGERS = 0.25
"""Strangers may share an address, come back under another one, and are not known to be strong or weak."""


def play(database: Database, level: LevelRow, who: Who, outcome: Outcome, moves: int) -> bool:
    """Keep what somebody did with a stored level; whether that has decided a game."""
    has_tried = moves >= min(ENOUGH_MOVES, max(level.depth, 1))
    is_game = has_tried and not _is_hasty(database, who)
    weight = WEIGHT_OF_STRANGERS if who.kind is Kind.STRANGER else 1.0
    return record_play(database, NewPlay(level.id, who, outcome, moves, is_game, weight), SYSTEM)


def _is_hasty(database: Database, who: Who) -> bool:
    """Whether a player has begun a game a moment ago."""
    begun = last_begun(database, who)
    return begun is not None and datetime.fromisoformat(database.now()) - datetime.fromisoformat(begun) < LEAST_PAUSE
